import { Expression, WorkflowExpression } from 'n8n-workflow';

/** Both engines of n8n for expressions: in its process, and in an isolate. */
export const EXPRESSION_ENGINES = ['legacy', 'quickjs'] as const;

/** Has the tests of a block use an engine. */
export function useExpressionEngine(engine: (typeof EXPRESSION_ENGINES)[number]): void {
	// n8n has it by default.
	if (engine === 'legacy') return;

	beforeAll(async () => await startExpressionEngine(engine));
	afterAll(async () => {
		await Expression.disposeExpressionEngine();
		Expression.setExpressionEngine('legacy');
	});
}

/** Starts the engine as n8n's server does, with its defaults. */
export async function startExpressionEngine(engine: 'quickjs'): Promise<void> {
	await Expression.initExpressionEngine({
		engine,
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 5000,
		bridgeMemoryLimit: 128,
	});
}

/** Calls a function for each expression that n8n resolves, until mocks are restored. */
export function onResolvedExpression(notify: (expression: string) => void): void {
	const resolve = Reflect.get(WorkflowExpression.prototype, 'resolveSimpleParameterValue');

	jest
		.spyOn(WorkflowExpression.prototype, 'resolveSimpleParameterValue')
		.mockImplementation(function (this: WorkflowExpression, value, ...rest) {
			if (typeof value === 'string' && value.startsWith('=')) notify(value);

			return resolve.call(this, value, ...rest);
		});
}

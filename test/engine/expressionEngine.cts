import { Expression } from 'n8n-workflow';

/** Both engines of n8n for expressions: in its process, and in an isolate. */
export const EXPRESSION_ENGINES = ['legacy', 'quickjs'] as const;

/** The tests of a block use this engine. */
export function useExpressionEngine(engine: (typeof EXPRESSION_ENGINES)[number]): void {
	// The one that n8n has by default.
	if (engine === 'legacy') return;

	beforeAll(async () => await startExpressionEngine(engine));
	afterAll(async () => {
		await Expression.disposeExpressionEngine();
		Expression.setExpressionEngine('legacy');
	});
}

/** As n8n's server starts it, with its defaults. */
export async function startExpressionEngine(engine: 'quickjs'): Promise<void> {
	await Expression.initExpressionEngine({
		engine,
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 5000,
		bridgeMemoryLimit: 128,
	});
}

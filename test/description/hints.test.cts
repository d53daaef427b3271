import { nodeWorkflow } from '../engine/node.cts';
import { openWorkflow } from '../engine/engine.cts';
import { builtNodes } from './built.cts';

/** As the editor resolves it, with the items that came in (n8n 2.41, `getNodeHints`). */
async function isShown(condition: string, operation: string, count: number): Promise<unknown> {
	const items = Array.from({ length: count }, (_, index) => ({ index }));
	const file = nodeWorkflow({ parameters: { resource: 'account', operation }, items });
	const { workflow } = await openWorkflow(file, { credentials: {} });
	const input = items.map((json) => ({ json }));
	return await workflow.expression.withIsolate(async () =>
		workflow.expression.getParameterValue(condition, null, 0, 0, 'Vitally', input, 'manual', {}),
	);
}

describe('the hint that a list is read for each input item', () => {
	const [hint] =
		builtNodes.find(({ className }) => className === 'Vitally')?.description.hints ?? [];

	it('explains what happens, and what to do about it', () => {
		expect(hint.message).toMatch(/runs once for each input item.*'Execute Once'/);
	});

	it.each([
		['getAll', 2, true],
		['getAll', 1, false],
		['get', 2, false],
		['update', 5, false],
	])('%s with %d items: %p', async (operation, count, shown) => {
		expect(await isShown(String(hint.displayCondition), operation, count)).toBe(shown);
	});
});

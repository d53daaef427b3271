import { jsonOf, linesOf } from '../engine/itemLines.cts';
import { runIn } from '../engine/node.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { sync } from '../nodes/account/syncCases.cts';
import { accounts } from './changeCases.cts';

describe('a failed row in the error output of n8n', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it('contains the columns of the output in its details', async () => {
		accounts({ a1: ['One'] })(sandbox());

		const outcome = await runIn(sandbox(), {
			parameters: sync({ dryRun: true }),
			items: [
				{ id: 'a1', name: 'First' },
				{ id: '', name: 'Two' },
			],
			onError: 'continueErrorOutput',
		});

		expect(linesOf(outcome)).toEqual(['row 1, a1: wouldUpdate']);
		expect(jsonOf(outcome, 1)).toMatchObject([
			{
				error: "The field 'External ID Column' is empty [item 1]",
				details: {
					result: 'failed',
					row: 2,
					name: 'Two',
					reason: "The field 'External ID Column' is empty",
					changedFields: null,
				},
			},
		]);
	});
});

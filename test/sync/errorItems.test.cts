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

	it('contains in its details beside these columns why Vitally rejected it', async () => {
		accounts({ a1: ['One'], a2: ['Two'] })(sandbox());
		sandbox().faults.add({
			kind: 'status',
			status: 422,
			body: { error: 'No such plan' },
			on: { method: 'PUT', path: /a1$/ },
		});

		const outcome = await runIn(sandbox(), {
			parameters: sync(),
			items: [
				{ id: 'a1', name: 'First' },
				{ id: 'a2', name: 'Second' },
			],
			onError: 'continueErrorOutput',
		});

		expect(jsonOf(outcome, 1)).toMatchObject([
			{
				error: 'Vitally rejected the request: No such plan [item 0]',
				details: {
					externalId: 'a1',
					result: 'failed',
					httpCode: '422',
					vitallyMessage: 'No such plan',
				},
			},
		]);
	});

	it('names in its details the field whose value is invalid', async () => {
		accounts({ a1: ['One'] })(sandbox());

		const outcome = await runIn(sandbox(), {
			parameters: sync(),
			items: [
				{ id: '', name: 'First' },
				{ id: 'a1', name: 'Second' },
			],
			onError: 'continueErrorOutput',
		});

		expect(jsonOf(outcome, 1)).toMatchObject([
			{
				error: "The field 'External ID Column' is empty [item 0]",
				details: { result: 'failed', field: 'External ID Column' },
			},
		]);
	});
});

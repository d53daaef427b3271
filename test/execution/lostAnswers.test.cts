import { MAY_HAVE_BEEN_SAVED } from '../../nodes/Vitally/errors/unknownOutcome';
import type { Fault } from '../../sandbox/faults.cts';
import { firstJsonOf } from '../engine/itemLines.cts';
import { runIn } from '../engine/node.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

const POST = { method: 'POST' };

describe('an item whose first request was lost', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	interface Lost {
		ending: string;
		second: Fault;
		message: string;
	}

	it.each<Lost>([
		{
			ending: 'the second request is not allowed',
			second: { kind: 'status', status: 403, on: POST },
			message: 'Vitally does not allow this request with the API key [item 0]',
		},
		{
			ending: 'the second request is rejected, and no account has the External ID',
			second: { kind: 'status', status: 409, on: POST },
			message: 'Vitally rejected the request [item 0]',
		},
	])('says that the change may have been saved where $ending', async ({ second, message }) => {
		sandbox().faults.add({ kind: 'resetBefore', on: POST, times: 1 });
		sandbox().faults.add(second);
		const { error } = await runIn(sandbox(), {
			parameters: { resource: 'account', operation: 'create', name: 'New', externalId: 'a1' },
			items: [{}],
		});

		expect(error?.message).toBe(message);
		expect(String(error?.description).slice(0, MAY_HAVE_BEEN_SAVED.length)).toBe(
			MAY_HAVE_BEEN_SAVED,
		);
	});

	it('says so in the details of its error item, where the node continues on errors', async () => {
		sandbox().faults.add({ kind: 'resetBefore', on: POST, times: 1 });
		sandbox().faults.add({ kind: 'status', status: 403, on: POST });
		const outcome = await runIn(sandbox(), {
			parameters: { resource: 'account', operation: 'create', name: 'New', externalId: 'a1' },
			items: [{}],
			onError: 'continueRegularOutput',
		});

		expect(firstJsonOf(outcome)).toMatchObject({
			error: 'Vitally does not allow this request with the API key [item 0]',
			details: { httpCode: '403', mayHaveBeenSaved: true },
		});
	});
});

import type { Fault, FaultKind } from '../../sandbox/faults.cts';
import { firstJsonOf } from '../engine/itemLines.cts';
import { runsAll } from '../models/histories.cts';
import { callerWith, patternOf } from './callOperation.cts';
import { ENDPOINT_CALLS, titleOf } from './endpoints.cts';

/** What Vitally, or something in front of it, answers to a request that writes. */
interface AnswerForm {
	name: string;
	/** What goes wrong with the requests that write, the first one first. */
	faults: Array<FaultKind & Pick<Fault, 'times'>>;
	/** Whether an operation may do without what the answer lacks, or learn in another way what was saved. */
	mayBeAccepted?: boolean;
	/** Whether the execution is stopped as soon as such a request has arrived. */
	isStopped?: boolean;
	timeoutMs?: number;
}

const PAGE = '<html>Sign in</html>';
const DELETED = { id: 'x', archivedAt: '2026-01-01T00:00:00.000Z' };
const LOST: FaultKind = { kind: 'resetBefore' };
const LOST_ONCE = { ...LOST, times: 1 };

const withStatus = (status: number, body?: unknown): FaultKind => ({
	kind: 'status',
	status,
	body,
});

/** Forms that each operation reads by itself. */
const READ_BY_OPERATIONS: AnswerForm[] = [
	{ name: 'an empty object', faults: [withStatus(200, {})], mayBeAccepted: true },
	{ name: 'an object without ID', faults: [withStatus(200, { name: 'x' })], mayBeAccepted: true },
	{ name: 'a deleted record', faults: [withStatus(200, DELETED)], mayBeAccepted: true },
	{ name: 'a list', faults: [withStatus(200, [])] },
	{ name: 'a web page', faults: [withStatus(200, PAGE)] },
	{ name: 'a 500', faults: [withStatus(500)] },
	{ name: 'nothing, when the execution is stopped', faults: [{ kind: 'hang' }], isStopped: true },
];

/** Forms that `send` reads for all operations. */
const READ_BY_SEND: AnswerForm[] = [
	{ name: 'an error in a success', faults: [withStatus(200, { success: false })] },
	{ name: 'a 404 that is a web page', faults: [withStatus(404, PAGE)] },
	{ name: 'a 520', faults: [withStatus(520)] },
	{ name: 'a 524', faults: [withStatus(524)] },
	{ name: 'nothing, because the connection is lost', faults: [LOST] },
	{ name: 'nothing in time', faults: [{ kind: 'hang' }], timeoutMs: 100 },
	{ name: 'nothing, then a refusal', faults: [LOST_ONCE, withStatus(400)] },
	{ name: 'nothing, then a 404', faults: [LOST_ONCE, withStatus(404)], mayBeAccepted: true },
];

const WRITES = ENDPOINT_CALLS.filter(({ endpoint }) => endpoint.method !== 'GET');

/** The cases of all operations. `npm test` tries each form that `send` reads with every fourth operation. */
const CASES = WRITES.flatMap((endpointCall, index) => {
	const title = titleOf(endpointCall);
	const sampled = READ_BY_SEND.filter((_, formIndex) => runsAll || (index + formIndex) % 4 === 0);

	return [...READ_BY_OPERATIONS, ...sampled].map((form) => ({ title, endpointCall, form }));
});

describe('an error of a write says that the change may have been saved', () => {
	const run = callerWith();

	// A creation whose answer is lost is looked up for ten seconds.
	beforeAll(() => {
		const { setTimeout: original } = globalThis;
		const shortened = (callback: () => void, ms = 0) =>
			original(callback, ms > 100 ? ms / 200 : ms);

		jest.spyOn(globalThis, 'setTimeout').mockImplementation(shortened as typeof setTimeout);
	});

	afterAll(() => jest.restoreAllMocks());

	/** Runs a call whose writes are answered in a form. */
	const runWith = async (
		endpointCall: (typeof CASES)[number]['endpointCall'],
		{ faults, timeoutMs, isStopped }: AnswerForm,
	) => {
		const { method, path } = endpointCall.endpoint;
		let hasArrived = false;
		let noteArrival = () => {};
		const arrived = new Promise<void>((resolve) => {
			noteArrival = resolve;
		});

		const { outcome } = await run(
			endpointCall,
			timeoutMs === undefined ? {} : { requestOptions: { timeout: timeoutMs } },
			{
				prepare: (sandbox) => {
					const matches = () => {
						hasArrived = true;
						noteArrival();

						return true;
					};

					for (const fault of faults) {
						sandbox.faults.add({ ...fault, on: { method, path: patternOf(path), matches } });
					}
				},
				onError: 'continueRegularOutput',
				cancel: isStopped ? arrived : undefined,
			},
		);

		return { json: firstJsonOf(outcome), hasArrived };
	};

	it.each(CASES)('$title, answered with $form.name', async ({ endpointCall, form }) => {
		const { json, hasArrived } = await runWith(endpointCall, form);
		const isAccepted = json.error === undefined && form.mayBeAccepted;

		// What the item says in place of a request.
		const result = hasArrived ? undefined : json;

		expect({ hasArrived, result }).toEqual({ hasArrived: true, result: undefined });

		if (isAccepted) return;

		expect(json).toMatchObject({
			message: expect.stringContaining('The change may have been saved'),
			details: { mayHaveBeenSaved: true },
		});
	});
});

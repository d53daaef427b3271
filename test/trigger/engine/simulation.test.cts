import fc from 'fast-check';

import { startSandbox } from '../../../sandbox/sandbox.cts';
import { Figures } from '../figures.cts';
import { commandSequences } from './commandSequence.cts';
import { LARGEST_PAGE, runSequence, type PolledSandbox } from './simulation.cts';

/** `HISTORIES=10 npx jest test/trigger` runs ten times as many. */
const RUNS = 6 * Number(process.env.HISTORIES ?? 1);

const CASES: Array<[string, string, boolean]> = [
	['accountCreated', 'accountCreated', false],
	['accountUpdated', 'accountUpdated', false],
	['accountUpdated with watched fields', 'accountUpdated', true],
	['accountChurned', 'accountChurned', false],
	['noteArchived', 'noteArchived', false],
	['npsResponseCreated, in two lists', 'npsResponseCreated', false],
	['npsResponseUpdated, in two lists', 'npsResponseUpdated', false],
	['meetingUpdated, which shows no updatedAt', 'meetingUpdated', false],
	['projectArchived', 'projectArchived', false],
];

/**
 * Random lives of a trigger node: n8n-core's own poll executor and context, the built node, the
 * sandbox over HTTP. With polls that overlap, broken answers, restarts with older static data, and
 * changes while pages are read; state goes through JSON as n8n stores it, with both schedulers.
 */
describe('no change lost, none twice, through n8n', () => {
	const figures = Figures.ofSuite("Through n8n's poller");
	let around: PolledSandbox;
	beforeAll(async () => {
		const clock = { now: Date.UTC(2026, 0, 1) };
		const onRequest = { call: () => {} };
		const sandbox = await startSandbox({
			seed: 'empty',
			largestPage: LARGEST_PAGE,
			now: () => clock.now,
			limits: { budget: 1_000_000_000 },
			onRequest: () => onRequest.call(),
		});
		around = { sandbox, clock, onRequest };
	});
	afterAll(async () => await around.sandbox.close());

	it.each(CASES)('%s', async (name, triggerOn, watches) => {
		await fc.assert(
			fc.asyncProperty(commandSequences(triggerOn, watches), async (sequence) => {
				figures.add(name, await runSequence(around, sequence));
			}),
			{ numRuns: RUNS, endOnFailure: true },
		);
	});
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runWorkflow, type WorkflowFile } from '../engine/engine.cts';
import { credentialsFor } from '../engine/node.cts';
import { PROJECT_ROOT } from '../engine/nodeTypes.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

/** The examples in which people are named by email address, each run twice. */
describe('examples with people', () => {
	const sandbox = sandboxOfSuite();

	const runTwice = async (file: string, look: () => unknown) => {
		const text = readFileSync(join(PROJECT_ROOT, 'examples', file), 'utf8');
		const workflow = JSON.parse(text) as WorkflowFile;
		const run = async () => {
			const outcome = await runWorkflow(workflow, { credentials: credentialsFor(sandbox()) });
			expect(outcome.error).toBeUndefined();
			return { outcome, seen: look() };
		};
		return [await run(), await run()];
	};

	it('records answers to a survey once, and sets aside those of strangers', async () => {
		const { state } = sandbox();
		const before = state.npsResponses.size;
		const recorded = () =>
			[...sandbox().state.npsResponses.all()]
				.filter(({ externalId }) => externalId?.startsWith('survey-'))
				.map(({ userId, score, feedback, respondedAt }) => [userId, score, feedback, respondedAt]);
		const [first, second] = await runTwice('nps-from-survey-tool.json', recorded);
		const users = first.outcome.items('Sample Users').map(({ json }) => json.id);
		expect(first.seen).toEqual([
			[users[0], 10, 'The reports save us a day each month.', '2026-11-02T09:15:00.000Z'],
			[users[1], 3, 'The export is too slow for us.', '2026-11-02T10:40:00.000Z'],
			[users[2], 8, null, '2026-11-03T16:05:00.000Z'],
		]);
		expect(second.seen).toEqual(first.seen);
		expect(sandbox().state.npsResponses.size).toBe(before + 3);
		const strangers = first.outcome.items('Not in Vitally').map(({ json }) => json);
		expect(strangers).toEqual([
			{
				email: 'someone@unknown.example',
				reason: expect.stringContaining('no user with the email address') as string,
			},
		]);
	});

	it('records a thread once, between the people of its addresses', async () => {
		const recorded = () => {
			const conversation = sandbox().state.conversations.byExternalId('ticket-5120');
			return conversation?.messages.map(({ externalId, type, from, to }) => [
				externalId,
				type,
				[from, ...to].map(({ id }) => sandbox().state.users.get(id)?.email ?? 'team'),
			]);
		};
		const [first, second] = await runTwice('support-thread-to-conversation.json', recorded);
		const user = first.outcome.items('Sample User')[0].json.email;
		expect(user).toEqual(expect.stringContaining('@'));
		expect(first.seen).toEqual([
			['ticket-5120-1', 'inbound', [user, 'team']],
			['ticket-5120-2', 'outbound', ['team', user]],
			['ticket-5120-3', 'inbound', [user, 'team']],
		]);
		expect(second.seen).toEqual(first.seen);
	});
});

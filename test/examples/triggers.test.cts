import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { matchIn } from '../../nodes/Vitally/playbook/match';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { createAccount } from '../../sandbox/state/accounts.cts';
import { createNpsResponse } from '../../sandbox/state/npsResponses.cts';
import { archive } from '../../sandbox/state/archive.cts';
import { createUser } from '../../sandbox/state/users.cts';
import { runWorkflow, type WorkflowFile } from '../engine/engine.cts';
import { credentialsFor } from '../engine/node.cts';
import { PROJECT_ROOT } from '../engine/nodeTypes.cts';
import { runLive } from './live.cts';
import { startedWith, withoutSending } from './replaced.cts';

/** The examples that a trigger starts: n8n polls, and each execution runs the rest of the workflow. */
describe('examples that start by themselves', () => {
	let sandbox: Sandbox;
	const clock = { now: Date.UTC(2026, 10, 20, 12) };
	beforeAll(async () => {
		sandbox = await startSandbox({ now: () => clock.now });
	});
	beforeEach(() => sandbox.reset());
	afterEach(() => expect(sandbox.contractRefusals()).toEqual([]));
	afterAll(async () => await sandbox.close());

	const live = async (
		file: string,
		happen: () => void,
		replace?: (workflow: WorkflowFile) => WorkflowFile,
	) => await runLive({ file, sandbox, clock, happen, replace });

	const setScore = (index: number, healthScore: number) => {
		clock.now += 1000;
		const [...accounts] = sandbox.state.accounts.all();
		const account = accounts.filter(({ traits }) => !traits.churnedAt)[index];
		sandbox.state.accounts.change(account, { healthScore, updatedAt: sandbox.state.now() });
		return account;
	};

	it('health-score-below-5.json', async () => {
		setScore(0, 8);
		setScore(1, 2);
		const outcome = await live('health-score-below-5.json', () => {
			setScore(0, 3.5);
			setScore(1, 3);
		});
		expect(outcome.error).toBeUndefined();
		expect(outcome.items('Message').map(({ json }) => json.text)).toEqual([
			expect.stringMatching(/: the health score dropped from 8 to 3\.5\. CSM: /),
		]);
	});

	it('customer-entered-segment.json', async () => {
		const [account] = sandbox.state.accounts.all();
		const segments = [{ id: 'watchlist', name: 'Watchlist' }];
		const outcome = await live('customer-entered-segment.json', () => {
			clock.now += 1000;
			sandbox.state.accounts.change(account, { segments, updatedAt: sandbox.state.now() });
		});
		expect(outcome.error).toBeUndefined();
		expect(outcome.items('Message').map(({ json }) => json.text)).toEqual([
			expect.stringMatching(new RegExp(`^${account.name} is now in Watchlist \\(CSM: `)),
		]);
	});

	it('task-completed.json', async () => {
		const open = [...sandbox.state.tasks.all()].filter(
			(task) => !task.completedAt && !task.archivedAt,
		);
		const task = open.find(({ accountId }) => accountId) ?? open[0];
		const outcome = await live('task-completed.json', () => {
			const now = sandbox.state.now();
			sandbox.state.tasks.change(task, { completedAt: now, updatedAt: now });
		});
		expect(outcome.error).toBeUndefined();
		const account = sandbox.state.accounts.get(task.accountId);
		expect(outcome.items('Message').map(({ json }) => json.text)).toEqual([
			`Done: ${task.name} (${account?.name})`,
		]);
	});

	it('nps-detractor-alert.json', async () => {
		const [user] = [...sandbox.state.users.all()].filter(({ accountIds }) => accountIds.length > 0);
		const outcome = await live('nps-detractor-alert.json', () => {
			const body = { userId: user.id, respondedAt: sandbox.state.now() };
			createNpsResponse(sandbox.state, { ...body, score: 9 });
			createNpsResponse(sandbox.state, { ...body, score: 4, feedback: 'Slow' });
		});
		expect(outcome.error).toBeUndefined();
		const account = sandbox.state.accounts.get(user.accountIds[0]);
		expect(outcome.items('Message').map(({ json }) => json.text)).toEqual([
			expect.stringContaining(`${user.name} of ${account?.name} answered 4: Slow (CSM: `),
		]);
		const [response] = [...sandbox.state.npsResponses.all()].filter(
			({ feedback }) => feedback === 'Slow',
		);
		const tasks = [...sandbox.state.tasks.all()].filter(({ externalId }) =>
			/^nps-/.test(externalId ?? ''),
		);
		expect(tasks).toMatchObject([{ externalId: `nps-${response.id}`, accountId: account?.id }]);
	});

	/**
	 * The engine does not start at a webhook: another trigger stands in its place, with what comes out of a
	 * ping (test/playbook).
	 */
	it('playbook-ping-message.json', async () => {
		const path = join(PROJECT_ROOT, 'examples', 'playbook-ping-message.json');
		const workflow = JSON.parse(readFileSync(path, 'utf8')) as WorkflowFile;
		const match = matchIn({ match: { account: { id: 'a-1', name: 'Harbor Tools' } } });
		const json = { recordType: match?.kind, id: match?.record.id, name: match?.record.name };
		const outcome = await runWorkflow(
			startedWith(workflow, 'Playbook Ping', [json as IDataObject]),
			{ credentials: credentialsFor(sandbox) },
		);
		expect(outcome.error).toBeUndefined();
		expect(outcome.items('Message').map(({ json: { text } }) => text)).toEqual([
			'The playbook found the account Harbor Tools.',
		]);
	});

	it('health-score-alert.json', async () => {
		setScore(0, 8);
		setScore(1, 2);
		const outcome = await live('health-score-alert.json', () => {
			setScore(0, 3.5);
			setScore(1, 9);
		});
		expect(outcome.error).toBeUndefined();
		const { name, id } = [...sandbox.state.accounts.all()].filter(
			({ traits }) => !traits.churnedAt,
		)[0];
		expect(outcome.items('Alert Text').map(({ json }) => json.text)).toEqual([
			`${name}: the health score dropped from 8 to 3.5.`,
		]);
		expect(outcome.items('Log the Drop')).toHaveLength(1);
		expect([...sandbox.state.notes.all()].at(-1)).toMatchObject({
			accountId: id,
			tags: ['health'],
		});
	});

	it('welcome-project.json', async () => {
		const outcome = await live('welcome-project.json', () => {
			createAccount(sandbox.state, { externalId: 'new-1', name: 'Harbor Tools' }, 'refuse');
		});
		expect(outcome.error).toBeUndefined();
		expect([...sandbox.state.projects.all()].at(-1)).toMatchObject({
			name: 'Welcome, Harbor Tools',
			accountId: sandbox.state.accounts.byExternalId('new-1')?.id,
		});
	});

	/** The node that sends needs a package for SMTP: it is replaced, and what would reach it is compared. */
	it('welcome-email.json', async () => {
		const account = [...sandbox.state.accounts.all()].find(({ traits }) => !traits.churnedAt);
		const accountIds = [String(account?.id)];
		const outcome = await live(
			'welcome-email.json',
			() => {
				const email = 'ines@lantern.example';
				const unsubscribed = { email: 'uma@lantern.example', unsubscribedFromConversations: true };
				for (const user of [
					{ externalId: 'new-1', name: 'Ines Baker', email },
					{ externalId: 'new-2', name: 'Otto Lind' },
					{ externalId: 'new-3', name: 'Uma Roth', ...unsubscribed },
				]) {
					createUser(sandbox.state, { ...user, accountIds }, 'refuse');
				}
			},
			(workflow) => withoutSending(workflow, 'Welcome'),
		);
		expect(outcome.error).toBeUndefined();
		expect(outcome.items('New User')).toHaveLength(3);
		const [{ json: item }] = outcome.items('New User');
		expect(item.csmEmail).toEqual(expect.stringContaining('@'));
		expect(outcome.items('Welcome').map(({ json }) => json)).toEqual([
			expect.objectContaining({
				toEmail: 'ines@lantern.example',
				subject: 'Welcome, Ines Baker',
				text: expect.stringContaining(`Your account at ${account?.name} is ready.`) as string,
				options: { appendAttribution: false, replyTo: item.csmEmail },
			}),
		]);
	});

	it('archived-notes-digest.json', async () => {
		const outcome = await live('archived-notes-digest.json', () => {
			const notes = [...sandbox.state.notes.all()].filter(({ archivedAt }) => !archivedAt);
			for (const note of notes.slice(0, 2)) archive(sandbox.state, sandbox.state.notes, note);
		});
		expect(outcome.error).toBeUndefined();
		expect(outcome.items('Digest')).toHaveLength(1);
		expect(outcome.items('Digest')[0].json.text).toMatch(/^2 notes were archived:\n2026-11-20: /);
	});
});

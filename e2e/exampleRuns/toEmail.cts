import assert from 'node:assert/strict';

import { emittedBy } from '../session.cts';
import { dayIn, only } from './assertions.cts';
import type { ExampleRun } from './exampleRun.cts';

/** The examples that send email. */
export const TO_EMAIL: Record<string, ExampleRun> = {
	'archived-notes-email': async ({ from, mails }) => {
		const [sample] = emittedBy(await from('Note Archived'), 'Note Archived');
		mails.length = 0;
		const notes = [sample, { ...sample, id: 'other', subject: '', accountName: 'Überlingen & Co' }];
		await from('Note Archived', notes);
		const { recipients, headers, text } = only(mails, 'emails');
		assert.deepEqual(recipients, ['team@example.com']);
		assert.equal(headers.subject, '2 notes were archived in Vitally');
		const day = String(sample.archivedAt).slice(0, 10);
		assert.deepEqual(text.trim().split('\n'), [
			`${day}: ${sample.subject} (${sample.accountName ?? sample.organizationName})`,
			`${day}: Untitled note (Überlingen & Co)`,
		]);
		const single = { id: 'n-1', subject: 'Call', archivedAt: sample.archivedAt };
		await from('Note Archived', [single]);
		assert.deepEqual(
			[mails[1].headers.subject, mails[1].text.trim()],
			['1 note was archived in Vitally', `${day}: Call (no account)`],
		);
		return '1 email of 2 notes, 1 of 1';
	},

	'low-health-score-email': async ({ from, mails }) => {
		const [sample] = emittedBy(await from('Score Below 5'), 'Score Below 5');
		mails.length = 0;
		const values = { previousValues: { healthScore: 8 }, currentValues: { healthScore: 3.5 } };
		const withoutCsm = { csmEmail: null, csmName: null };
		await from('Score Below 5', [
			{ ...sample, ...values },
			{ ...sample, ...values, ...withoutCsm },
		]);
		const bare = { id: 'a-1', previousValues: {}, currentValues: { healthScore: 4 } };
		await from('Score Below 5', [{ ...bare, url: 'https://acme.vitally.io/accounts/a-1' }]);
		const [{ text: unknown }] = mails.splice(2);
		assert.match(
			unknown,
			/^Hello,\n\nthe health score of a-1 dropped from an unknown value to 4\./,
		);
		assert.match(
			unknown,
			/Next renewal: unknown\n\nhttps:\/\/acme\.vitally\.io\/accounts\/a-1\s*$/,
		);
		assert.deepEqual(
			mails.map(({ recipients, headers }) => [recipients, headers.from, headers.subject]),
			[sample.csmEmail, 'success@example.com'].map((recipient) => [
				[recipient],
				'Customer Success <success@example.com>',
				`Health score of ${sample.name} dropped to 3.5`,
			]),
		);
		const { name, csmName, mrr, nextRenewalDate } = sample;
		assert.deepEqual(mails[0].text.trim().split('\n'), [
			`Hello ${csmName},`,
			'',
			`the health score of ${name} dropped from 8 to 3.5.`,
			'',
			`CSM: ${csmName}`,
			`MRR: ${mrr}`,
			`Next renewal: ${String(nextRenewalDate).slice(0, 10)}`,
		]);
		assert.match(mails[1].text, /^Hello,\n/);
		return '1 email to the CSM, 1 to the team';
	},

	'tasks-due-email': async ({ from, mails, sandbox: { state, requests } }) => {
		const open = [...state.tasks.all()].filter(
			({ archivedAt, completedAt }) => archivedAt === null && completedAt === null,
		);
		state.tasks.change(open[0], { dueDate: dayIn(0), assignedToId: null });
		state.tasks.change(open[1], { dueDate: dayIn(2) });
		const left = '00000000-0000-4000-8000-000000000000';
		state.tasks.change(open[2], { dueDate: dayIn(0), assignedToId: left });
		const due = open.filter(({ dueDate }) => dueDate !== null && dueDate < dayIn(1));
		await from('Every Workday Morning');
		const teammates = new Set(due.map(({ assignedToId }) => assignedToId));
		const address = (id: string | null) => state.admins.get(id)?.email ?? 'success@example.com';
		assert.deepEqual(
			mails.map(({ recipients: [recipient] }) => recipient).sort(),
			[...teammates].map(address).sort(),
		);
		const lines = mails.flatMap(({ text }) => text.trim().split('\n').slice(2));
		const expected = due.map(({ dueDate, name }) => `${dueDate?.slice(0, 10)}: ${name}`);
		assert.deepEqual(lines.sort(), expected.sort());
		const subjects = mails.map(({ headers }) => headers.subject).join('\n');
		assert.match(subjects, /^Unassigned: \d+ tasks? due$/m);
		assert.match(subjects, /^Unknown teammate: 1 task due$/m);
		const live = [...state.tasks.all()].filter(({ archivedAt }) => archivedAt === null);
		const lists = requests.filter(({ path }) => path === '/resources/tasks');
		assert.equal(lists.length, Math.ceil(live.length / 100), 'More than one list was read');

		const sent = mails.length;
		for (const task of due) state.tasks.change(task, { dueDate: dayIn(30) });
		await from('Every Workday Morning');
		assert.equal(mails.length, sent, 'An email about no tasks');
		return `${sent} emails with ${lines.length} tasks`;
	},

	'welcome-email': async ({ from, mails }) => {
		const users = emittedBy(await from('New User'), 'New User');
		mails.length = 0;
		const [first, second] = users;
		await from('New User', [
			{ ...first, name: 'Zoë' },
			{ ...first, unsubscribedFromConversations: true },
			{ ...second, csmName: null, csmEmail: null },
			{ ...first, email: null },
		]);
		assert.deepEqual(
			mails.map(({ recipients, headers }) => [recipients, headers.subject, headers['reply-to']]),
			[
				[[first.email], 'Welcome, Zoë', first.csmEmail],
				[[second.email], `Welcome, ${second.name}`, undefined],
			],
		);
		const welcome = `Hello Zoë,\n\nwelcome! Your account at ${first.accountName} is ready.\n\n`;
		assert.ok(mails[0].text.startsWith(welcome), mails[0].text);
		assert.equal(mails[0].text.trim().split('\n').at(-1), first.csmName);
		assert.equal(mails[1].text.trim().split('\n').at(-1), 'Your customer success team');
		return '2 emails of 4 users';
	},
};

import assert from 'node:assert/strict';

import { TIME_ZONE } from '../n8n.cts';
import { emittedBy } from '../session.cts';
import { only } from './arrived.cts';
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
		return '1 email of 2 notes';
	},

	'low-health-score-email': async ({ from, mails }) => {
		const [sample] = emittedBy(await from('Score Below 5'), 'Score Below 5');
		mails.length = 0;
		const values = { previousValues: { healthScore: 8 }, currentValues: { healthScore: 3.5 } };
		const nobody = { csmEmail: null, csmName: null };
		await from('Score Below 5', [
			{ ...sample, ...values },
			{ ...sample, ...values, ...nobody },
		]);
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

	'tasks-due-email': async ({ from, mails, sandbox: { state } }) => {
		// Sweden writes a day as Vitally does.
		const day = (days: number) =>
			new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone: TIME_ZONE });
		const open = [...state.tasks.all()].filter(
			({ archivedAt, completedAt }) => archivedAt === null && completedAt === null,
		);
		state.tasks.change(open[0], { dueDate: day(0) });
		state.tasks.change(open[1], { dueDate: day(2) });
		const due = open.filter(({ dueDate }) => dueDate !== null && dueDate < day(1));
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
		return `${mails.length} emails with ${lines.length} tasks`;
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

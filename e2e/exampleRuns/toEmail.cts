import assert from 'node:assert/strict';

import { emittedBy } from '../session.cts';
import { dayIn, only } from './assertions.cts';
import type { ExampleRun } from './exampleRun.cts';

/** The examples that send email. */
export const TO_EMAIL: Record<string, ExampleRun> = {
	'archived-notes-email': async ({ from, mails }) => {
		const trigger = 'Note Archived';
		const [sample] = emittedBy(await from(trigger), trigger);

		mails.length = 0;
		await from(trigger, [
			sample,
			{ ...sample, id: 'other', subject: '', accountName: 'Überlingen & Co' },
			{ id: 'n-1', subject: 'Call', archivedAt: sample.archivedAt },
		]);
		const { recipients, subject, text } = only(mails, 'emails');

		assert.deepEqual(recipients, ['team@example.com']);
		assert.equal(subject, 'Notes archived in Vitally: 3');

		const day = String(sample.archivedAt).slice(0, 10);

		assert.deepEqual(text.trim().split('\n'), [
			`${day}: ${sample.subject} (${sample.accountName ?? sample.organizationName})`,
			`${day}: Untitled note (Überlingen & Co)`,
			`${day}: Call (no account)`,
		]);
	},

	'low-health-score-email': async ({ from, mails }) => {
		const trigger = 'Score Below 5';
		const [sample] = emittedBy(await from(trigger), trigger);

		mails.length = 0;
		const drop = { currentValues: { healthScore: 3.5 }, changes: 'Health Score: 8 → 3.5' };
		const url = 'https://acme.vitally.io/accounts/a-1';

		await from(trigger, [
			{ ...sample, ...drop },
			{ ...drop, name: 'Amber', changes: 'Health Score: unknown → 3.5', url },
		]);
		const { name, csmName, csmEmail, mrr, nextRenewalDate } = sample;
		const [toCsm, toTeam, ...others] = mails;

		assert.deepEqual(others, []);
		assert.deepEqual(
			[toCsm.recipients, toCsm.from, toCsm.subject],
			[
				[csmEmail],
				'"Customer Success" <success@example.com>',
				`Health score of ${name} dropped to 3.5`,
			],
		);
		assert.deepEqual(toCsm.text.trim().split('\n'), [
			`Hello ${csmName},`,
			'',
			`the health score of ${name} dropped.`,
			'',
			'Health Score: 8 → 3.5',
			`MRR: ${mrr}`,
			`Next renewal: ${String(nextRenewalDate).slice(0, 10)}`,
		]);
		assert.deepEqual(toTeam.recipients, ['success@example.com']);
		assert.match(toTeam.text, /^Hello team,\n\n[^]*: unknown → 3\.5\n/);
		assert.ok(toTeam.text.trim().endsWith(`Next renewal: unknown\n\n${url}`), toTeam.text);
	},

	'renewals-per-csm-email': async ({ from, mails, state }) => {
		const active = [...state.accounts.all()].filter(({ traits }) => !traits.churnedAt);
		const [first, second, third, other] = active;
		const [csm, otherCsm] = state.admins.all();

		const renew = (account: typeof first, days: number | null, csmId: string | null) => {
			const nextRenewalDate = days === null ? null : dayIn(days);

			state.accounts.change(account, { csmId, traits: { ...account.traits, nextRenewalDate } });
		};

		for (const account of active) renew(account, null, null);
		renew(first, 40, csm.id);
		renew(second, 10, csm.id);
		renew(third, 20, otherCsm.id);
		renew(other, 30, null);
		await from('Every Monday');
		const line = ({ name, traits }: typeof first, days: number) =>
			`${dayIn(days)}: ${name} (MRR: ${String(traits.mrr ?? 'none')})`;

		assert.deepEqual(
			new Set(mails.map(({ recipients, subject, text }) => [...recipients, subject, text.trim()])),
			new Set([
				[csm.email, 'Renewals in the next 60 days: 2', `${line(second, 10)}\n${line(first, 40)}`],
				[otherCsm.email, 'Renewals in the next 60 days: 1', line(third, 20)],
				['success@example.com', 'Renewals in the next 60 days: 1', line(other, 30)],
			]),
		);

		for (const account of active) renew(account, null, null);
		mails.length = 0;
		await from('Every Monday');
		assert.deepEqual(mails, [], 'An email about no renewals');
	},

	'brief-before-meetings': async ({ from, mails, state }) => {
		for (const meeting of state.meetings.all()) {
			state.meetings.change(meeting, { startDateTime: `${dayIn(3)}T12:00:00.000Z` });
		}

		await from('Every Workday Morning');
		assert.deepEqual(mails, [], 'An email about no meetings');

		const meeting = state.meetings.first(({ accountIds }) => accountIds.length > 0);
		const account = state.accounts.get(meeting.accountIds[0]);
		const csm = state.admins.get(account?.csmId ?? '');

		state.meetings.change(meeting, {
			title: 'Quarterly <review>',
			startDateTime: `${dayIn(0)}T12:00:00.000Z`,
			archivedAt: null,
		});
		await from('Every Workday Morning');
		const { recipients, subject, text } = only(mails, 'emails');

		assert.deepEqual(recipients, [csm?.email ?? 'success@example.com']);
		assert.equal(subject, `Today: Quarterly <review> with ${account?.name}`);
		assert.match(text, /^Quarterly <review> at \d\d:00\n\nHealth score: \S+\nMRR: /);
		assert.match(text, /\nOpen tasks: [^\n]+\nLast note: [^\n]+\nLast NPS: [^\n]+\n/);
	},

	'tasks-due-email': async ({ from, mails, state }) => {
		const trigger = 'Every Workday Morning';
		const open = [...state.tasks.all()].filter(
			({ archivedAt, completedAt }) => archivedAt === null && completedAt === null,
		);

		state.tasks.change(open[0], { dueDate: dayIn(0), assignedToId: null });
		state.tasks.change(open[1], { dueDate: dayIn(2) });
		const left = '00000000-0000-4000-8000-000000000000';

		state.tasks.change(open[2], { dueDate: dayIn(0), assignedToId: left });
		const due = open.filter(({ dueDate }) => dueDate !== null && dueDate < dayIn(1));

		await from(trigger);
		const teammates = new Set(due.map(({ assignedToId }) => assignedToId));
		const address = (id: string | null) => state.admins.get(id)?.email ?? 'success@example.com';

		assert.deepEqual(
			mails.map(({ recipients: [recipient] }) => recipient).sort(),
			[...teammates].map(address).sort(),
		);
		assert.deepEqual(
			mails.flatMap(({ text }) => text.trim().split('\n').slice(2)).sort(),
			due.map(({ dueDate, name }) => `${dueDate?.slice(0, 10)}: ${name}`).sort(),
		);

		const subjects = mails.map(({ subject }) => subject).join('\n');

		assert.match(subjects, /^Unassigned: \d+ tasks? due$/m);
		assert.match(subjects, /^Unknown teammate: 1 task due$/m);

		mails.length = 0;
		for (const task of due) state.tasks.change(task, { dueDate: dayIn(30) });
		await from(trigger);
		assert.deepEqual(mails, [], 'An email about no tasks');
	},

	'welcome-email': async ({ from, mails }) => {
		const [first] = emittedBy(await from('New User'), 'New User');
		const second = { ...first, name: 'Noor Haddad', email: 'noor@lantern.example' };

		mails.length = 0;
		await from('New User', [
			{ ...first, name: 'Zoë' },
			{ ...first, unsubscribedFromConversations: true },
			{ ...second, csmName: null, csmEmail: null },
			{ ...first, email: null },
		]);
		const linesOf = (text: string) => text.trim().split('\n');

		assert.deepEqual(
			mails.map(({ recipients, subject, replyTo, text }) => [
				recipients[0],
				subject,
				replyTo,
				linesOf(text).at(-1),
			]),
			[
				[first.email, 'Welcome, Zoë', first.csmEmail, first.csmName],
				[second.email, `Welcome, ${second.name}`, undefined, 'Your customer success team'],
			],
		);
		assert.deepEqual(linesOf(mails[0].text).slice(0, 3), [
			'Hello Zoë,',
			'',
			`welcome! Your account at ${first.accountName} is ready.`,
		]);
	},
};

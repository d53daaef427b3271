import assert from 'node:assert/strict';

import type { IDataObject } from 'n8n-workflow';

import { emittedBy } from '../session.cts';
import { dayIn, only, present } from './assertions.cts';
import type { ExampleRun } from './exampleRun.cts';

/** As the examples write a name: Slack would read its markup. */
const escaped = (name: unknown) =>
	String(name).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Slack notifies a whole channel for this in a message. */
const MARKUP = '<!channel> Smith & Sons';
const ACCOUNT_URL = 'https://acme.vitally.io/accounts/a-1';
const LINK = `<${ACCOUNT_URL}|Open in Vitally>`;
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** The examples that post to Slack what happens in Vitally. */
export const TO_SLACK: Record<string, ExampleRun> = {
	'task-completed-to-slack': async ({ from, slack }) => {
		const tasks = emittedBy(await from('Task Completed'), 'Task Completed');
		assert.deepEqual(
			slack.messages.map(({ channel, text }) => [channel, text]),
			tasks.map(({ name, accountName, organizationName, csmName }) => [
				'#customer-tasks',
				`Done: *${escaped(name)}* (${escaped(accountName ?? organizationName)}, CSM: ${csmName})`,
			]),
		);
		slack.messages.length = 0;
		await from('Task Completed', [
			{ id: 't-1', name: '' },
			{ id: 't-2', name: MARKUP },
		]);
		assert.deepEqual(
			slack.messages.map(({ text }) => text),
			['t-1', escaped(MARKUP)].map((name) => `Done: *${name}* (no account, CSM: none)`),
		);
		return `${tasks.length} messages, 2 of tasks without an account`;
	},

	'segment-entered-to-slack': async ({ from, choose, sheets, slack }) => {
		sheets.add('Segments', []);
		await choose('Add to Log', { documentId: { __rl: true, mode: 'list', value: 'document-1' } });
		const accounts = emittedBy(await from('Entered Segment'), 'Entered Segment');
		const formula: IDataObject = { ...accounts[0], id: 'other', name: '=1+1' };
		const markup: IDataObject = { ...accounts[0], id: 'third', name: MARKUP, url: ACCOUNT_URL };
		await from('Entered Segment', [formula, markup]);
		const all = [...accounts, formula, markup];
		assert.deepEqual(
			slack.messages.map(({ channel, text }) => [channel, text]),
			all.map(({ name, segmentsAdded, csmName, url }) => [
				'#customer-segments',
				`*${escaped(name)}* is now in ${String(segmentsAdded)} (CSM: ${csmName})${url ? `\n${LINK}` : ''}`,
			]),
		);
		assert.deepEqual(sheets.rows('Segments'), [
			['Time', 'Account', 'Account ID', 'Segments', 'CSM'],
			...all.map(({ updatedAt, name, id, segmentsAdded, csmName }) => [
				...[updatedAt, name, id, String(segmentsAdded), csmName],
			]),
		]);
		return `${all.length} messages and rows, in two runs`;
	},

	'custom-object-created-to-slack': async ({ from, slack }) => {
		const deals = emittedBy(await from('Deal Created'), 'Deal Created');
		assert.deepEqual(
			slack.messages.map(({ channel, text }) => [channel, ...String(text).split('\n')]),
			deals.map(({ name, accountName, csmName, traits }) => [
				'#deals',
				`New: *${escaped(name)}* (${escaped(accountName)}, CSM: ${csmName})`,
				`stage: ${(traits as IDataObject)['vitally.custom.stage']}`,
				`amount: ${(traits as IDataObject)['vitally.custom.amount']}`,
			]),
		);
		slack.messages.length = 0;
		const traits = { 'vitally.custom.stage': '', 'vitally.custom.amount': null };
		await from('Deal Created', [
			{ id: 'd-1', name: '', traits },
			{ id: 'd-2', name: MARKUP, traits },
		]);
		assert.deepEqual(
			slack.messages.map(({ text }) => text),
			['d-1', escaped(MARKUP)].map((name) => `New: *${name}* (no account, CSM: none)`),
		);
		return `${deals.length} messages, 2 of deals without an account`;
	},

	'health-score-drop-to-slack': async ({ from, slack, sandbox: { state } }) => {
		const name = 'Health Score Dropped';
		const [sample] = emittedBy(await from(name), name);
		const before = state.notes.size;
		const drop = {
			...sample,
			previousValues: { healthScore: 8 },
			currentValues: { healthScore: 3 },
		};
		const drops = [
			{ ...drop, name: 'A <B> & C', url: ACCOUNT_URL },
			{ ...drop, id: UNKNOWN_ID, csmName: null, previousValues: {} },
		];
		// A second run logs no second note.
		await from(name, drops);
		slack.messages.length = 0;
		await from(name, drops);
		const [first, second, ...others] = slack.messages.map(({ text }) => String(text).split('\n'));
		assert.deepEqual(first, [
			`*A &lt;B&gt; &amp; C*: the health score dropped from 8 to 3 (CSM: ${sample.csmName})`,
			LINK,
		]);
		assert.equal(
			second?.[0],
			`*${escaped(sample.name)}*: the health score dropped from an unknown value to 3 (CSM: none)`,
		);
		assert.match(second[1], /^No note was saved: ./);
		assert.deepEqual(others, []);
		assert.equal(slack.messages[0].channel, '#customer-health');
		const externalId = `health-drop-${sample.id}-${sample.updatedAt}`;
		const note = present(state.notes.byExternalId(externalId), 'note');
		assert.deepEqual(
			[note.accountId, note.subject, note.note, note.tags],
			[
				sample.id,
				'Health score dropped',
				'<p>The health score dropped from 8 to 3.</p>',
				['health'],
			],
		);
		assert.equal(state.notes.size, before, 'A second note of a drop');
		return `2 messages of 2 drops, their notes kept; ${second[1]}`;
	},

	'nps-detractor-to-slack': async ({ from, slack, sandbox: { state } }) => {
		const [organization] = state.organizations.all();
		const [sample] = emittedBy(await from('NPS Response'), 'NPS Response');
		slack.messages.length = 0;
		const before = state.tasks.size;
		const id = 'response-1';
		await from('NPS Response', [
			{ ...sample, id, score: 6, feedback: 'Slow & <b>costly</b>' },
			{ ...sample, id: 'response-2', score: 7 },
			{ id: 'response-3', score: 0, organizationId: organization.id, organizationName: 'O' },
			{ id: 'response-4', score: 3 },
		]);
		const [{ channel, text }, ofOrganization, ofUnknown, ...others] = slack.messages;
		assert.deepEqual(others, []);
		assert.equal(channel, '#nps');
		const { userName, accountName, csmName } = sample;
		const answered = `*${escaped(userName)}* of ${escaped(accountName)} answered 6`;
		assert.equal(text, `${answered}: Slow &amp; &lt;b&gt;costly&lt;/b&gt; (CSM: ${csmName})`);
		const task = present(state.tasks.byExternalId(`nps-${id}`), 'task');
		assert.deepEqual(
			[task.name, task.accountId, task.description],
			[
				`Call ${userName} about a score of 6`,
				sample.accountId,
				'<p>Slow &amp; &lt;b&gt;costly&lt;/b&gt;</p>',
			],
		);
		assert.match(String(task.dueDate), /^20\d\d-\d\d-\d\d/);
		assert.equal(ofOrganization.text, '*A user* of O answered 0: no comment (CSM: none)');
		const { organizationId } = present(state.tasks.byExternalId('nps-response-3'), 'task');
		assert.equal(organizationId, organization.id);
		const alone =
			'*A user* of no account answered 3: no comment (CSM: none)\nNo task was created: ';
		assert.ok(String(ofUnknown.text).startsWith(alone), String(ofUnknown.text));
		assert.equal(state.tasks.size, before + 2);
		return '3 messages, 2 tasks of 4 responses';
	},

	'new-customer-onboarding': async ({ from, slack, sandbox: { state } }) => {
		const before = state.projects.size;
		const accounts = emittedBy(await from('Account Created'), 'Account Created');
		assert.deepEqual(
			[...state.projects.all()].slice(before).map(({ accountId, name }) => [accountId, name]),
			accounts.map(({ id, name }) => [id, `Welcome, ${name}`]),
		);
		assert.deepEqual(
			slack.messages.map(({ channel, text }) => [channel, ...String(text).split('\n')]),
			accounts.map(({ name, mrr, csmName }) => [
				'#new-customers',
				`New customer: *${escaped(name)}* (MRR: ${mrr}, CSM: ${csmName})`,
				`Onboarding project: Welcome, ${escaped(name)}`,
			]),
		);
		await from('Account Created', [{ id: UNKNOWN_ID, name: 'Gone', mrr: 0, csmName: 'Ines' }]);
		assert.match(
			String(slack.messages.at(-1)?.text),
			/^New customer: \*Gone\* \(MRR: 0, CSM: Ines\)\nThe onboarding project was not created: ./,
		);
		return `${accounts.length} projects and messages, 1 message without a project`;
	},

	'weekly-renewals-digest': async ({ from, slack, sandbox: { state } }) => {
		const active = [...state.accounts.all()].filter(({ traits }) => !traits.churnedAt);
		/** Accounts with a renewal in so many days; no other account has one. */
		const renewing = (...days: number[]) => {
			for (const [index, account] of active.entries()) {
				const nextRenewalDate = index < days.length ? dayIn(days[index]) : null;
				state.accounts.change(account, { traits: { ...account.traits, nextRenewalDate } });
			}
		};
		renewing(60, 0, -1, 61, 30);
		const execution = await from('Every Monday');
		const { channel, text } = only(slack.messages, 'messages in Slack');
		assert.equal(channel, '#renewals');
		const renewals = emittedBy(execution, 'Read Renewals');
		assert.deepEqual(String(text).split('\n'), [
			`*Renewals in the next 60 days: ${renewals.length}*`,
			...renewals
				.map((one) => [String(one.nextRenewalDate).slice(0, 10), one.name, one.mrr, one.csmName])
				.map(([day, name, mrr, csm]) => `${day}: ${name} (MRR: ${mrr}, CSM: ${csm})`)
				.sort(),
		]);
		assert.deepEqual(
			renewals.map(({ id }) => id).sort(),
			[active[0], active[1], active[4]].map(({ id }) => id).sort(),
		);
		renewing(-1, 61);
		await from('Every Monday');
		assert.equal(slack.messages.length, 1, 'A message without renewals');
		return `1 message with ${renewals.length} renewals, none without`;
	},
};

import assert from 'node:assert/strict';

import type { IDataObject } from 'n8n-workflow';

import { emittedBy } from '../session.cts';
import { only, present } from './arrived.cts';
import type { ExampleRun } from './exampleRun.cts';

/** As the examples write a name: Slack would read its markup. */
const escaped = (name: unknown) => String(name).replaceAll('&', '&amp;');

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
		return `${tasks.length} messages`;
	},

	'segment-entered-to-slack': async ({ from, choose, sheets, slack }) => {
		sheets.add('Segments', []);
		await choose('Add to Log', { documentId: { __rl: true, mode: 'list', value: 'document-1' } });
		const accounts = emittedBy(await from('Entered Segment'), 'Entered Segment');
		const formula: IDataObject = { ...accounts[0], id: 'other', name: '=1+1' };
		await from('Entered Segment', [formula]);
		const all = [...accounts, formula];
		assert.deepEqual(
			slack.messages.map(({ channel, text }) => [channel, text]),
			all.map(({ name, segmentsAdded, csmName }) => [
				'#customer-segments',
				`*${escaped(name)}* is now in ${String(segmentsAdded)} (CSM: ${csmName})`,
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
		return `${deals.length} messages`;
	},

	'health-score-drop-to-slack': async ({ from, slack, sandbox: { state } }) => {
		const name = 'Health Score Changed';
		const [sample] = emittedBy(await from(name), name);
		slack.messages.length = 0;
		const before = state.notes.size;
		const changed = (before: number, healthScore: number | null) => ({
			...sample,
			previousValues: { healthScore: before },
			currentValues: { healthScore },
		});
		await from(name, [
			{ ...changed(8, 3), name: 'A <B> & C' },
			changed(3, 8),
			{ ...changed(6, null), id: '00000000-0000-4000-8000-000000000000', csmName: null },
		]);
		const [first, second, ...others] = slack.messages.map(({ text }) => String(text).split('\n'));
		assert.deepEqual(first, [
			`*A &lt;B&gt; &amp; C*: the health score dropped from 8 to 3 (CSM: ${sample.csmName})`,
		]);
		assert.equal(
			second?.[0],
			`*${escaped(sample.name)}*: the health score dropped from 6 to no score (CSM: none)`,
		);
		assert.match(second[1], /^No note was saved: ./);
		assert.deepEqual(others, []);
		assert.equal(slack.messages[0].channel, '#customer-health');
		const note = present([...state.notes.all()].at(-1), 'note');
		assert.deepEqual(
			[note.accountId, note.subject, note.note, note.tags],
			[
				sample.id,
				'Health score dropped',
				'<p>The health score dropped from 8 to 3.</p>',
				['health'],
			],
		);
		assert.equal(state.notes.size, before + 1);
		return `2 messages of 3 changes, 1 note; ${second[1]}`;
	},

	'nps-detractor-to-slack': async ({ from, slack, sandbox: { state } }) => {
		const [sample] = emittedBy(await from('NPS Response'), 'NPS Response');
		slack.messages.length = 0;
		const before = state.tasks.size;
		const id = 'response-1';
		await from('NPS Response', [
			{ ...sample, id, score: 6, feedback: 'Slow & <b>costly</b>' },
			{ ...sample, id: 'response-2', score: 7 },
		]);
		const { channel, text } = only(slack.messages, 'messages in Slack');
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
		assert.equal(state.tasks.size, before + 1);
		return '1 message, 1 task of 2 responses';
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
		return `${accounts.length} projects and messages`;
	},

	'weekly-renewals-digest': async ({ from, slack, sandbox: { state } }) => {
		const [account] = state.accounts.all();
		const nextRenewalDate = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
		state.accounts.change(account, { traits: { ...account.traits, nextRenewalDate } });
		const execution = await from('Every Monday');
		const { channel, text } = only(slack.messages, 'messages in Slack');
		assert.equal(channel, '#renewals');
		const renewals = emittedBy(execution, 'Renewals');
		assert.deepEqual(String(text).split('\n'), [
			`*Renewals in the next 60 days: ${renewals.length}*`,
			...renewals
				.map((one) => [String(one.nextRenewalDate).slice(0, 10), one.name, one.mrr, one.csmName])
				.map(([day, name, mrr, csm]) => `${day}: ${name} (MRR: ${mrr}, CSM: ${csm})`)
				.sort(),
		]);
		assert.match(String(text), new RegExp(`\n${nextRenewalDate}: ${account.name} \\(`));
		return `1 message with ${renewals.length} renewals`;
	},
};

import assert from 'node:assert/strict';

import type { IDataObject } from 'n8n-workflow';

import { itemsOf } from '../session.cts';
import { only, present } from './arrived.cts';
import type { ExampleRun } from './exampleRun.cts';

/** As the examples write a name: Slack would read its markup. */
const escaped = (name: unknown) => String(name).replaceAll('&', '&amp;');

/** The examples that post to Slack what happens in Vitally. */
export const TO_SLACK: Record<string, ExampleRun> = {
	'task-completed-to-slack': async ({ from, slack }) => {
		const execution = await from('Task Completed');
		const { json } = only(itemsOf(execution, 'Task Completed'), 'completed tasks');
		const { channel, text } = only(slack.messages, 'messages in Slack');
		assert.equal(channel, '#customer-tasks');
		const { name, accountName, organizationName, csmName } = json;
		const customer = escaped(accountName ?? organizationName);
		assert.equal(text, `Done: *${escaped(name)}* (${customer}, CSM: ${csmName})`);
		return String(text);
	},

	'segment-entered-to-slack': async ({ from, choose, sheets, slack }) => {
		sheets.add('Segments', []);
		await choose('Add to Log', { documentId: { __rl: true, mode: 'list', value: 'document-1' } });
		const first = only(itemsOf(await from('Entered Segment'), 'Entered Segment'), 'accounts').json;
		const items: IDataObject[] = [first, { ...first, id: 'other', name: '=1+1' }];
		slack.messages.length = 0;
		await from('Entered Segment', items);
		assert.deepEqual(
			slack.messages.map(({ channel, text }) => [channel, text]),
			items.map(({ name, segmentsAdded, csmName }) => [
				'#customer-segments',
				`*${escaped(name)}* is now in ${String(segmentsAdded)} (CSM: ${csmName})`,
			]),
		);
		const rows = [first, ...items].map(({ updatedAt, name, id, segmentsAdded, csmName }) => [
			...[updatedAt, name, id, String(segmentsAdded), csmName],
		]);
		assert.deepEqual(sheets.rows('Segments'), [
			['Time', 'Account', 'Account ID', 'Segments', 'CSM'],
			...rows,
		]);
		return `${slack.messages.length} messages, ${rows.length} rows below the titles`;
	},

	'custom-object-created-to-slack': async ({ from, slack }) => {
		const execution = await from('Deal Created');
		const { json } = only(itemsOf(execution, 'Deal Created'), 'deals');
		const { channel, text } = only(slack.messages, 'messages in Slack');
		assert.equal(channel, '#deals');
		const traits = json.traits as IDataObject;
		assert.deepEqual(String(text).split('\n'), [
			`New: *${escaped(json.name)}* (${escaped(json.accountName)}, CSM: ${json.csmName})`,
			`stage: ${traits['vitally.custom.stage']}`,
			`amount: ${traits['vitally.custom.amount']}`,
		]);
		return String(text).replaceAll('\n', ', ');
	},

	'health-score-drop-to-slack': async ({ from, slack, sandbox: { state } }) => {
		const sample = only(
			itemsOf(await from('Health Score Changed'), 'Health Score Changed'),
			'accounts',
		).json;
		slack.messages.length = 0;
		const before = state.notes.size;
		const changed = (before: number, healthScore: number | null) => ({
			...sample,
			previousValues: { healthScore: before },
			currentValues: { healthScore },
		});
		await from('Health Score Changed', [
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
		const sample = only(itemsOf(await from('NPS Response'), 'NPS Response'), 'responses').json;
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
		const execution = await from('Account Created');
		const { json } = only(itemsOf(execution, 'Account Created'), 'accounts');
		const project = present([...state.projects.all()][before], 'project');
		assert.deepEqual([project.accountId, project.name], [json.id, `Welcome, ${json.name}`]);
		const { channel, text } = only(slack.messages, 'messages in Slack');
		assert.equal(channel, '#new-customers');
		const { mrr, csmName } = json;
		const name = escaped(json.name);
		assert.deepEqual(String(text).split('\n'), [
			`New customer: *${name}* (MRR: ${mrr}, CSM: ${csmName})`,
			`Onboarding project: Welcome, ${name}`,
		]);
		return `1 project; ${String(text).split('\n')[0]}`;
	},

	'weekly-renewals-digest': async ({ from, slack, sandbox: { state } }) => {
		const [account] = state.accounts.all();
		const nextRenewalDate = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
		state.accounts.change(account, { traits: { ...account.traits, nextRenewalDate } });
		const execution = await from('Every Monday');
		const { channel, text } = only(slack.messages, 'messages in Slack');
		assert.equal(channel, '#renewals');
		const count = itemsOf(execution, 'Renewals').length;
		assert.ok(String(text).startsWith(`*Renewals in the next 60 days: ${count}*\n`));
		assert.ok(String(text).includes(`${nextRenewalDate}: ${account.name} (MRR: `));
		return `1 message with ${count} renewals`;
	},
};

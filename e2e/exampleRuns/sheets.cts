import assert from 'node:assert/strict';

import { until } from '../child.cts';
import { typeformResponse } from '../fakeServices/triggerEvents.cts';
import { itemsOf } from '../session.cts';
import { only, present } from './assertions.cts';
import type { ExampleRun } from './exampleRun.cts';

/** What people pick in a Google Sheets node. */
const documentId = { __rl: true, mode: 'list', value: 'document-1' };
const firstSheet = { __rl: true, mode: 'list', value: 'gid=0' };

const AT = '2024-05-06T08:12:00Z';

/** The examples with Google Sheets. */
export const SHEETS: Record<string, ExampleRun> = {
	'google-sheets-to-custom-objects': async ({ from, choose, sheets, slack, sandbox }) => {
		const { state } = sandbox;
		const [account] = state.accounts.all();
		const before = state.instances.size;
		const amount = state.instances.byExternalId('deal-1')?.traits['vitally.custom.amount'];
		sheets.add('Deals', [
			['deal', 'title', 'account', 'stage', 'amount', 'closes_on'],
			['sheet-1', 'Second region', account.externalId, 'Proposal', 4200.5, '2026-12-15'],
			['deal-1', 'Renamed', account.externalId, 'Won', '', ''],
			['sheet-2', 'Third region', 'acct-9', 'Proposal', 1, ''],
		]);
		await choose('Read Deals', { documentId });
		await from('Every Hour');
		const made = present(state.instances.byExternalId('sheet-1'), 'deal sheet-1');
		assert.deepEqual(
			[made.name, made.customerId, made.traits],
			[
				'Second region',
				account.id,
				{
					'vitally.custom.stage': 'Proposal',
					'vitally.custom.amount': 4200.5,
					'vitally.custom.closesOn': '2026-12-15T00:00:00.000Z',
				},
			],
		);
		const changed = present(state.instances.byExternalId('deal-1'), 'deal deal-1');
		assert.deepEqual(
			[changed.name, changed.traits],
			['Renamed', { 'vitally.custom.stage': 'Won', 'vitally.custom.amount': amount }],
		);
		assert.equal(state.instances.size, before + 1);
		const { channel, text } = only(slack.messages, 'messages in Slack');
		assert.equal(channel, '#customer-success');
		assert.match(String(text), /^\*Deals that could not be written:\* 1\n• sheet-2: .*acct-9/);

		const writes = () => sandbox.requests.filter(({ method }) => method !== 'GET').length;
		const written = writes();
		await from('Every Hour');
		assert.equal(writes(), written);
		return '1 created, 1 updated, 1 reported; nothing written by a second run';
	},

	'import-tickets-from-google-sheets': async ({ from, choose, sheets, sandbox: { state } }) => {
		const [{ email: team }] = state.admins.all();
		const [{ email, id }] = state.users.all();
		const columns = 'ticket,subject,status,message_number,from_role,from,to,text,sent_at';
		const ticket = [4711, 'Import stops', 'solved'];
		sheets.add('Tickets', [
			columns.split(','),
			[...ticket, 1, 'customer', String(email), team, '<p>It stops</p>', AT],
			[...ticket, 2, 'team', team, String(email), '<p>Solved</p>', '2024-05-06T09:00:00Z'],
			[4712, 'Call', 'open', '', '', '', '', '', ''],
			[...ticket, 3, 'customer', 'nobody@unknown.example', team, '<p>Hello</p>', AT],
		]);
		await choose('Read Ticket Messages', { documentId });
		const before = state.conversations.size;
		const start = 'When clicking Execute workflow';
		await from(start);
		const execution = await from(start);
		const conversation = present(state.conversations.byExternalId('ticket-4711'), 'ticket 4711');
		assert.deepEqual(
			[conversation.subject, conversation.traits],
			['Import stops', { ticketStatus: 'solved', ticketNumber: 4711 }],
		);
		assert.deepEqual(
			conversation.messages.map(({ from: sender, message }) => [sender.id === id, message]),
			[
				[true, '<p>It stops</p>'],
				[false, '<p>Solved</p>'],
			],
		);
		assert.deepEqual(state.conversations.byExternalId('ticket-4712')?.messages, []);
		assert.equal(state.conversations.size, before + 2);
		const { json } = only(itemsOf(execution, 'List Not Imported'), 'rows that were not imported');
		assert.deepEqual([json.row, json.ticket, json.message], [5, '4711', '3']);
		assert.match(String(json.reason), /nobody@unknown\.example/);
		return '2 conversations, 2 messages, 1 row not imported, run twice';
	},

	'onboarding-project-from-form': async ({ activate, started, choose, sheets, sandbox }) => {
		const { state } = sandbox;
		const [account] = state.accounts.all();
		const [admin] = state.admins.all();
		sheets.add('Checklist', [
			['Task', 'Milestone', 'Day', 'Owner'],
			['Hold the kick-off', 'Kick-off', 3, admin.email],
			['Import the data', 'Data import', 14],
		]);
		await choose('Read Checklist', { documentId, sheetName: firstSheet });
		const url = `${await activate()}/form/vitally-onboarding-form`;
		const page = await until('the form', async () => {
			const answer = await fetch(url);
			return answer.ok && (await answer.text());
		});
		const values = { 'Customer ID': account.externalId, Site: 'Port', 'Start Date': '2026-12-01' };
		const form = new FormData();
		for (const [index, [label, value]] of Object.entries(values).entries()) {
			assert.ok(page.includes(label), `The form does not ask for ${label}`);
			form.set(`field-${index}`, value);
		}
		assert.equal((await fetch(url, { method: 'POST', body: form })).status, 200);
		await started(1);

		const project = present([...state.projects.all()].at(-1), 'project');
		assert.deepEqual(
			[project.name, project.accountId, project.traits['vitally.custom.site']],
			['Onboarding: Port', account.id, 'Port'],
		);
		assert.deepEqual(
			[project.targetStartDate, project.targetCompletionDate],
			['2026-12-01', '2027-01-15'],
		);
		const tasks = [2, 3].map((row) =>
			present(state.tasks.byExternalId(`${project.id}-${row}`), `task of row ${row}`),
		);
		const milestone = (name: string) => project.milestones.find((one) => one.name === name)?.id;
		const link = (name: string) => [{ projectId: project.id, milestoneId: milestone(name) }];
		assert.deepEqual(
			tasks.map(({ name, dueDate, assignedToId, links }) => [name, dueDate, assignedToId, links]),
			[
				['Hold the kick-off', '2026-12-04', admin.id, link('Kick-off')],
				['Import the data', '2026-12-15', null, link('Data import')],
			],
		);
		return '1 form, 1 project, 2 tasks';
	},

	'typeform-to-nps': async ({ from, choose, sheets, sandbox: { state } }) => {
		const [user] = state.users.all();
		sheets.add('Not in Vitally', []);
		await choose('Add to Sheet', { documentId });
		const comment = { long_text: 'Saves us a day.' };
		const stranger = { email: 'someone@unknown.example', nps: 7, long_text: '=1+1' };
		const hidden = typeformResponse('d', { nps: 8 });
		const before = state.npsResponses.size;
		await from('Typeform Trigger', [
			typeformResponse('a', { short_text: 'Ines', email: String(user.email), nps: 0, ...comment }),
			typeformResponse('b', stranger),
			typeformResponse('c', { email: String(user.email) }),
			{ ...hidden, form_response: { ...hidden.form_response, hidden: { email: user.email } } },
		]);
		const response = present(state.npsResponses.byExternalId('typeform-a'), 'NPS response');
		assert.deepEqual(
			[response.userId, response.score, response.feedback, response.respondedAt],
			[user.id, 0, 'Saves us a day.', '2026-11-02T09:15:00.000Z'],
		);
		assert.equal(state.npsResponses.byExternalId('typeform-d')?.userId, user.id);
		assert.equal(state.npsResponses.size, before + 2);
		const [columns, row, unscored, ...rows] = sheets.rows('Not in Vitally');
		assert.deepEqual(columns, ['answered_at', 'email', 'score', 'comment', 'reason', 'response']);
		assert.deepEqual(
			[row?.[1], row?.[2], row?.[3], row?.[5], rows],
			['someone@unknown.example', '7', '=1+1', 'b', []],
		);
		assert.match(String(row[4]), /someone@unknown\.example/);
		assert.match(unscored.join(), /'Score' is empty/);
		return '2 NPS responses, 2 rows in the sheet';
	},
};

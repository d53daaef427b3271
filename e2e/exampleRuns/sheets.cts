import assert from 'node:assert/strict';

import { itemsOf } from '../session.cts';
import { assertRecord, only, submitWithLogin } from './assertions.cts';
import type { ExampleRun } from './exampleRun.cts';

/** What people pick in a Google Sheets node. */
const documentId = { __rl: true, mode: 'list', value: 'document-1' };
const sheetName = { __rl: true, mode: 'list', value: 'gid=0' };

const AT = '2024-05-06T08:12:00Z';

/** The examples with Google Sheets. */
export const SHEETS: Record<string, ExampleRun> = {
	'google-sheets-to-custom-objects': async ({ from, choose, sheets, slack, state, writes }) => {
		const [account] = state.accounts.all();
		const before = state.instances.size;
		const { 'vitally.custom.amount': amount } =
			state.instances.byExternalId('deal-1')?.traits ?? {};

		sheets.add('Deals', [
			['deal', 'title', 'account', 'stage', 'amount', 'closes_on'],
			['sheet-1', 'Second region', account.externalId, 'Proposal', 4200.5, '2026-12-15'],
			['deal-1', 'Renamed', account.externalId, 'Won', '', ''],
			['sheet-2', 'Third region', 'acct-9', 'Proposal', 1, ''],
		]);
		await choose('Read Deals', { documentId });
		await choose('Sync Deals', { dryRun: false });
		await from('Every Hour');
		assertRecord(state.instances.byExternalId('sheet-1'), {
			name: 'Second region',
			customerId: account.id,
			traits: {
				'vitally.custom.stage': 'Proposal',
				'vitally.custom.amount': 4200.5,
				'vitally.custom.closesOn': '2026-12-15T00:00:00.000Z',
			},
		});
		assertRecord(state.instances.byExternalId('deal-1'), {
			name: 'Renamed',
			traits: { 'vitally.custom.stage': 'Won', 'vitally.custom.amount': amount },
		});
		assert.equal(state.instances.size, before + 1);

		const [channel, text] = only(slack.posts, 'messages in Slack');

		assert.equal(channel, '#customer-success');
		assert.match(text, /^\*Deals that could not be written:\* 1\n• sheet-2: .*acct-9/);

		const written = writes();

		await from('Every Hour');
		assert.equal(writes(), written);
	},

	'import-tickets-from-google-sheets': async ({ from, choose, sheets, state, writes }) => {
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
		assert.equal(writes(), 0);

		await choose('Log Message', { options: {} });
		await from(start);
		const execution = await from(start);
		const conversation = state.conversations.byExternalId('ticket-4711');

		assertRecord(conversation, {
			subject: 'Import stops',
			traits: { ticketStatus: 'solved', ticketNumber: 4711 },
		});
		assert.deepEqual(
			conversation?.messages.map(({ from: sender, message }) => [sender.id === id, message]),
			[
				[true, '<p>It stops</p>'],
				[false, '<p>Solved</p>'],
			],
		);
		assertRecord(state.conversations.byExternalId('ticket-4712'), { messages: [] });
		assert.equal(state.conversations.size, before + 2);

		const { json } = only(itemsOf(execution, 'List Not Imported'), 'rows that were not imported');

		assert.deepEqual([json.row, json.ticket, json.message], [5, '4711', '3']);
		assert.match(String(json.reason), /nobody@unknown\.example/);
	},

	'onboarding-project-from-form': async ({ activate, started, choose, sheets, state }) => {
		const [account] = state.accounts.all();
		const [admin] = state.admins.all();

		sheets.add('Checklist', [
			['Task', 'Milestone', 'Day', 'Owner'],
			['Hold the kick-off', 'Kick-off', 3, admin.email],
			['Import the data', 'Data import', 14],
		]);
		await choose('Read Checklist', { documentId, sheetName });
		const url = await activate('/form/vitally-onboarding-form');

		await submitWithLogin(url, String(account.externalId), 'Port', '2026-12-01');
		await started(1);

		const project = [...state.projects.all()].at(-1);

		assertRecord(project, {
			name: 'Onboarding: Port',
			accountId: account.id,
			targetStartDate: '2026-12-01',
			targetCompletionDate: '2027-01-15',
		});
		assert.equal(project?.traits['vitally.custom.site'], 'Port');

		const links = (milestone: string) => {
			const found = project.milestones.find(({ name }) => name === milestone);

			return [{ projectId: project.id, milestoneId: String(found?.id) }];
		};

		assertRecord(state.tasks.byExternalId(`${project.id}-2`), {
			name: 'Hold the kick-off',
			dueDate: '2026-12-04',
			assignedToId: admin.id,
			links: links('Kick-off'),
		});
		assertRecord(state.tasks.byExternalId(`${project.id}-3`), {
			name: 'Import the data',
			dueDate: '2026-12-15',
			assignedToId: null,
			links: links('Data import'),
		});
	},

	'typeform-to-nps': async ({ from, choose, sheets, state }) => {
		const [{ id: userId, email }] = state.users.all();

		sheets.add('Not in Vitally', []);
		await choose('Add to Sheet', { documentId });
		const emailed = (address: string | null) => ({ field: { type: 'email' }, email: address });
		const scored = (number: number) => ({ field: { type: 'nps' }, number });
		const commented = (text: string) => ({ field: { type: 'long_text' }, text });
		const response = (token: string, answers: object[], hidden = {}) => ({
			form_response: { token, submitted_at: '2026-11-02T09:15:00Z', answers, hidden },
		});
		const before = state.npsResponses.size;

		await from('Typeform Trigger', [
			response('a', [emailed(email), scored(0), commented('Saves us a day.')]),
			response('b', [emailed('someone@unknown.example'), scored(7), commented('=1+1')]),
			response('c', [emailed(email)]),
			response('d', [scored(8)], { email }),
		]);
		assertRecord(state.npsResponses.byExternalId('typeform-a'), {
			userId,
			score: 0,
			feedback: 'Saves us a day.',
			respondedAt: '2026-11-02T09:15:00.000Z',
		});
		assertRecord(state.npsResponses.byExternalId('typeform-d'), { userId });
		assert.equal(state.npsResponses.size, before + 2);

		const [columns, stranger, unscored, ...rows] = sheets.rows('Not in Vitally');

		assert.deepEqual(columns, ['answered_at', 'email', 'score', 'comment', 'reason', 'response']);
		assert.match(
			stranger.join(),
			/someone@unknown\.example,7,=1\+1,.*someone@unknown\.example.*,b$/,
		);
		assert.match(unscored.join(), /'Score' is empty/);
		assert.deepEqual(rows, []);
	},
};

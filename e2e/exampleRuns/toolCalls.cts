import assert from 'node:assert/strict';

import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';

/** The tools of the examples for models, with what a model sends, and what that does in Vitally. */
export function toolCalls({ state }: Sandbox) {
	const [account] = state.accounts.all();
	const [admin] = state.admins.all();
	const { id: account_id, traits } = account;
	const [notes, tasks] = [state.notes.size, state.tasks.size];
	const calls: Array<[tool: string, values: IDataObject]> = [
		['find_accounts', { name: String(account.name).slice(1), limit: 5 }],
		['get_account', { account_id }],
		['brief_account', { account_id }],
		[
			'create_task',
			{
				account_id,
				name: 'Send the offer',
				description: '',
				due_date: '2026-04-02',
				assignee_email: admin.email,
			},
		],
		['log_note', { account_id, note: '**Agreed**', note_date: '2026-03-31', subject: 'Call' }],
		[
			'create_task',
			{ account_id, name: 'Call back', description: '', due_date: '', assignee_email: '' },
		],
		['update_account', { account_id, renewal_date: '2027-01-31', traits: '{"plan": "gold"}' }],
	];
	/** @param answers what the tools returned, in the order of the calls */
	const assertDone = (answers: string[]): void => {
		assert.ok(answers[0].includes(account_id), answers[0]);
		for (const answer of answers.slice(1, 3))
			assert.ok(answer.includes(String(account.name)), answer);
		const note = [...state.notes.all()].find(({ subject }) => subject === 'Call');
		assert.deepEqual([note?.accountId, note?.note], [account_id, '<p><strong>Agreed</strong></p>']);
		const task = [...state.tasks.all()].find(({ name }) => name === 'Send the offer');
		assert.deepEqual([task?.accountId, task?.assignedToId], [account_id, admin.id]);
		const bare = [...state.tasks.all()].find(({ name }) => name === 'Call back');
		assert.deepEqual([bare?.accountId, bare?.assignedToId], [account_id, null]);
		assert.deepEqual([state.notes.size, state.tasks.size], [notes + 1, tasks + 2]);
		assert.deepEqual(state.accounts.get(account_id)?.traits, {
			...traits,
			plan: 'gold',
			nextRenewalDate: '2027-01-31T00:00:00.000Z',
		});
	};
	return { calls, assertDone };
}

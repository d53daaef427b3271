import type { IDataObject } from 'n8n-workflow';

import { runWorkflow } from '../engine/engine.cts';
import { credentialsFor } from '../engine/node.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { readExample } from './example.cts';
import { answering, startedWith } from './replaced.cts';

/** No model is asked and no webhook is called here: both nodes are replaced. */
describe('call-summary-to-note.json', () => {
	const sandbox = sandboxOfSuite();
	afterEach(() => expect(sandbox().contractRefusals()).toEqual([]));

	const workflow = readExample('call-summary-to-note.json');
	const call = {
		id: 'call-2048',
		title: 'Renewal call',
		startedAt: '2026-11-19T15:30:00+01:00',
		transcript: 'We would like to renew.',
		topics: ['renewal', 'training'],
	};
	const log = async (summary: string, ...bodies: IDataObject[]) => {
		const calls = bodies.map((body) => ({ body: { ...call, ...body } }));
		const started = startedWith(workflow, 'Call Finished', calls);
		const asked = answering(started, 'Summarize', { text: summary });
		return await runWorkflow(asked, { credentials: credentialsFor(sandbox()) });
	};

	it('writes one note for each call, and keeps the tags that people add', async () => {
		const { state } = sandbox();
		const [first, second] = [...state.accounts.all()].filter(({ traits }) => !traits.churnedAt);
		const before = state.notes.size;
		const bodies = [
			{ account: first.externalId },
			{ account: second.externalId, id: 'call-2049', topics: undefined },
		];
		const outcome = await log('They will **renew**.', ...bodies);
		expect(outcome.error).toBeUndefined();
		expect(state.notes.size).toBe(before + 2);

		const note = state.notes.byExternalId('call-2048');
		const category = [...state.noteCategories.all()].find(({ name }) => name === 'Call');
		expect(note).toMatchObject({
			accountId: first.id,
			subject: 'Renewal call',
			categoryId: category?.id,
			noteDate: '2026-11-19T14:30:00.000Z',
			note: `<p>They will <strong>renew</strong>.</p><p>Plan at the time: <strong>${first.traits.plan}</strong></p>`,
			tags: ['call', 'renewal', 'training'],
		});
		expect(state.notes.byExternalId('call-2049')).toMatchObject({
			accountId: second.id,
			tags: ['call'],
		});

		if (note) state.notes.change(note, { tags: [...note.tags, 'upsell'] });
		await log('They **renewed**.', { account: first.externalId });
		expect(state.notes.size).toBe(before + 2);
		const changed = state.notes.byExternalId('call-2048');
		expect(changed?.note).toContain('<strong>renewed</strong>');
		expect([...(changed?.tags ?? [])].sort()).toEqual(['call', 'renewal', 'training', 'upsell']);
	});

	it('names an account that is not in Vitally', async () => {
		const before = sandbox().state.notes.size;
		const { error } = await log('They left.', { account: 'crm-9' });
		expect(error?.message).toContain('crm-9');
		expect(sandbox().state.notes.size).toBe(before);
	});
});

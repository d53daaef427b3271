import fc from 'fast-check';

import type { Fault } from '../../../sandbox/faults.cts';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.cts';
import { firstJsonOf } from '../../engine/itemLines.cts';
import { NODE, runIn } from '../../engine/node.cts';
import { until } from '../../engine/until.cts';
import { addPeople } from '../../fixtures/customers.cts';
import { byId } from '../../fixtures/locators.cts';
import { addNote } from '../../fixtures/notes.cts';
import { runsOf } from '../../models/histories.cts';

interface Update {
	named: 'id' | 'externalId';
	mode: 'keep' | 'add' | 'remove' | 'replace';
	tags: string[];
}

/** The tags of a note, and what the items of one run do to them. */
interface Sequence {
	before: string[];
	updates: Update[];
}

/** Run together, so that requests for different notes mix as well. */
const SEQUENCES_PER_RUN = 10;

/** What _Create or Update_ requires. */
const NEW_NOTE = { externalId: 'N1', accountId: byId('acc-1'), note: 'New' };

const TAG = fc.constantFrom('a', 'b', 'c, d', 'É', ' e ');
const sequence: fc.Arbitrary<Sequence> = fc.record({
	before: fc.uniqueArray(TAG),
	updates: fc.array(
		fc.record<Update>({
			named: fc.constantFrom('id', 'externalId'),
			mode: fc.constantFrom('keep', 'add', 'remove', 'replace'),
			tags: fc.array(TAG, { maxLength: 3 }),
		}),
		{ minLength: 1, maxLength: 6 },
	),
});

/** What an update does to tags, with sets. */
function after(before: string[], { mode, tags }: Update): string[] {
	const given = new Set(tags);
	if (mode === 'keep') return before;
	if (mode === 'replace') return [...given];
	if (mode === 'remove') return before.filter((tag) => !given.has(tag));

	return [...new Set([...before, ...given])];
}

/**
 * All tags that the note may end with: items that name it in the same way keep their order, the others
 * may come between them, and nothing is lost.
 */
function possibleEnds({ before, updates }: Sequence): string[] {
	const byId = updates.filter(({ named }) => named === 'id');
	const byExternalId = updates.filter(({ named }) => named === 'externalId');
	const ends = new Set<string>();

	const follow = (tags: string[], first: number, second: number): void => {
		if (first === byId.length && second === byExternalId.length) ends.add(JSON.stringify(tags));
		if (first < byId.length) follow(after(tags, byId[first]), first + 1, second);
		if (second < byExternalId.length) follow(after(tags, byExternalId[second]), first, second + 1);
	};

	follow(before, 0, 0);

	return [...ends];
}

describe('the tags of a note', () => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty', limits: { budget: 1_000_000 } });
	});

	afterAll(async () => await sandbox.close());

	const run = async (sequences: Sequence[], slowEvery: number) => {
		sandbox.reset();
		addPeople(sandbox);
		sequences.forEach(({ before }, note) =>
			addNote(sandbox, `n-${note}`, { externalId: `N${note}`, tags: before }),
		);
		sandbox.faults.add({ kind: 'delay', ms: 2, on: { nth: slowEvery } });
		const items = sequences.flatMap(({ updates }, note) =>
			updates.map((update, turn) => ({ ...update, turn, id: [`n-${note}`, `N${note}`] })),
		);
		const outcome = await runIn(sandbox, {
			parameters: {
				resource: 'note',
				operation: 'update',
				noteId: {
					__rl: true,
					mode: '={{ $json.named }}',
					value: '={{ $json.id[$json.named === "id" ? 0 : 1] }}',
				},
				updateFields: { subject: 'New' },
				tagsMode: '={{ $json.mode }}',
				tags: '={{ $json.tags }}',
			},
			items: items.sort((first, second) => first.turn - second.turn),
		});

		expect({ error: outcome.error?.message ?? 'none' }).toEqual({ error: 'none' });
		expect({ items: outcome.items(NODE).length }).toEqual({ items: items.length });
	};

	it.each([
		{
			name: 'added by an update',
			parameters: { operation: 'update', noteId: byId('n-1'), tagsMode: 'add', tags: 'added' },
			tags: ['added', 'other', 'own'],
		},
		{
			name: 'replaced by an update',
			parameters: { operation: 'update', noteId: byId('n-1'), tagsMode: 'replace', tags: 'added' },
			tags: ['added'],
		},
		{
			name: 'kept by a creation or update',
			parameters: { operation: 'upsert', ...NEW_NOTE },
			tags: ['other', 'own'],
		},
	])(
		'include those that another process added during the wait for the limit, when $name',
		async ({ parameters, tags }) => {
			sandbox.reset();
			addPeople(sandbox);
			const note = addNote(sandbox, 'n-1', { externalId: 'N1', tags: ['own'] });
			const fault: Fault = {
				kind: 'status',
				status: 429,
				headers: { 'retry-after': '1' },
				times: 1,
			};
			// Another process adds one meanwhile.
			const matches = () => Boolean(sandbox.state.notes.change(note, { tags: ['own', 'other'] }));

			sandbox.faults.add({ ...fault, on: { method: 'PUT', matches } });
			const updateFields = { subject: 'New' };
			const { error } = await runIn(sandbox, {
				parameters: { resource: 'note', ...parameters, updateFields },
			});

			expect(error?.message).toBeUndefined();

			const end = sandbox.state.notes.get('n-1')?.tags ?? [];

			expect([...end].sort()).toEqual(tags);
		},
	);

	/** Waits for a request with a part in its method and path. */
	const seen = async (part: string) => {
		const isSeen = () =>
			sandbox.requests.some(({ method, path }) => `${method} ${path}`.includes(part));

		await until(`a request contains ${part}`, isSeen);
	};

	it('include one that an update by the Vitally ID adds while a Create or Update changes the note', async () => {
		sandbox.reset();
		addPeople(sandbox);
		addNote(sandbox, 'n-1', { externalId: 'N1', tags: ['own'] });
		// Without a common lock, the update would come between the read and the write of the other item.
		sandbox.faults.add({ kind: 'delay', ms: 200, on: { method: 'PUT' }, times: 1 });
		const write = async (parameters: object) =>
			await runIn(sandbox, { parameters: { resource: 'note', ...parameters } });
		const upserted = write({ operation: 'upsert', ...NEW_NOTE });

		await seen('PUT');
		await write({ operation: 'update', noteId: byId('n-1'), tagsMode: 'add', tags: 'added' });
		await upserted;

		expect({ tags: sandbox.state.notes.get('n-1')?.tags }).toEqual({ tags: ['own', 'added'] });
	});

	it('go into a new note when someone deletes the note while another item changes it', async () => {
		sandbox.reset();
		addPeople(sandbox);
		const note = addNote(sandbox, 'n-1', { externalId: 'N1' });

		const isRemoved = seen('/N1').then(() => sandbox.state.notes.remove(note));

		sandbox.faults.add({ kind: 'hold', until: isRemoved, on: { method: 'PUT' }, times: 1 });
		const write = async (parameters: object) =>
			await runIn(sandbox, { parameters: { resource: 'note', ...parameters } });
		const updateFields = { subject: 'New' };
		const updated = write({ operation: 'update', noteId: byId('n-1'), updateFields });

		await seen('PUT');
		const created = await write({ operation: 'upsert', ...NEW_NOTE });

		expect(firstJsonOf(created)).toMatchObject({ externalId: 'N1', created: true });
		expect({ errorOfUpdate: (await updated).error?.message ?? 'none' }).toEqual({
			errorOfUpdate: expect.stringContaining('was not found') as string,
		});
	});

	it('end as a model predicts after random sequences of updates', async () => {
		const sequences = fc.array(sequence, {
			minLength: SEQUENCES_PER_RUN,
			maxLength: SEQUENCES_PER_RUN,
		});

		await fc.assert(
			fc.asyncProperty(sequences, fc.integer({ min: 2, max: 7 }), async (all, slowEvery) => {
				await run(all, slowEvery);

				for (const [note, { before, updates }] of all.entries()) {
					const tags = JSON.stringify(sandbox.state.notes.get(`n-${note}`)?.tags);
					const ends = possibleEnds({ before, updates });
					const due = ends.includes(tags) ? tags : ends.join(' or ');

					expect({ before, updates, tags }).toEqual({ before, updates, tags: due });
				}
			}),
			{ numRuns: runsOf(10), endOnFailure: true },
		);
	});
});

import fc from 'fast-check';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { addNote, addPeople } from './activityWorld.cts';

interface Update {
	note: 0 | 1;
	named: 'id' | 'externalId';
	mode: 'keep' | 'add' | 'remove' | 'replace';
	tags: string[];
	delayMs: number;
}

const TAGS = ['a', 'b', 'c, d', 'É', ' e '];
const tags = fc.array(fc.constantFrom(...TAGS), { maxLength: 3 });
const update: fc.Arbitrary<Update> = fc.record({
	note: fc.constantFrom(0, 1),
	named: fc.constantFrom('id', 'externalId'),
	mode: fc.constantFrom('keep', 'add', 'remove', 'replace'),
	tags,
	delayMs: fc.constantFrom(0, 0, 1, 3),
});

/** What an update does to tags, said in sets. */
function after(before: string[], { mode, tags }: Update): string[] {
	const given = new Set(tags);
	if (mode === 'keep') return before;
	if (mode === 'replace') return [...given];
	if (mode === 'remove') return before.filter((tag) => !given.has(tag));
	return [...new Set([...before, ...given])];
}

/** All tags that a note may end with, when the items of one name keep their order and the two names mix in any. */
function outcomes(before: string[], byId: Update[], byExternalId: Update[]): Set<string> {
	const ends = new Set<string>();
	const seen = new Set<string>();
	const go = (tags: string[], first: number, second: number): void => {
		const state = `${first} ${second} ${JSON.stringify(tags)}`;
		if (seen.has(state)) return;
		seen.add(state);
		if (first === byId.length && second === byExternalId.length) ends.add(JSON.stringify(tags));
		if (first < byId.length) go(after(tags, byId[first]), first + 1, second);
		if (second < byExternalId.length) go(after(tags, byExternalId[second]), first, second + 1);
	};
	go(before, 0, 0);
	return ends;
}

describe('tags of notes', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty', limits: { budget: 1_000_000 } });
	});
	afterAll(async () => await sandbox.close());

	const run = async (before: string[][], updates: Update[]) => {
		sandbox.reset();
		addPeople(sandbox);
		before.forEach((tags, index) =>
			addNote(sandbox, `n-${index}`, { externalId: `N${index}`, tags }),
		);
		for (const { delayMs } of updates) {
			if (delayMs > 0) sandbox.faults.add({ kind: 'delay', ms: delayMs, times: 1 });
		}
		const outcome = await runNode(
			{
				parameters: {
					resource: 'note',
					operation: 'update',
					noteId: { __rl: true, mode: '={{ $json.named }}', value: '={{ $json.id }}' },
					updateFields: { subject: 'New' },
					tagsMode: '={{ $json.mode }}',
					tags: '={{ $json.tags }}',
				},
				items: updates.map(({ note, named, mode, tags }) => ({
					named,
					id: `${named === 'id' ? 'n-' : 'N'}${note}`,
					mode,
					tags,
				})),
			},
			{ credentials: credentialsFor(sandbox) },
		);
		expect(outcome.error).toBeUndefined();
		expect(outcome.items(NODE)).toHaveLength(updates.length);
		return before.map((_, index) => sandbox.state.notes.get(`n-${index}`)?.tags);
	};

	it('end as a model predicts, after 500 random sequences of updates', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.tuple(
					fc.uniqueArray(fc.constantFrom(...TAGS)),
					fc.uniqueArray(fc.constantFrom(...TAGS)),
				),
				fc.array(update, { minLength: 1, maxLength: 6 }),
				async (before, updates) => {
					const ends = await run(before, updates);
					ends.forEach((end, index) => {
						const mine = updates.filter(({ note }) => note === index);
						const possible = outcomes(
							before[index],
							mine.filter(({ named }) => named === 'id'),
							mine.filter(({ named }) => named === 'externalId'),
						);
						expect([...possible]).toContain(JSON.stringify(end));
					});
				},
			),
			{ numRuns: 500 },
		);
	});
});

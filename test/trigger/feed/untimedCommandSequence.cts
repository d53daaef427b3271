import fc from 'fast-check';
import type { FeedConfig } from '../../../nodes/Vitally/trigger/feed/config';
import { configOf } from './config.cts';

/** One thing that happens to a list without timestamps. */
export interface UntimedCommand {
	/** `touch`: the service counts it as a change, but nothing shows. `age`: a volatile field moves on. */
	does: 'create' | 'edit' | 'score' | 'revert' | 'touch' | 'archive' | 'restore' | 'remove' | 'age';
	/** Which record, modulo their number. */
	record: number;
	/** So many records in a row. */
	times: number;
}

/** What happens before and during one poll. */
export interface UntimedStep {
	commands: UntimedCommand[];
	/** After the first page, after the second, ... */
	between: UntimedCommand[][];
	/** The poll ends after this many pages and keeps what it has. */
	stopsAfter: number | null;
	/** This request fails and the poll is thrown away. */
	faultAt: number | null;
	/** n8n comes back with the state stored this many polls ago. */
	restart: number | null;
}

export interface UntimedCommandSequence {
	config: FeedConfig;
	/** Records that are there at the start. */
	existing: number;
	steps: UntimedStep[];
	pageSize: number;
}

const command = fc.record<UntimedCommand>({
	does: fc.constantFrom(
		...([
			'create',
			'create',
			'edit',
			'edit',
			'edit',
			'score',
			'score',
			'revert',
			'touch',
			'touch',
		] as const),
		...(['archive', 'archive', 'restore', 'remove', 'age'] as const),
	),
	record: fc.nat(200),
	times: fc.constantFrom(1, 1, 1, 2, 15, 90),
});

const seldom = <T,>(arbitrary: fc.Arbitrary<T>) =>
	fc.tuple(fc.nat(5), arbitrary).map(([chance, value]) => (chance === 0 ? value : null));

const step = fc.record<UntimedStep>({
	commands: fc.array(command, { maxLength: 6 }),
	between: fc.array(fc.array(command, { maxLength: 2 }), { maxLength: 3 }),
	stopsAfter: seldom(fc.nat(3)),
	faultAt: seldom(fc.nat(3)),
	restart: seldom(fc.integer({ min: 1, max: 3 })),
});

export const UNTIMED_TRIGGERS = [
	'conversationCreated',
	'conversationUpdated',
	'projectUpdated',
	'projectArchived',
] as const;

export type UntimedTrigger = (typeof UNTIMED_TRIGGERS)[number];

/** Command sequences on a list that shows no timestamps; projects are watched for their score. */
export function untimedCommandSequences(
	triggerOn: UntimedTrigger,
): fc.Arbitrary<UntimedCommandSequence> {
	const sequence = fc.record<UntimedCommandSequence>({
		config: fc
			.record({
				triggerOn: fc.constant(triggerOn),
				maxPages: fc.integer({ min: 1, max: 4 }),
				newestOnFirstRun: fc.constantFrom(0, 0, 4),
				watch: fc.constant(triggerOn === 'projectUpdated' ? ['score'] : []),
			})
			.map(configOf),
		existing: fc.constantFrom(0, 1, 30, 120, 120),
		steps: fc.array(step, { minLength: 1, maxLength: 6 }),
		pageSize: fc.constantFrom(3, 20, 60, 100),
	});
	return sequence.filter(isTellable);
}

/** So many rows in their stored order end the reading of a list. */
const STABLE_RUN = 50;

/**
 * Records that move to the front without a visible change, in their stored order and fifty in a row, look
 * like a list in which nothing happened: what changed below them waits for the next change above.
 */
function isTellable({ steps }: UntimedCommandSequence): boolean {
	const commands = steps.flatMap((one) => [...one.commands, ...one.between.flat()]);
	const unseen = commands.filter(({ does }) => does === 'touch' || does === 'revert');
	return unseen.reduce((sum, { times }) => sum + times, 0) < STABLE_RUN;
}

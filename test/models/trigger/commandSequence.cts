import fc from 'fast-check';

import type { FeedConfig } from '../../../nodes/Vitally/trigger/scan/types';
import { configOf } from '../../trigger/scan/poll.cts';
import type { ValueOf } from '../histories.cts';
import type { OldCursor } from './listService.cts';

/** Something that happens at the service. */
export interface Command {
	does:
		| 'create'
		/** Created or edited by a part of the service whose clock is fast. */
		| 'ahead'
		| 'burst'
		| 'edit'
		| 'score'
		| 'archive'
		| 'restore'
		| 'churn'
		| 'return'
		/** The service computes a score anew. */
		| 'compute'
		/** Enters all lists. */
		| 'tie'
		| 'destroy';
	/** The index of a record, modulo their number. */
	record: number;
	/** The service's clock advances by this before the command; 0 makes ties. */
	after: number;
	/** Becomes visible this much later, as a part of the lookback window. */
	late: number;
}

const HOUR = 3_600_000;

const YEAR = 8760 * HOUR;

const FREQUENT = ['create', 'edit', 'score', 'archive', 'churn'] as const;

const RARE = ['burst', 'restore', 'return', 'destroy', 'ahead'] as const;

/** Each is as likely as it is often in this list. */
const COMMANDS = [...FREQUENT, ...FREQUENT, 'edit', ...RARE] as const;

export const commandOf = (kinds: readonly Command['does'][]) =>
	fc.record<Command>({
		does: fc.constantFrom(...kinds),
		record: fc.nat(30),
		after: fc.constantFrom(0, 0, 0, 1, 1, 40, 2000, 9000),
		late: fc.constantFrom(0, 0, 0, 0.3, 1),
	});

const seldom = <T,>(arbitrary: fc.Arbitrary<T>) =>
	fc.tuple(fc.nat(7), arbitrary).map(([chance, value]) => (chance === 0 ? value : null));

const oldCursor = fc.oneof(
	{ weight: 4, arbitrary: fc.constant<OldCursor>({ is: 'good' }) },
	{ weight: 1, arbitrary: fc.constant<OldCursor>({ is: 'rejected' }) },
	{
		weight: 2,
		arbitrary: fc.integer({ min: -4, max: 6 }).map<OldCursor>((by) => ({ is: 'shifted', by })),
	},
);

/** What happens before and during one poll. */
export const stepOf = (command: fc.Arbitrary<Command>) =>
	fc.record({
		commands: fc.array(command, { maxLength: 6 }),
		/** What happens after the first page, after the second, and so on. */
		between: fc.array(fc.array(command, { maxLength: 2 }), { maxLength: 4 }),
		/** The poll ends after this many pages and keeps what it has. */
		stopsAfter: seldom(fc.nat(3)),
		/** This request fails and the poll is thrown away. */
		faultAt: seldom(fc.nat(3)),
		oldCursor,
		/** n8n comes back with the state stored this many polls ago. */
		restart: seldom(fc.integer({ min: 1, max: 3 })),
		change: seldom(fc.constantFrom('includeChurned', 'scope', 'watch')),
	});

export type Step = ValueOf<ReturnType<typeof stepOf>>;

export type CommandSequence = ValueOf<ReturnType<typeof commandSequences>>;

const DROP = { field: 'score', is: 'dropsBelow', value: '1' } as const;

export const TRIGGERS = [
	'accountCreated',
	'accountUpdated',
	'accountChurned',
	'noteUpdated',
	'projectArchived',
	'organizationChurned',
	'taskCompleted',
	'npsResponseCreated',
	'npsResponseUpdated',
] as const;

/** The events of segments: `ListService` has a segment for each score, and all records begin in that of score 5. */
export const SEGMENT_TRIGGERS = ['accountEnteredSegment', 'organizationExitedSegment'] as const;

export type Trigger = (typeof TRIGGERS)[number] | (typeof SEGMENT_TRIGGERS)[number];

/** What the trigger looks at in an update. */
export type Watch = 'anyChange' | 'fields' | 'condition';

/** Generates command sequences of an event. */
export function commandSequences(triggerOn: Trigger, watch: Watch) {
	const hasTwoLists = triggerOn.startsWith('nps');
	const command = commandOf(hasTwoLists ? [...COMMANDS, 'tie'] : COMMANDS);
	const sequences = fc.record({
		config: fc
			.record({
				triggerOn: fc.constant(triggerOn),
				maxPages: fc.integer({ min: 1, max: 4 }),
				lookbackMs: fc.constantFrom(0, 5000, 5000, 5000),
				newestOnFirstRun: fc.constantFrom(0, 0, 4),
				watch: fc.constant(watch === 'fields' ? ['score'] : []),
				conditions: fc.constant(watch === 'condition' ? [DROP] : []),
				segment: fc.constant(triggerOn.includes('Exited') ? 's5' : 's1'),
			})
			.map((settings): FeedConfig & { lookbackMs: number } => configOf(settings)),
		existing: fc.array(command, { maxLength: 12 }),
		steps: fc.array(stepOf(command), { minLength: 2, maxLength: 9 }),
		pageSize: fc.integer({ min: 1, max: 4 }),
		/** The milliseconds by which the clock that a poll reads is off. */
		clockOff: fc.constantFrom(0, 0, 7 * HOUR, -11 * HOUR),
		/** The milliseconds by which timestamps are ahead of the service's clock when they are. */
		aheadBy: fc.constantFrom(HOUR / 6, YEAR),
		hasNoise: fc.nat(9).map((chance) => chance === 0),
	});

	// To a clock that is fast itself, what is ahead of the service is present.
	return sequences.filter(({ clockOff, aheadBy }) => clockOff < aheadBy);
}

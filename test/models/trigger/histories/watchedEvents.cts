import { byExternalId } from '../../../fixtures/locators.cts';
import {
	CreatedOracle,
	CrossingOracle,
	UpdatedOracle,
	WholeListOracle,
	type Oracle,
} from './oracle.cts';
import { ACCOUNTS, MEETINGS, ORGANIZATION, THRESHOLD, type RecordKind } from './records.cts';

/** An event of the trigger, and what is known of it. */
export interface WatchedEvent {
	name: string;
	parameters: Record<string, unknown>;
	kind: RecordKind;
	openOracle(): Oracle;
	/** Bytes of the largest state that docs/trigger.md promises. */
	maxStateBytes: number;
	/** Whether it reads all records from time to time: a full list reading. */
	hasFullReadings: boolean;
	/** Whether the trigger watches the organization only. */
	isLimited: boolean;
}

const MB = 1_000_000;

/** Simplified items lack `updatedAt`. */
const raw = { output: 'raw' };

const accountEvent = {
	kind: ACCOUNTS,
	maxStateBytes: 10 * MB,
	hasFullReadings: false,
	isLimited: false,
};

const fullReadingEvent = { ...accountEvent, maxStateBytes: MB, hasFullReadings: true };

export const ACCOUNT_CREATED: WatchedEvent = {
	...accountEvent,
	name: 'Account Created',
	parameters: { triggerOn: 'accountCreated' },
	openOracle: () => new CreatedOracle(),
};

export const ACCOUNT_UPDATED: WatchedEvent = {
	...accountEvent,
	name: 'Account Updated',
	parameters: { triggerOn: 'accountUpdated', watch: 'anyChange', ...raw },
	openOracle: () => new UpdatedOracle(),
};

export const HEALTH_DROPPED: WatchedEvent = {
	...fullReadingEvent,
	name: 'Account Health Dropped',
	parameters: { triggerOn: 'accountHealthDropped', threshold: THRESHOLD },
	openOracle: () => new CrossingOracle(),
};

export const ENTERED_SEGMENT: WatchedEvent = {
	...fullReadingEvent,
	name: 'Account Entered Segment',
	parameters: { triggerOn: 'accountEnteredSegment', segment: '' },
	openOracle: () => new CrossingOracle(),
};

/** Churned accounts are in no list of an organization, so all accounts are read. */
export const HEALTH_DROPPED_IN_ORGANIZATION: WatchedEvent = {
	...HEALTH_DROPPED,
	name: 'Account Health Dropped, of one organization',
	parameters: {
		...HEALTH_DROPPED.parameters,
		scope: 'organization',
		organizationId: byExternalId(ORGANIZATION),
		options: { includeChurned: true },
	},
	isLimited: true,
};

export const MEETING_CREATED: WatchedEvent = {
	...accountEvent,
	name: 'Meeting Created',
	kind: MEETINGS,
	parameters: { triggerOn: 'meetingCreated' },
	openOracle: () => new WholeListOracle(),
};

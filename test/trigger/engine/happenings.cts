import { EVENTS } from '../../../nodes/Vitally/trigger/triggerEvents';
import { ADMIN, newMessage, USER } from '../../fixtures/conversations.cts';
import type { EventRecords } from './eventRecords.cts';

/** What happens to the records of a resource, and which of them an event is about. */
export interface Happening {
	/** What there is when the workflow is published. */
	before(records: EventRecords): void;
	/** What happens between then and the next poll. */
	after(records: EventRecords): void;
	/** The records that start the workflow, in their order. */
	emitted: string[];
	/** The records that it starts with at a first run with the newest ones, after all that has happened. */
	firstRun: string[];
	/** The record that a test in the editor shows then; the last one of the first run unless it is set. */
	shown?: string;
	/** What the service may compute by itself so that a record starts the workflow. */
	computed?: { name: string; fields: object };
}

const GOLD = [{ id: 'id of Gold', name: 'Gold' }];

const message = (from: typeof USER | typeof ADMIN, timestamp: string) => ({
	...newMessage(`message of ${from.type} at ${timestamp}`, ''),
	from,
	timestamp,
});

/** Archived, completed or churned: a record gets a time, which another one had before. */
const transition = (name: string, withTime: (time: string) => object): Happening => ({
	before: (records) => {
		records.add(name);
		records.add(`${name} before`);
		records.change(`${name} before`, withTime(records.now));
	},
	after: (records) => {
		records.change(`${name} before`);
		records.change(name, withTime(records.now));
		records.add('created');
	},
	emitted: [name],
	firstRun: [`${name} before`, name],
});

/** Entered and exited segments. */
const segments = {
	before: (records: EventRecords) => {
		records.add('entering', { segments: [] });
		records.add('leaving', { segments: GOLD });
		records.add('staying', { segments: GOLD });
	},
	after: (records: EventRecords) => {
		records.change('staying');
		records.change('leaving', { segments: [] });
		records.change('entering', { segments: GOLD });
		records.add('created in it', { segments: GOLD });
	},
};

/** What happens for the events of each name, whatever their resource is. */
const HAPPENINGS: Record<string, Happening> = {
	Archived: transition('archived', (archivedAt) => ({ archivedAt })),
	Completed: transition('completed', (completedAt) => ({ completedAt })),
	Churned: transition('churned', (churnedAt) => ({ traits: { churnedAt } })),
	Created: {
		before: (records) => records.add('old'),
		after: (records) => {
			records.change('old');
			records.add('created');
		},
		emitted: ['created'],
		firstRun: ['old', 'created'],
	},
	Updated: {
		before: (records) => {
			records.add('old');
			records.add('edited');
		},
		after: (records) => {
			records.add('created');
			records.change('edited');
		},
		emitted: ['edited'],
		firstRun: ['old', 'created', 'edited'],
	},
	CsmChanged: {
		before: (records) => {
			records.add('moved', { csmId: 'admin-1' });
			records.add('kept', { csmId: 'admin-1' });
		},
		after: (records) => {
			records.change('kept', { healthScore: 3 });
			records.change('moved', { csmId: 'admin-2' });
			records.add('created', { csmId: 'admin-1' });
		},
		emitted: ['moved'],
		firstRun: ['kept', 'moved', 'created'],
	},
	EnteredSegment: {
		...segments,
		emitted: ['entering', 'created in it'],
		computed: { name: 'entering', fields: { segments: GOLD } },
		firstRun: ['staying', 'entering', 'created in it'],
	},
	ExitedSegment: {
		...segments,
		emitted: ['leaving'],
		computed: { name: 'leaving', fields: { segments: [] } },
		firstRun: [],
		shown: 'created in it',
	},
	HealthDropped: {
		before: (records) => {
			records.add('dropping', { healthScore: 8 });
			records.add('low before', { healthScore: 3 });
			records.add('rising', { healthScore: 3 });
			records.add('without a score');
		},
		after: (records) => {
			records.change('low before', { healthScore: 2 });
			records.change('rising', { healthScore: 8 });
			records.change('without a score', { healthScore: 1 });
			records.change('dropping', { healthScore: 4 });
		},
		emitted: ['dropping'],
		computed: { name: 'dropping', fields: { healthScore: 4 } },
		firstRun: ['low before', 'without a score', 'dropping'],
	},
	CustomerReplied: {
		before: (records) => {
			records.add('answered', { messages: [message(USER, records.now)] });
			records.add('renamed', { messages: [message(USER, records.now)] });
			records.add('replied', { messages: [message(ADMIN, records.now)] });
		},
		after: (records) => {
			records.change('answered', { messages: [message(ADMIN, records.now)] });
			records.change('renamed');
			records.change('replied', { messages: [message(USER, records.now)] });
		},
		emitted: ['replied'],
		firstRun: ['renamed', 'replied'],
	},
};

/** Updates in a list that is read whole, whose records show no times: a new one is an update too. */
const OF_MEETINGS: Happening = {
	before: HAPPENINGS.Updated.before,
	after: (records) => {
		records.add('created');
		records.change('edited', { title: 'Another title' });
	},
	emitted: ['edited', 'created'],
	firstRun: ['old', 'edited', 'created'],
};

const SURVEYS_CREATED = 'ResponseCreated';

export interface EventCase extends Happening {
	triggerOn: string;
	/** Name of its resource. */
	resource: string;
	/** What it needs beside the event itself. */
	parameters: Record<string, unknown>;
	/** Names of the records that it may be limited to. */
	scopes: string[];
}

/** All events of the trigger, each with something that happens. */
export const EVENT_CASES: EventCase[] = EVENTS.map(
	({ name, resource, scopes, feed }): EventCase => {
		const kind = name.slice(resource.name.length);
		const isWholeUpdate = feed.isReadWhole && feed.changeKind === 'updated';
		const happening = isWholeUpdate
			? OF_MEETINGS
			: HAPPENINGS[kind === SURVEYS_CREATED ? 'Created' : kind];

		return {
			...happening,
			triggerOn: name,
			resource: resource.name,
			parameters: parametersOf(resource.name),
			scopes: scopes.map((scope) => scope.name),
		};
	},
);

function parametersOf(resource: string): Record<string, unknown> {
	const watching = { watch: 'anyChange' };
	if (resource === 'survey') return { ...watching, surveyId: 'survey-1' };
	if (resource !== 'customObjectInstance') return watching;

	return { ...watching, customObjectId: { __rl: true, mode: 'list', value: 'obj-1' } };
}

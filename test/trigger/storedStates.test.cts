import type { FeedConfig, ServiceRecord } from '../../nodes/Vitally/trigger/scan/types';
import { openPoll } from './scan/openPoll.cts';
import { configOf, pollPages, row, timestampAt } from './scan/poll.cts';

/*
 * States as n8n has them stored, word for word. After an update of the package, a trigger has to continue them: one that
 * it cannot read starts from now, and what has changed in between is no event. Where what is stored changes on purpose,
 * `STATE_VERSION` and these states change with it.
 */

/** The time of the newest record that the states know, and the clock of the last poll. */
const NEWEST = 1_760_000_000_000;
const CLOCK = 1_760_000_030_000;

/** The stream of an event in the US data center, without a scope. */
const streamOf = (triggerOn: string) => `["${triggerOn}","",null,null,false,null]`;

/** What a state has of a list by time of which nothing is unread. */
const LISTED = { v: 4, watched: '[]', watermark: NEWEST, clockMs: CLOCK, seen: {} };
const READ = { ...LISTED, lists: [{ floor: 1_760_000_000_001 }] };
const COMPARED = {
	...LISTED,
	lists: [{ floor: 1_759_999_880_000 }],
	seen: { a: NEWEST, b: 1_759_999_995_000 },
};

const COMPLETE = { status: 'complete', since: NEWEST };

/** A record that the states know, as it is a minute later. */
const changed = (id: string, fields: object = {}) => row(id, -9, 60, fields);

const gold = { id: 's1', name: 'Gold' };
const risk = { id: 's2', name: 'At Risk' };
const archivedAt = timestampAt(-20);
const OBJECT = 'customObjectInstanceUpdated';
const DROP = { field: 'score', is: 'dropsBelow', value: '5' } as const;

interface StoredCase {
	name: string;
	config: FeedConfig;
	stored: object;
	/** The page of each request of the next poll. */
	pages: ServiceRecord[][];
	/** Seconds of the service's clock. */
	at?: number;
	/** The records of the events, each with what was stored of it. */
	events: string[];
}

const STORED: StoredCase[] = [
	{
		name: 'any change',
		config: configOf({ triggerOn: 'accountUpdated' }),
		stored: { ...READ, stream: streamOf('accountUpdated') },
		pages: [[changed('a')]],
		events: ['a'],
	},
	{
		name: 'any change, churned accounts included',
		config: configOf({ triggerOn: 'accountUpdated', includeChurned: true }),
		stored: { ...READ, stream: '["accountUpdated","",null,null,true,null]' },
		pages: [[changed('a')]],
		events: ['a'],
	},
	{
		name: 'notes of an account by its External ID, in a workspace of the EU data center',
		config: configOf({
			triggerOn: 'noteUpdated',
			workspace: 'rest.vitally-eu.io',
			scope: { type: 'account', id: 'v1', externalId: 'acme' },
		}),
		stored: {
			...READ,
			stream: '["noteUpdated","rest.vitally-eu.io","account",{"externalId":"acme"},false,null]',
		},
		pages: [[changed('a')]],
		events: ['a'],
	},
	{
		name: 'notes of an organization by its Vitally ID',
		config: configOf({ triggerOn: 'noteUpdated', scope: { type: 'organization', id: 'o1' } }),
		stored: { ...READ, stream: '["noteUpdated","","organization","o1",false,null]' },
		pages: [[changed('a')]],
		events: ['a'],
	},
	{
		name: 'the instances of a custom object',
		config: configOf({ triggerOn: OBJECT, parentId: 'object-1' }),
		stored: { ...READ, stream: `["${OBJECT}","",null,null,false,"object-1"]` },
		pages: [[changed('a')]],
		events: ['a'],
	},
	{
		name: 'watched fields',
		config: configOf({ triggerOn: 'accountUpdated', watch: ['score', 'traits.plan'] }),
		stored: {
			...READ,
			stream: streamOf('accountUpdated'),
			watched: '["score","traits.plan"]',
			store: { ...COMPLETE, size: 54, values: ['a', '[7,"gold"]', 'b', '[7,"gold"]'] },
		},
		pages: [
			[
				changed('b', { score: 7, traits: { plan: 'gold' } }),
				changed('a', { score: 3, traits: {} }),
			],
		],
		events: ['a, before: {"score":7,"traits.plan":"gold"}'],
	},
	{
		name: 'two conditions',
		config: configOf({
			triggerOn: 'accountUpdated',
			conditions: [DROP, { field: 'note', is: 'isSet', value: '' }],
		}),
		stored: {
			...COMPARED,
			stream: streamOf('accountUpdated'),
			watched: '{"conditions":[["score"],["note","isSet",""]]}',
			store: {
				...COMPLETE,
				size: 78,
				values: ['a', '[[false,7],[false,""]]', 'b', '[[true,3],[true,"x"]]'],
			},
		},
		pages: [[changed('b', { score: 2, note: 'x' }), changed('a', { score: 4, note: '' })]],
		events: ['a, before: {"score":7}'],
	},
	{
		name: 'a threshold with Compare All',
		config: configOf({
			triggerOn: 'accountHealthDropped',
			conditions: [DROP],
			readsFullList: true,
		}),
		stored: {
			...COMPARED,
			stream: streamOf('accountHealthDropped'),
			watched: '{"conditions":[["score","dropsBelow","5"]]}',
			store: {
				...COMPLETE,
				size: 37,
				values: ['ypeBEsob', '[[false,7]]'],
				blank: { keys: 'PiPoFgA5' },
			},
			fullList: { startedMs: CLOCK },
		},
		pages: [
			[row('a', -9, 0, { score: 4 })],
			[row('a', -9, 0, { score: 4 }), row('b', -9, -5, { score: 4 })],
		],
		at: 2_000,
		events: ['a, before: {"score":7}'],
	},
	{
		name: 'segments',
		config: configOf({ triggerOn: 'accountEnteredSegment' }),
		stored: {
			...COMPARED,
			stream: streamOf('accountEnteredSegment'),
			store: { ...COMPLETE, size: 28, values: ['a', '[0]', 'b', '[0]'], names: [['s1', 'Gold']] },
		},
		pages: [[changed('b', { segments: [gold] }), changed('a', { segments: [gold, risk] })]],
		events: ['a, entered: At Risk'],
	},
	{
		name: 'archived notes',
		config: configOf({ triggerOn: 'noteArchived' }),
		stored: {
			...COMPARED,
			stream: streamOf('noteArchived'),
			store: { ...COMPLETE, size: 48, values: ['a', '1759999980000', 'b', '1759999980000'] },
		},
		pages: [[changed('b', { archivedAt }), changed('a', { archivedAt: timestampAt(50) })]],
		events: ['a'],
	},
	{
		name: 'scores of NPS responses, which are in two lists',
		config: configOf({ triggerOn: 'npsResponseUpdated', watch: ['score'] }),
		stored: {
			...COMPARED,
			stream: streamOf('npsResponseUpdated'),
			watched: '["score"]',
			lists: [COMPARED.lists[0], COMPARED.lists[0]],
			store: { ...COMPLETE, size: 28, values: ['a', '[9]', 'b', '[9]'] },
		},
		pages: [[changed('b', { score: 9 })], [changed('a', { score: 3 })]],
		events: ['a, before: {"score":9}'],
	},
	{
		name: 'updated meetings, which show no times',
		config: configOf({ triggerOn: 'meetingUpdated' }),
		stored: {
			v: 4,
			stream: streamOf('meetingUpdated'),
			watched: '[]',
			store: {
				size: 78,
				values: ['a', '"6JB7-3q4FBigi2FW5sEJ"', 'b', '"3HSHZAWF-vv_KM-6sVTF"'],
				status: 'complete',
			},
		},
		pages: [[row('a', -9, 0, { title: 'x' }), row('b', -9, -5, { title: 'Another' })]],
		events: ['b'],
	},
	{
		name: 'created meetings',
		config: configOf({ triggerOn: 'meetingCreated' }),
		stored: {
			v: 4,
			stream: streamOf('meetingCreated'),
			watched: '[]',
			store: { size: 38, values: ['a', '""', 'b', '""'], status: 'complete' },
		},
		pages: [[row('a', -9), row('b', -9), row('c', 9)]],
		events: ['c'],
	},
];

describe('a state that n8n has stored', () => {
	/** What the next poll finds, and what it says in the log. */
	const nextPoll = ({ config, stored, pages, at = 60 }: StoredCase) => {
		const { events, notices } = pollPages(
			pages.map((results) => ({ results, at })),
			config,
			JSON.parse(JSON.stringify(stored)),
		);

		const described = events.map(({ record: { id }, previous, segmentsAdded }) => {
			if (segmentsAdded) return `${String(id)}, entered: ${segmentsAdded.join()}`;

			return previous ? `${String(id)}, before: ${JSON.stringify(previous)}` : String(id);
		});

		return { events: described, notices };
	};

	it.each(STORED)('lets the next poll find what has changed since: $name', (storedCase) => {
		expect(nextPoll(storedCase)).toEqual({ events: storedCase.events, notices: [] });
	});

	it('lets the next poll read on at the page at which the last one stopped', () => {
		const resume = { cursor: 'page 2', first: 'c|2025-10-09T08:53:20.000Z' };
		const stored = {
			...READ,
			stream: streamOf('accountUpdated'),
			lists: [{ floor: NEWEST + 1, backlog: { start: NEWEST - 60_000, end: NEWEST, resume } }],
		};
		const poll = openPoll(stored, configOf({ triggerOn: 'accountUpdated' }));
		const { from } = poll.request ?? {};

		poll.accept([row('c', -9, 0), row('d', -9, -30)], null, CLOCK);

		expect({ from, events: poll.finish().events.map(({ record }) => record.id) }).toEqual({
			from: 'page 2',
			events: ['d', 'c'],
		});
	});
});

import fc from 'fast-check';

import type { Fault, FaultKind } from '../../../sandbox/faults.cts';
import type { ShownRecord } from '../../../sandbox/faultyAnswer.cts';
import type { ValueOf } from '../histories.cts';
import { EXTERNAL_IDS, resourceRow, someRows, type ResourceRow } from './syncedResources.cts';

/** The list of a resource, and none of its single records, nor a search. */
export const LIST_PATH = /\/(accounts|organizations|users|instances)$/;

const WEB_PAGE = '<html><body>Gateway</body></html>';

const without =
	(...fields: string[]) =>
	(record: ShownRecord): ShownRecord =>
		Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));

/** How lists that leave something out show a record, by what they do. */
const PARTIAL_LISTS: Record<string, (record: ShownRecord) => ShownRecord | undefined> = {
	'is empty': () => undefined,
	'leaves out every second record': (record) =>
		EXTERNAL_IDS.indexOf(String(record.externalId)) % 2 ? record : undefined,
	'leaves out names': without('name'),
	'leaves out traits': without('traits'),
	'leaves out External IDs': without('externalId'),
	'shows numbers as External IDs': (record) => ({ ...record, externalId: 7 }),
	'shows a list as traits': (record) => ({ ...record, traits: [] }),
};

/** Single records that do not show a field, and answers in place of them. */
const READ_FAULTS: Record<string, FaultKind> = {
	'shows no name': { kind: 'shown', as: without('name') },
	'shows no traits': { kind: 'shown', as: without('traits') },
	'is a 404 of a gateway': { kind: 'status', status: 404, body: WEB_PAGE },
	'is a 503': { kind: 'status', status: 503 },
	'is lost before': { kind: 'resetBefore' },
	'is cut off': { kind: 'truncated' },
	'is a web page': { kind: 'notJson' },
};

/** Lost, odd and rejecting answers to a change, after it was carried out or in its place. */
const WRITE_FAULTS: Record<string, FaultKind> = {
	'is lost before': { kind: 'resetBefore' },
	'is lost after': { kind: 'resetAfter' },
	'is cut off': { kind: 'truncated' },
	'is a web page': { kind: 'notJson' },
	'is an empty object': { kind: 'shown', as: () => ({}) },
	'is empty': { kind: 'shown', as: () => undefined },
	'shows little': { kind: 'shown', as: without('externalId', 'traits') },
	'shows another record': {
		kind: 'shown',
		as: (record) => ({ ...record, id: 'another' }),
	},
	'is a 400': { kind: 'status', status: 400 },
	'is a 404': { kind: 'status', status: 404 },
	'is a 404 of a gateway': { kind: 'status', status: 404, body: WEB_PAGE },
	'is a 500': { kind: 'status', status: 500 },
	'is a 503': { kind: 'status', status: 503 },
	'is a 520': { kind: 'status', status: 520, body: WEB_PAGE },
	'is a success that failed': { kind: 'status', status: 200, body: { success: false } },
};

const answerTo = (method: fc.Arbitrary<string>, kinds: object) =>
	fc.record({
		answer: fc.constantFrom(...Object.keys(kinds)),
		method,
		nth: fc.integer({ min: 1, max: 4 }),
		times: fc.constantFrom(1, 2, 3, 20),
	});

type OddAnswer = ValueOf<ReturnType<typeof answerTo>>;

const oddRead = answerTo(fc.constant('GET'), READ_FAULTS);
const oddWrite = answerTo(fc.constantFrom('PUT', 'PUT', 'POST'), WRITE_FAULTS);

const HIDING_FIELDS = Object.keys(PARTIAL_LISTS).filter((list) => /names|traits|IDs/.test(list));

/** A Sync as nobody wants it: partial lists, lost and odd answers, tries and stops. */
export const interruptedSync = fc.record({
	records: fc.uniqueArray(resourceRow, { minLength: 5, selector: ({ id }: ResourceRow) => id }),
	table: someRows,
	/** How the lists of the run are partial. */
	list: fc.option(fc.constantFrom(...Object.keys(PARTIAL_LISTS)), { nil: undefined }),
	answers: fc.array(fc.oneof(oddRead, oddWrite, oddWrite), { minLength: 1, maxLength: 3 }),
	/** How the lists of its undo are partial: all records are there, because an emptied page is an error of the list. */
	listOfUndo: fc.option(fc.constantFrom(...HIDING_FIELDS), { nil: undefined }),
	/** What the service does at a creation whose External ID it has. */
	duplicateExternalId: fc.constantFrom('reject' as const, 'upsert' as const, 'create' as const),
	onError: fc.constantFrom('stopWorkflow' as const, 'continueRegularOutput' as const),
	tries: fc.constantFrom(1, 2, 3),
	stopsAfter: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined, freq: 2 }),
	/** Whether the answers to changes take so long that a stop meets some on their way. */
	isSlow: fc.boolean(),
});

export type InterruptedSync = ValueOf<typeof interruptedSync>;

/** All faults of a history; of those that fit a request, the first applies. */
export function faultsOf({ list, answers, isSlow }: InterruptedSync): Fault[] {
	const faults = answers.map(faultOf);

	if (list !== undefined) faults.push(listFault(list));

	for (const method of ['PUT', 'POST']) {
		if (isSlow) faults.push({ kind: 'delay', ms: 20, on: { method } });
	}

	return faults;
}

/** The fault of lists that leave something out. */
export function listFault(list: string): Fault {
	return { kind: 'shown', as: PARTIAL_LISTS[list], on: { method: 'GET', path: LIST_PATH } };
}

function faultOf({ answer, method, nth, times }: OddAnswer): Fault {
	const kinds = method === 'GET' ? READ_FAULTS : WRITE_FAULTS;

	return { ...kinds[answer], on: { method, nth }, times };
}

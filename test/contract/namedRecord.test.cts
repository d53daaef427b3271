import { isDeepStrictEqual } from 'node:util';

import { parameterOf, type RecordType } from '../../nodes/Vitally/records/recordType';
import { RECORD_TYPES } from '../../nodes/Vitally/resources/recordTypes';
import type { Sandbox } from '../../sandbox/sandbox.cts';
import type { Row } from '../../sandbox/state/row.cts';
import type { Table } from '../../sandbox/state/table.cts';
import { resourcesOf } from '../engine/declaredRequests.cts';
import { NODE } from '../engine/node.cts';
import { differencesOfSets, SAME_SET } from '../fixtures/differences.cts';
import { byExternalId, typedId } from '../fixtures/locators.cts';
import { TEXT } from '../fixtures/records.cts';
import { callerWith } from './callOperation.cts';
import { nameOf, titleOf, ENDPOINT_CALLS, type EndpointCall } from './endpoints.cts';
import { firstOfEach } from './firstOfEach.cts';

/** An ID in the form of Vitally's own. */
const ID = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';

const TYPES = RECORD_TYPES.filter(({ externalIds }) => externalIds !== undefined);
const OWN = ENDPOINT_CALLS.filter(({ call }) => call.type === undefined);

/** The options of a call that decide how a record is found: with the integration that it comes from, or without. */
function optionsOf({ call: { parameters } }: EndpointCall): object[] {
	const { operations = [] } =
		resourcesOf.vitally.find(({ name }) => name === parameters.resource) ?? {};
	const fields = operations.find(({ value }) => value === parameters.operation)?.fields;
	const hasSource = JSON.stringify(fields).includes('"name":"source"');

	return hasSource ? [{}, { options: { source: TEXT } }] : [{}];
}

/** The calls with a field that picks a record of a type; of those for a record of another type, one of each kind. */
const PICKS = TYPES.flatMap((type) =>
	firstOfEach(
		OWN.filter(({ call }) => parameterOf(type) in call.parameters),
		({ call: { parameters } }) =>
			parameters.resource === type.name ? nameOf({ parameters }) : parameters.operation,
	).flatMap((endpointCall) =>
		optionsOf(endpointCall).map((options) => {
			const picked = [type.label, ...Object.keys(options)].join(' and ');

			return { title: `${titleOf(endpointCall)}, ${picked}`, endpointCall, type, options };
		}),
	),
);

/** The calls that change the record with an external ID, or create it. */
const UPSERTS = TYPES.flatMap((type) =>
	OWN.filter(
		({ call: { parameters }, endpoint: { path } }) =>
			parameters.resource === type.name &&
			/^(upsert|sync)$/.test(parameters.operation) &&
			!path.includes('/projects/'),
	).map((endpointCall) => ({ title: titleOf(endpointCall), endpointCall, type })),
);

type ExternalRow = Row & { externalId: string | null };

const tableOf = ({ state }: Sandbox, { path }: RecordType) =>
	state[path.split('/').at(-1) as 'accounts'] as unknown as Table<ExternalRow>;

/**
 * A service that prevents no second record, with small pages: what is looked up is on another one than the
 * record with the Vitally ID.
 */
const run = callerWith({ largestPage: 1, duplicateExternalId: 'create' });

/** What has the ID: a record as its Vitally ID, another one as its external ID, or both. */
interface IdOwners {
	asVitallyId?: boolean;
	asExternalId?: boolean;
}

/**
 * Calls an operation where records of its type have the ID.
 *
 * @returns what has become of the record with this Vitally ID, and of the others
 */
async function callWith(
	{ endpointCall, type }: { endpointCall: EndpointCall; type: RecordType },
	parameters: object,
	{ asVitallyId = false, asExternalId = false }: IdOwners,
) {
	let readRecords: () => ExternalRow[] = () => [];
	let before: ExternalRow[] = [];

	const prepare = (sandbox: Sandbox) => {
		const table = tableOf(sandbox, type);
		const first = table.first(({ externalId }) => Boolean(externalId));
		const newer = { createdAt: '2026-02-01T00:00:00.000Z', updatedAt: '2026-02-01T00:00:00.000Z' };
		if (asExternalId) table.change(first, { externalId: ID });
		if (asVitallyId) table.insert({ ...first, ...newer, id: ID, externalId: 'other' });

		readRecords = () => structuredClone([...tableOf(sandbox, type).all()]);
		before = readRecords();
	};

	const { outcome, allRequests } = await run(
		endpointCall,
		{ ...parameters, output: 'raw' },
		{ prepare },
	);
	const after = readRecords();
	const recordWithId = (records: ExternalRow[]) => records.find(({ id }) => id === ID);

	return {
		error: outcome.error?.message,
		recordsCreated: after.length - before.length,
		recordWithTheId: isDeepStrictEqual(recordWithId(before), recordWithId(after))
			? 'unchanged'
			: 'changed',
		returned: outcome.items(NODE).map(({ json }) => json.id),
		writes: allRequests.filter(({ method }) => method !== 'GET').map(({ path }) => path),
	};
}

describe('an External ID that is the Vitally ID of another record', () => {
	it('meets every kind of record in this suite', () => {
		const tried = new Set([...PICKS, ...UPSERTS].map(({ type }) => type.name));

		expect(
			differencesOfSets(
				tried,
				TYPES.map(({ name }) => name),
			),
		).toEqual(SAME_SET);
	});

	it.each(PICKS)(
		'fails before a write where no record has it as its External ID: $title',
		async (row) => {
			const parameters = { ...row.options, [parameterOf(row.type)]: byExternalId(ID) };

			const { error, returned, writes } = await callWith(row, parameters, { asVitallyId: true });

			expect({ error, returned, writes }).toEqual({
				error: expect.stringMatching(/is the Vitally ID of another|has no .* with the External ID/),
				returned: [],
				writes: [],
			});
		},
	);

	it.each(PICKS)('never leads to the record whose Vitally ID it is: $title', async (row) => {
		const parameters = { [parameterOf(row.type)]: byExternalId(ID) };

		const { recordWithTheId, writes, returned } = await callWith(row, parameters, {
			asVitallyId: true,
			asExternalId: true,
		});

		const writesToIt = writes.filter((path) => path.includes(ID));

		expect({ recordWithTheId, returned, writesToIt }).toEqual({
			recordWithTheId: 'unchanged',
			returned: expect.not.arrayContaining([ID]),
			writesToIt: [],
		});
	});

	const isLookedUpByPath = ({ type }: (typeof UPSERTS)[number]) =>
		type.externalIds?.lookup === 'path';

	it.each(UPSERTS.filter(isLookedUpByPath))('fails, and changes nothing: $title', async (row) => {
		const { error, recordWithTheId, writes } = await callWith(
			row,
			{ externalId: ID },
			{ asVitallyId: true },
		);

		expect({ recordWithTheId, error, writes }).toEqual({
			recordWithTheId: 'unchanged',
			error: expect.any(String),
			writes: [],
		});
	});

	it.each(UPSERTS.filter((row) => !isLookedUpByPath(row)))(
		'changes no other record: $title',
		async (row) => {
			const { recordWithTheId } = await callWith(row, { externalId: ID }, { asVitallyId: true });

			expect({ recordWithTheId }).toEqual({ recordWithTheId: 'unchanged' });
		},
	);

	it.each(UPSERTS.filter((row) => !isLookedUpByPath(row)))(
		'creates a record, unless it fails: $title',
		async (row) => {
			const { error, recordsCreated } = await callWith(
				row,
				{ externalId: ID },
				{ asVitallyId: true },
			);

			expect({ recordsCreated }).toEqual({ recordsCreated: error === undefined ? 1 : 0 });
		},
	);

	it.each(UPSERTS)(
		'creates no second record where a record has it as its External ID: $title',
		async (row) => {
			const { recordsCreated, recordWithTheId } = await callWith(
				row,
				{ externalId: ID },
				{ asVitallyId: true, asExternalId: true },
			);

			expect({ recordsCreated, recordWithTheId }).toEqual({
				recordsCreated: 0,
				recordWithTheId: 'unchanged',
			});
		},
	);
});

/** Other IDs than any record of the tests has. */
const ANOTHER = { id: ID, externalId: 'another' };

describe('a write that Vitally answers with another record', () => {
	/** Their responses are no record, or may be none. */
	const NOT_COMPARED = [
		'meeting addParticipant POST /resources/meetings/:id/participants',
		'meeting removeParticipant DELETE /resources/meetings/:id/participants/:participantId',
		'meeting setTranscript POST /resources/meetings/:id/transcript',
		'project linkTask POST /resources/projects/:id/tasks/:id',
		'project unlinkTask DELETE /resources/projects/:id/tasks/:id',
	];
	const NOT_COMPARED_ROWS = NOT_COMPARED.map((title) => ({
		title,
		endpointCall: OWN.find((call) => titleOf(call) === `vitally ${title}`) as EndpointCall,
	}));

	/** Whether the record has no ID until the service responds. */
	const isNew = ({ call: { parameters } }: EndpointCall) =>
		parameters.operation === 'create' && parameters.externalId === undefined;

	const COMPARED_ROWS = OWN.filter(
		(endpointCall) =>
			endpointCall.endpoint.method !== 'GET' &&
			!isNew(endpointCall) &&
			!NOT_COMPARED_ROWS.some((row) => row.endpointCall === endpointCall),
	).map((endpointCall) => ({ title: titleOf(endpointCall), endpointCall }));

	const respondWith =
		(body: unknown, { method }: EndpointCall['endpoint']) =>
		({ faults }: Sandbox) =>
			faults.add({ kind: 'status', status: 200, body, on: { method } });

	const textOf = ({ outcome }: Awaited<ReturnType<typeof run>>) =>
		outcome.error?.message ?? JSON.stringify(outcome.items(NODE)[0].json);

	it.each(COMPARED_ROWS)('fails its item: $title', async ({ endpointCall }) => {
		const prepare = respondWith(ANOTHER, endpointCall.endpoint);

		const result = await run(endpointCall, {}, { prepare });

		expect(textOf(result)).toMatch(/Vitally has another /);
	});

	it.each(NOT_COMPARED_ROWS)(
		'passes where the response need not be a record: $title',
		async ({ endpointCall }) => {
			const prepare = respondWith(ANOTHER, endpointCall.endpoint);

			const result = await run(endpointCall, {}, { prepare });

			expect(textOf(result)).not.toMatch(/Vitally has another /);
		},
	);

	it.each(NOT_COMPARED_ROWS)(
		'fails its item where the response is the page of a proxy: $title',
		async ({ endpointCall }) => {
			const prepare = respondWith('<html>', endpointCall.endpoint);

			const { outcome } = await run(endpointCall, {}, { prepare });

			expect(outcome.error?.message).toBe(
				"Vitally's response to the change could not be read [item 0]",
			);
		},
	);
});

describe('a Vitally ID that only the External ID of another record equals', () => {
	const READS = PICKS.filter(
		({ endpointCall: { call }, type }) =>
			call.parameters.resource === type.name &&
			/^(get|getBrief|update|complete)$/.test(call.parameters.operation),
	);

	it.each(READS)('leads to no record: $title', async (row) => {
		const parameters = { ...row.options, [parameterOf(row.type)]: typedId(ID) };

		const { error, returned } = await callWith(row, parameters, { asExternalId: true });

		expect({ error, returned }).toEqual({ error: expect.any(String), returned: [] });
	});
});

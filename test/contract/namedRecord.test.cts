import { isDeepStrictEqual } from 'node:util';

import { parameterOf, type RecordType } from '../../nodes/Vitally/records/recordType';
import { RECORD_TYPES } from '../../nodes/Vitally/resources/recordTypes';
import type { Fault } from '../../sandbox/faults.cts';
import type { Sandbox } from '../../sandbox/sandbox.cts';
import type { Row } from '../../sandbox/state/row.cts';
import type { Table } from '../../sandbox/state/table.cts';
import { resourcesOf } from '../engine/declaredRequests.cts';
import { NODE } from '../engine/node.cts';
import { byExternalId, typedId } from '../fixtures/locators.cts';
import { TEXT } from '../fixtures/records.cts';
import { callerWith } from './callOperation.cts';
import { nameOf, titleOf, ENDPOINT_CALLS, type EndpointCall } from './endpoints.cts';
import { firstOfEach } from './ruleChecks.cts';

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

			return [`${titleOf(endpointCall)}, ${picked}`, endpointCall, type, options] as const;
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
	).map((endpointCall) => [titleOf(endpointCall), endpointCall, type] as const),
);

type ExternalRow = Row & { externalId: string | null };

const tableOf = ({ state }: Sandbox, { path }: RecordType) =>
	state[path.split('/').at(-1) as 'accounts'] as unknown as Table<ExternalRow>;

/**
 * A service that prevents no second record, with small pages: what is looked up is on another one than the
 * record with the Vitally ID.
 */
const run = callerWith({ largestPage: 1, duplicateExternalId: 'create' });

/**
 * Calls an operation where records of a type have the ID as Vitally ID, as external ID, or both.
 *
 * @returns what has become of the record with this Vitally ID, and of the others
 */
async function callWith(
	endpointCall: EndpointCall,
	type: RecordType,
	parameters: object,
	{ asVitallyId = false, asExternalId = false },
) {
	let records: () => ExternalRow[] = () => [];
	let before: ExternalRow[] = [];

	const prepare = (sandbox: Sandbox) => {
		const table = tableOf(sandbox, type);
		const [first] = [...table.all()].filter(({ externalId }) => externalId);
		const newer = { createdAt: '2026-02-01T00:00:00.000Z', updatedAt: '2026-02-01T00:00:00.000Z' };
		if (asExternalId) table.change(first, { externalId: ID });
		if (asVitallyId) table.insert({ ...first, ...newer, id: ID, externalId: 'other' });

		records = () => structuredClone([...tableOf(sandbox, type).all()]);
		before = records();
	};

	const { outcome, allRequests } = await run(
		endpointCall,
		{ ...parameters, output: 'raw' },
		{ prepare },
	);
	const after = records();
	const withId = (all: ExternalRow[]) => all.find(({ id }) => id === ID);

	return {
		error: outcome.error?.message,
		returned: outcome.items(NODE).map(({ json }) => json.id),
		created: after.length - before.length,
		isSame: isDeepStrictEqual(withId(before), withId(after)),
		writes: allRequests.filter(({ method }) => method !== 'GET').map(({ path }) => path),
	};
}

describe('an external ID that is the Vitally ID of another record', () => {
	it('is tried wherever a record is picked, and with every kind of record', () => {
		const tried = new Set([...PICKS, ...UPSERTS].map(([, , { name }]) => name));

		expect([...tried].sort()).toEqual(TYPES.map(({ name }) => name).sort());
	});

	it.each(PICKS)(
		'%s: is an error before anything is sent',
		async (_title, endpointCall, type, options) => {
			const parameters = { ...options, [parameterOf(type)]: byExternalId(ID) };
			const { error, returned, writes } = await callWith(endpointCall, type, parameters, {
				asVitallyId: true,
			});

			expect({ error, returned, writes }).toEqual({
				error: expect.stringMatching(/is the Vitally ID of another|has no .* with the external ID/),
				returned: [],
				writes: [],
			});
		},
	);

	it.each(PICKS)(
		'%s: leads to the record that has it, or nowhere',
		async (_title, endpointCall, type) => {
			const both = { asVitallyId: true, asExternalId: true };
			const parameters = { [parameterOf(type)]: byExternalId(ID) };
			const { isSame, writes, returned } = await callWith(endpointCall, type, parameters, both);

			expect({ isSame, returned, writes: writes.filter((path) => path.includes(ID)) }).toEqual({
				isSame: true,
				returned: expect.not.arrayContaining([ID]),
				writes: [],
			});
		},
	);

	it.each(UPSERTS)('%s: changes no other record', async (_title, endpointCall, type) => {
		const only = { asVitallyId: true };
		const { error, isSame, created, writes } = await callWith(
			endpointCall,
			type,
			{ externalId: ID },
			only,
		);
		const isPath = type.externalIds?.lookup === 'path';

		expect(isSame).toBe(true);

		if (isPath) expect({ error, writes }).toEqual({ error: expect.any(String), writes: [] });
		else if (!error) expect(created).toBe(1);
	});

	it.each(UPSERTS)('%s: creates no second record', async (_title, endpointCall, type) => {
		const both = { asVitallyId: true, asExternalId: true };
		const { created, isSame } = await callWith(endpointCall, type, { externalId: ID }, both);

		expect({ created, isSame }).toEqual({ created: 0, isSame: true });
	});
});

/** Other IDs than any record of the tests has. */
const ANOTHER = { id: ID, externalId: 'another' };

describe('a write that Vitally answers with another record', () => {
	/** Their responses are no record. */
	const NOT_COMPARED = [
		'meeting removeParticipant DELETE /resources/meetings/:id/participants/:participantId',
		'meeting setTranscript POST /resources/meetings/:id/transcript',
		'project linkTask POST /resources/projects/:id/tasks/:id',
		'project unlinkTask DELETE /resources/projects/:id/tasks/:id',
	];
	/** What has no ID until the service responds. */
	const isNew = ({ call: { parameters } }: EndpointCall) =>
		parameters.operation === 'create' && parameters.externalId === undefined;

	it('fails its item', async () => {
		const accepted: string[] = [];

		for (const endpointCall of OWN) {
			const { method } = endpointCall.endpoint;
			if (method === 'GET' || isNew(endpointCall)) continue;

			const prepare = ({ faults }: Sandbox) =>
				faults.add({ kind: 'status', status: 200, body: ANOTHER, on: { method } });
			const { outcome } = await run(endpointCall, {}, { prepare });
			const text = outcome.error?.message ?? JSON.stringify(outcome.items(NODE)[0].json);
			if (!/Vitally has another /.test(text)) accepted.push(titleOf(endpointCall));
		}

		expect(accepted.sort()).toEqual(NOT_COMPARED.map((title) => `vitally ${title}`));
	});

	it('fails it also where the response is no record, but the page of a proxy', async () => {
		for (const title of NOT_COMPARED) {
			const endpointCall = OWN.find((one) => titleOf(one) === `vitally ${title}`) as EndpointCall;
			const { method } = endpointCall.endpoint;
			const page: Fault = { kind: 'status', status: 200, body: '<html>', on: { method } };
			const { outcome } = await run(
				endpointCall,
				{},
				{ prepare: ({ faults }) => faults.add(page) },
			);

			expect([title, outcome.error?.message]).toEqual([
				title,
				"Vitally's response to the change could not be read [item 0]",
			]);
		}
	});
});

describe('a Vitally ID that only the external ID of another record equals', () => {
	const READS = PICKS.filter(
		([, { call }, { name }]) =>
			call.parameters.resource === name &&
			/^(get|getBrief|update|complete)$/.test(call.parameters.operation),
	);

	it.each(READS)('%s: is an error', async (_title, endpointCall, type, options) => {
		const parameters = { ...options, [parameterOf(type)]: typedId(ID) };
		const { error, returned } = await callWith(endpointCall, type, parameters, {
			asExternalId: true,
		});

		expect({ error, returned }).toEqual({ error: expect.any(String), returned: [] });
	});
});

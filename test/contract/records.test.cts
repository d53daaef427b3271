import { COLUMN_SOURCES } from '../../nodes/Vitally/operations/output/simplifyRecord';
import { RESOURCES } from '../../nodes/Vitally/resources';
import { RECORD_TYPES } from '../../nodes/Vitally/resources/recordTypes';
import type { Fault } from '../../sandbox/faults.cts';
import type { Sandbox, SandboxOptions } from '../../sandbox/sandbox.cts';
import type { Row } from '../../sandbox/state/row.cts';
import type { Table } from '../../sandbox/state/table.cts';
import { credentialsFor, NODE, type NodeRun, runIn, runNode } from '../engine/node.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { byId } from '../fixtures/locators.cts';
import { inNewSandbox } from '../fixtures/sandboxOfSuite.cts';
import { callerWith } from './callOperation.cts';
import { titleOf, ENDPOINT_CALLS, type EndpointCall } from './endpoints.cts';

const rowsOf = (isWanted: (endpointCall: EndpointCall) => boolean) =>
	ENDPOINT_CALLS.filter(
		(endpointCall) => endpointCall.call.type === undefined && isWanted(endpointCall),
	).map((endpointCall) => ({ title: titleOf(endpointCall), endpointCall }));

const operationOf = ({ call }: EndpointCall) => call.parameters.operation;

const run = callerWith();

function isTable(value: unknown): value is Table<Row & { externalId?: string | null }> {
	return typeof (value as Partial<Table<Row>>).byExternalId === 'function';
}

describe('a record that is read', () => {
	const READS = rowsOf(
		(endpointCall) =>
			operationOf(endpointCall) === 'get' && endpointCall.endpoint.path.endsWith('/:id'),
	);

	it.each(READS)('causes an error if its ID does not exist: $title', async ({ endpointCall }) => {
		const { outcome } = await run(endpointCall, {
			[`${endpointCall.call.parameters.resource}Id`]: byId('no/one'),
		});

		expect(outcome.error?.message ?? 'no error').toMatch(
			/^The .+ "no\/one" was not found \[item 0\]$/,
		);
		expect(outcome.error?.description).toMatch(/\w/);
	});

	it.each(READS)(
		"has all fields of the service's response in Raw: $title",
		async ({ endpointCall }) => {
			let read = async (path: string): Promise<unknown> => path;

			const prepare = ({ url, apiKey }: Sandbox) => {
				const headers = { authorization: `Basic ${btoa(`${apiKey}:`)}` };

				read = async (path) => await (await fetch(url + path, { headers })).json();
			};

			const { outcome, requests } = await run(endpointCall, { output: 'raw' }, { prepare });

			expect(outcome.items(NODE).map(({ json }) => json)).toEqual([await read(requests[0].path)]);
		},
	);
});

describe('a simplified record', () => {
	const READING = ['get', 'getAll', 'getResponse', 'getResponses'];
	const COLUMNS = RESOURCES.flatMap(({ name, simpleFields, details }) =>
		simpleFields ? [{ resource: name, simpleFields, details }] : [],
	);

	it.each(COLUMNS)(
		'has no column that Vitally never fills: $resource',
		async ({ resource, simpleFields, details }) => {
			const shown = new Set<string>();
			const calls = rowsOf(
				({ call }) =>
					call.parameters.resource === resource &&
					READING.includes(String(call.parameters.operation)),
			);

			for (const { endpointCall } of calls) {
				const { outcome } = await run(endpointCall, { output: 'raw' });

				for (const { json } of outcome.items(NODE)) {
					for (const field of Object.keys(json)) shown.add(field);
				}
			}

			const isFilled = (column: string) =>
				shown.has(column) || COLUMN_SOURCES[column]?.some((source) => shown.has(source));
			const isDetail = (column: string) => details !== undefined && column.startsWith('csm');

			expect(simpleFields.filter((column) => !isFilled(column) && !isDetail(column))).toEqual([]);
		},
	);
});

describe('a record that is created', () => {
	const CREATIONS = rowsOf(
		(endpointCall) =>
			endpointCall.endpoint.method === 'POST' &&
			/create|upsert|sync|applyChanges/.test(operationOf(endpointCall)),
	);

	const recordsIn = ({ state }: Sandbox) => {
		const messages = [...state.conversations.all()].flatMap(({ messages }) => messages).length;

		return Object.values(state.counts()).reduce((sum, count) => sum + count, messages);
	};

	interface CreationOptions extends SandboxOptions, Pick<NodeRun, 'items'> {
		faults?: Fault[];
	}

	/** Runs a call in a new sandbox, so that several may wait at a time. */
	const create = async (
		{ call }: EndpointCall,
		{ items = call.items, faults = [], ...options }: CreationOptions,
	) => {
		return await inNewSandbox({ ...options, seed: 'empty' }, async (sandbox) => {
			addAllResources(sandbox);
			const before = recordsIn(sandbox);

			for (const fault of faults) sandbox.faults.add(fault);

			const outcome = await runIn(sandbox, { ...call, items });

			return { outcome, created: recordsIn(sandbox) - before };
		});
	};

	const lost: Fault = { kind: 'resetAfter', on: { method: 'POST' }, times: 1 };
	const anHourAgo = () => Date.now() - 3_600_000;

	describe.each<{ name: string; options: CreationOptions }>([
		{ name: 'the response was lost', options: { faults: [lost] } },
		{
			name: 'a service whose clock is an hour behind, and that sends no Date, lost the response',
			options: { now: anHourAgo, faults: [lost, { kind: 'noDate' }] },
		},
	])('a creation where $name', ({ options }) => {
		let results: Map<string, Awaited<ReturnType<typeof create>>>;

		// All at the same time, because each of them waits for its next attempt.
		beforeAll(async () => {
			const created = CREATIONS.map(
				async ({ title, endpointCall }) => [title, await create(endpointCall, options)] as const,
			);

			results = new Map(await Promise.all(created));
		});

		it.each(CREATIONS)('creates one record: $title', ({ title, endpointCall }) => {
			const result = results.get(title);
			const hasExternalId = JSON.stringify(endpointCall.call.parameters).includes('"externalId"');

			expect({ recordsCreated: result?.created }).toEqual({ recordsCreated: 1 });

			if (hasExternalId) expect(result?.outcome.error?.message).toBeUndefined();
		});
	});

	/** The run of a call, with an external ID wherever the operation has a field for one. */
	const named = ({ call: { parameters, items } }: EndpointCall, externalId: string) => ({
		parameters: {
			...parameters,
			externalId,
			additionalFields: { ...(parameters.additionalFields as object), externalId },
		},
		items: items?.map((item) => ({ ...item, externalId })),
	});

	const typeOf = ({ call }: EndpointCall) =>
		RECORD_TYPES.find(({ name }) => name === call.parameters.resource);

	const WITH_EXTERNAL_ID = CREATIONS.filter(({ endpointCall }) => {
		const type = typeOf(endpointCall);

		return type?.externalIds !== undefined || type?.name === 'message';
	});

	/** Keeps external IDs unique only where it is known to, and is slow enough for runs to overlap. */
	const inCareless = async <T,>(
		endpointCall: EndpointCall,
		task: (sandbox: Sandbox) => Promise<T>,
	) => {
		const options: SandboxOptions = {
			seed: 'empty',
			duplicateExternalId: typeOf(endpointCall)?.externalIds?.unique ? 'reject' : 'create',
			latencyMs: 20,
		};

		return await inNewSandbox(options, async (sandbox) => {
			addAllResources(sandbox);

			return await task(sandbox);
		});
	};

	/** Any two operations of the same endpoint. */
	const PAIRS = WITH_EXTERNAL_ID.flatMap((first, index) =>
		WITH_EXTERNAL_ID.slice(index)
			.filter(({ endpointCall }) => endpointCall.endpoint.path === first.endpointCall.endpoint.path)
			.map((second) => ({
				title: `${first.title} and ${second.title}`,
				endpointCalls: [first.endpointCall, second.endpointCall],
			})),
	);

	const UPSERTED = new Set(
		rowsOf((endpointCall) => operationOf(endpointCall) === 'upsert').map(
			({ endpointCall: { call } }) => call.parameters.resource,
		),
	);

	const runAtTheSameTime = async ([first, second]: EndpointCall[], externalId: string) =>
		await inCareless(first, async (sandbox) => {
			const options = { credentials: credentialsFor(sandbox) };
			const before = recordsIn(sandbox);

			const outcomes = await Promise.all([
				runNode(named(first, externalId), options),
				runNode(named(second, externalId), options),
			]);

			return {
				created: recordsIn(sandbox) - before,
				errors: outcomes.flatMap(({ error }) => error ?? []),
			};
		});

	describe.each([
		{ name: 'an External ID', externalId: 'new-1' },
		{
			name: 'an External ID in the form of a Vitally ID',
			externalId: '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f',
		},
	])('two runs at the same time, with $name', ({ externalId }) => {
		let results: Map<string, Awaited<ReturnType<typeof runAtTheSameTime>>>;

		beforeAll(async () => {
			const ended = PAIRS.map(
				async ({ title, endpointCalls }) =>
					[title, await runAtTheSameTime(endpointCalls, externalId)] as const,
			);

			results = new Map(await Promise.all(ended));
		});

		it.each(PAIRS)('create one record: $title', ({ title, endpointCalls: [{ call }] }) => {
			const { created, errors = [] } = results.get(title) ?? {};

			expect({ recordsCreated: created }).toEqual({ recordsCreated: 1 });

			// If the text is another one, see `ifTaken`.
			for (const { message, description } of errors) {
				expect(message).toContain(`"${externalId}" already belongs to another`);

				if (!UPSERTED.has(call.parameters.resource)) {
					expect(description ?? '').not.toContain("'Create or Update'");
				}
			}
		});
	});

	it.each(WITH_EXTERNAL_ID.filter(({ endpointCall }) => operationOf(endpointCall) === 'create'))(
		'appears again after it was deleted, or an error says that Vitally keeps it deleted: $title',
		async ({ endpointCall }) => {
			const { resource } = endpointCall.call.parameters;
			const { error } = await inCareless(endpointCall, async (sandbox) => {
				const options = { credentials: credentialsFor(sandbox) };
				const creation = { ...named(endpointCall, 'new-2').parameters, output: 'raw' };
				const created = await runNode({ parameters: creation }, options);

				expect(created.error?.message).toBeUndefined();

				const deletion = {
					...creation,
					operation: 'delete',
					[`${resource}Id`]: byId(created.items(NODE)[0].json.id),
					confirmPermanentDelete: true,
				};

				await runNode({ parameters: deletion }, options);

				return await runNode({ parameters: creation }, options);
			});

			expect(error?.message).toEqual(
				resource === 'task' ? expect.stringContaining('was deleted in Vitally at') : undefined,
			);
		},
	);

	it('appears again after someone else deleted it', async () => {
		const parameters = {
			resource: 'organization',
			operation: 'create',
			externalId: 'O',
			name: 'O',
		};

		await inNewSandbox({ seed: 'empty' }, async (sandbox) => {
			const { organizations } = sandbox.state;
			const first = await runIn(sandbox, { parameters });

			expect(first.error?.message).toBeUndefined();

			for (const organization of organizations.all()) organizations.remove(organization);

			const second = await runIn(sandbox, { parameters });

			expect(second.error?.message).toBeUndefined();
		});
	});

	const UPSERTS = CREATIONS.filter(
		({ endpointCall }) =>
			operationOf(endpointCall) === 'upsert' && !endpointCall.endpoint.path.includes('/projects/'),
	);

	it.each(UPSERTS)(
		'appears again by the same item after someone else deleted it: $title',
		async ({ endpointCall }) => {
			const results = await inCareless(endpointCall, async (sandbox) => {
				const { state } = sandbox;

				const upsertOnce = async () => {
					const { error, items } = await runIn(sandbox, named(endpointCall, 'new-3'));

					return error?.message ?? (items(NODE)[0].json.created ? 'created' : 'updated');
				};

				const first = await upsertOnce();
				const again = await upsertOnce();

				for (const table of Object.values(state)) {
					const record = isTable(table) ? table.byExternalId('new-3') : undefined;
					if (record) table.remove(record);
				}

				return { first, again, afterDeletion: await upsertOnce() };
			});

			expect(results).toEqual({ first: 'created', again: 'updated', afterDeletion: 'created' });
		},
	);

	it.each(UPSERTS)(
		'appears once where two items have the same External ID: $title',
		async ({ endpointCall }) => {
			const { outcome, created } = await create(endpointCall, { items: [{}, {}] });

			const [first, second] = outcome.items(NODE).map(({ json }) => json);

			expect({ firstItemCreated: first?.created, secondItemCreated: second?.created }).toEqual({
				firstItemCreated: true,
				secondItemCreated: false,
			});
			expect({ recordsCreated: created }).toEqual({ recordsCreated: 1 });
		},
	);
});

describe('an update without a value', () => {
	const UPDATES = rowsOf((endpointCall) => operationOf(endpointCall) === 'update');

	it.each(UPDATES)('fails, and nothing is written: $title', async ({ endpointCall }) => {
		const { outcome, allRequests } = await run(endpointCall, { updateFields: {} });

		expect(outcome.error?.message ?? 'no error').toContain('There is nothing to update');
		expect(allRequests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});
});

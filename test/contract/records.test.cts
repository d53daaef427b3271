import { RECORD_TYPES } from '../../nodes/Vitally/resources/recordTypes';
import type { Fault } from '../../sandbox/faults.cts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox.cts';
import { credentialsFor, NODE, type NodeRun, runIn, runNode } from '../engine/node.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { byId } from '../fixtures/locators.cts';
import { callerWith } from './callOperation.cts';
import { titleOf, ENDPOINT_CALLS, type EndpointCall } from './endpoints.cts';

const rowsOf = (isWanted: (endpointCall: EndpointCall) => boolean) =>
	ENDPOINT_CALLS.filter(
		(endpointCall) => endpointCall.call.type === undefined && isWanted(endpointCall),
	).map((endpointCall) => [titleOf(endpointCall), endpointCall] as const);
const operationOf = ({ call }: EndpointCall) => call.parameters.operation;
const run = callerWith();

describe('one record that is read', () => {
	const READS = rowsOf(
		(endpointCall) =>
			operationOf(endpointCall) === 'get' && endpointCall.endpoint.path.endsWith('/:id'),
	);

	it.each(READS)('%s: an ID that is not there', async (_title, endpointCall) => {
		const { outcome } = await run(endpointCall, {
			[`${endpointCall.call.parameters.resource}Id`]: byId('no/one'),
		});

		expect(outcome.error?.message).toMatch(/^The .+ "no\/one" was not found \[item 0\]$/);
		expect(outcome.error?.description).toMatch(/\w/);
	});

	it.each(READS)('%s: raw, as the service returns it', async (_title, endpointCall) => {
		let read = async (path: string): Promise<unknown> => path;

		const prepare = ({ url, apiKey }: Sandbox) => {
			const headers = { authorization: `Basic ${btoa(`${apiKey}:`)}` };

			read = async (path) => await (await fetch(url + path, { headers })).json();
		};

		const { outcome, requests } = await run(endpointCall, { output: 'raw' }, { prepare });

		expect(outcome.items(NODE).map(({ json }) => json)).toEqual([await read(requests[0].path)]);
	});
});

describe('a record that is created', () => {
	const CREATIONS = rowsOf(
		(endpointCall) =>
			endpointCall.endpoint.method === 'POST' &&
			/create|upsert|sync|applyChanges/.test(operationOf(endpointCall)),
	);

	const recordsIn = ({ state }: Sandbox) => {
		const messages = [...state.conversations.all()].flatMap((one) => one.messages).length;

		return Object.values(state.counts()).reduce((sum, count) => sum + count, messages);
	};

	/** Runs a call in a new sandbox, so that several may wait at a time. */
	const create = async (
		{ call }: EndpointCall,
		{
			items,
			faults = [],
			...options
		}: SandboxOptions & Pick<NodeRun, 'items'> & { faults?: Fault[] },
	) => {
		const started = await startSandbox({ ...options, seed: 'empty' });

		addAllResources(started);
		const before = recordsIn(started);

		for (const fault of faults) started.faults.add(fault);
		const run = { ...call, items: items ?? call.items };
		const outcome = await runIn(started, run);

		await started.close();

		return { outcome, created: recordsIn(started) - before };
	};

	const lost: Fault = { kind: 'resetAfter', on: { method: 'POST' }, times: 1 };
	const anHourBehind: Parameters<typeof create>[1] = {
		now: () => Date.now() - 3_600_000,
		faults: [lost, { kind: 'noDate' }],
	};

	it.each<[string, Parameters<typeof create>[1]]>([
		['', { faults: [lost] }],
		[' by a service whose clock is an hour behind, and that sends no Date', anHourBehind],
	])('is created once, although the response was lost%s', async (_title, options) => {
		const results = await Promise.all(
			CREATIONS.map(async ([title, endpointCall]) => {
				const { outcome, created } = await create(endpointCall, options);
				const hasId = JSON.stringify(endpointCall.call.parameters).includes('"externalId"');

				return { title, created, error: hasId ? outcome.error?.message : undefined };
			}),
		);

		expect(results).toEqual(CREATIONS.map(([title]) => ({ title, created: 1, error: undefined })));
	});

	/** As a call of it, with an external ID wherever the operation has a field for one. */
	const named = ({ call: { parameters, items } }: EndpointCall, externalId: string) => ({
		parameters: {
			...parameters,
			externalId,
			additionalFields: { ...(parameters.additionalFields as object), externalId },
		},
		items: items?.map((item) => ({ ...item, externalId })),
	});
	const WITH_EXTERNAL_ID = CREATIONS.filter(([, { call }]) => {
		const type = RECORD_TYPES.find(({ name }) => name === call.parameters.resource);

		return type?.externalIds !== undefined || type?.name === 'message';
	});
	const PAIRS = WITH_EXTERNAL_ID.flatMap(([title, endpointCall], index) =>
		WITH_EXTERNAL_ID.slice(index)
			.filter(([, other]) => other.endpoint.path === endpointCall.endpoint.path)
			.map(([otherTitle, other]) => [`${title} and ${otherTitle}`, [endpointCall, other]] as const),
	);
	const UPSERTED = new Set(
		rowsOf((endpointCall) => operationOf(endpointCall) === 'upsert').map(
			([, { call }]) => call.parameters.resource,
		),
	);

	/** Keeps external IDs unique only where it is known to, and is slow enough for runs to overlap. */
	const startCareless = async ({ call }: EndpointCall) => {
		const type = RECORD_TYPES.find(({ name }) => name === call.parameters.resource);
		const duplicateExternalId = type?.externalIds?.unique ? 'reject' : 'create';
		const started = await startSandbox({ seed: 'empty', duplicateExternalId, latencyMs: 20 });

		addAllResources(started);

		return started;
	};

	it.each([
		['', 'new-1'],
		[' with an External ID in the form of a Vitally ID', '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f'],
	])('is created once by two runs at the same time, whatever the operations%s', async (_, id) => {
		const results = await Promise.all(
			PAIRS.map(async ([title, endpointCalls]) => {
				const started = await startCareless(endpointCalls[0]);
				const before = recordsIn(started);
				const options = { credentials: credentialsFor(started) };
				const outcomes = await Promise.all(
					endpointCalls.map(
						async (endpointCall) => await runNode(named(endpointCall, id), options),
					),
				);

				await started.close();
				const errors = outcomes.flatMap(({ error }) => error ?? []);
				const { resource } = endpointCalls[0].call.parameters;
				const isClear = ({ message, description }: Error & { description?: string | null }) =>
					message.includes(`"${id}" belongs to another`) &&
					(UPSERTED.has(resource) || !description?.includes("'Create or Update'"));
				const unclear = errors
					.filter((error) => !isClear(error))
					.map(({ message, description }) => `${message}: ${description} (see \`ifTaken\`)`);

				return { title, created: recordsIn(started) - before, unclear };
			}),
		);

		expect(results).toEqual(PAIRS.map(([title]) => ({ title, created: 1, unclear: [] })));
	});

	it.each(WITH_EXTERNAL_ID.filter(([, endpointCall]) => operationOf(endpointCall) === 'create'))(
		'%s: is created again after it was deleted, or an error says that Vitally keeps it deleted',
		async (_title, endpointCall) => {
			const started = await startCareless(endpointCall);
			const options = { credentials: credentialsFor(started) };
			const parameters = { ...named(endpointCall, 'new-2').parameters, output: 'raw' };
			const [{ json: first }] = (await runNode({ parameters }, options)).items(NODE);
			const which = { [`${endpointCall.call.parameters.resource}Id`]: byId(first.id) };
			const deletion = { ...parameters, operation: 'delete', ...which };

			await runNode({ parameters: { ...deletion, confirmPermanentDelete: true } }, options);
			const { error } = await runNode({ parameters }, options);

			await started.close();
			const isKept = endpointCall.call.parameters.resource === 'task';

			expect(error?.message).toEqual(
				isKept ? expect.stringContaining('was deleted in Vitally at') : undefined,
			);
		},
	);

	it('is created again after someone else deleted it', async () => {
		const started = await startSandbox({ seed: 'empty' });
		const parameters = {
			resource: 'organization',
			operation: 'create',
			externalId: 'O',
			name: 'O',
		};

		for (let times = 0; times < 2; times++) {
			const run = await runIn(started, { parameters });

			expect(run.error).toBeUndefined();

			for (const one of started.state.organizations.all()) {
				started.state.organizations.remove(one);
			}
		}

		await started.close();
	});

	it.each(
		CREATIONS.filter(
			([, endpointCall]) =>
				operationOf(endpointCall) === 'upsert' &&
				!endpointCall.endpoint.path.includes('/projects/'),
		),
	)('%s: is created once, of two items with one External ID', async (_title, endpointCall) => {
		const { outcome, created } = await create(endpointCall, { items: [{}, {}] });

		expect(outcome.items(NODE).map(({ json }) => json.created)).toEqual([true, false]);
		expect(created).toBe(1);
	});
});

describe('an update of nothing', () => {
	const UPDATES = rowsOf((endpointCall) => operationOf(endpointCall) === 'update');

	it.each(UPDATES)('%s: is rejected, and nothing is written', async (_title, endpointCall) => {
		const { outcome, allRequests } = await run(endpointCall, { updateFields: {} });

		expect(outcome.error?.message).toContain('There is nothing to update');
		expect(allRequests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});
});

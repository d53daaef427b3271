import type { Fault } from '../../sandbox/faults.cts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { credentialsFor, NODE, runNode, type NodeRun } from '../engine/node.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { byId } from '../fixtures/locators.cts';
import { callerWith } from './calls.cts';
import { titleOf, WAYS, type Way } from './endpoints.cts';

const rowsOf = (isWanted: (way: Way) => boolean) =>
	WAYS.filter((way) => way.call.type === undefined && isWanted(way)).map(
		(way) => [titleOf(way), way] as const,
	);
const operationOf = ({ call }: Way) => call.parameters.operation;
const run = callerWith();

describe('one record that is read', () => {
	const READS = rowsOf((way) => operationOf(way) === 'get' && way.endpoint.path.endsWith('/:id'));

	it.each(READS)('%s: an ID that is not there', async (_title, way) => {
		const { outcome } = await run(way, { [`${way.call.parameters.resource}Id`]: byId('no/one') });
		expect(outcome.error?.message).toMatch(/^The .+ "no\/one" was not found \[item 0\]$/);
		expect(outcome.error?.description).toMatch(/\w/);
	});

	it.each(READS)('%s: raw, as the service returns it', async (_title, way) => {
		let read = async (path: string): Promise<unknown> => path;
		const given = ({ url, apiKey }: Sandbox) => {
			const headers = { authorization: `Basic ${btoa(`${apiKey}:`)}` };
			read = async (path) => await (await fetch(url + path, { headers })).json();
		};
		const { outcome, requests } = await run(way, { output: 'raw' }, { given });
		expect(outcome.items(NODE).map(({ json }) => json)).toEqual([await read(requests[0].path)]);
	});
});

describe('a record that is created', () => {
	const CREATIONS = rowsOf(
		(way) => way.endpoint.method === 'POST' && /create|upsert|sync/.test(operationOf(way)),
	);
	const recordsIn = ({ state }: Sandbox) => {
		const messages = [...state.conversations.all()].flatMap((one) => one.messages).length;
		return Object.values(state.counts()).reduce((sum, count) => sum + count, messages);
	};
	/** Runs a call in a new sandbox, so that several may wait at a time. */
	const create = async ({ call }: Way, items?: NodeRun['items'], fault?: Fault) => {
		const started = await startSandbox({ seed: 'empty' });
		addAllResources(started);
		const before = recordsIn(started);
		if (fault) started.faults.add(fault);
		const outcome = await runNode({ ...call, items }, { credentials: credentialsFor(started) });
		await started.close();
		return { outcome, created: recordsIn(started) - before };
	};

	it('is created once, although the response was lost', async () => {
		const fault: Fault = { kind: 'resetAfter', on: { method: 'POST' }, times: 1 };
		const results = await Promise.all(
			CREATIONS.map(async ([title, way]) => {
				const { outcome, created } = await create(way, undefined, fault);
				const hasId = JSON.stringify(way.call.parameters).includes('"externalId"');
				return { title, created, isClear: !hasId || outcome.error === undefined };
			}),
		);
		expect(results).toEqual(CREATIONS.map(([title]) => ({ title, created: 1, isClear: true })));
	}, 30_000);

	it.each(
		CREATIONS.filter(
			([, way]) => operationOf(way) === 'upsert' && !way.endpoint.path.includes('/projects/'),
		),
	)('%s: is created once, of two items with one External ID', async (_title, way) => {
		const { outcome, created } = await create(way, [{}, {}]);
		expect(outcome.items(NODE).map(({ json }) => json.created)).toEqual([true, false]);
		expect(created).toBe(1);
	});
});

describe('an update of nothing', () => {
	const UPDATES = rowsOf((way) => operationOf(way) === 'update');

	it.each(UPDATES)('%s: is rejected, and nothing is written', async (_title, way) => {
		const { outcome, allRequests } = await run(way, { updateFields: {} });
		expect(outcome.error?.message).toContain('There is nothing to update');
		expect(allRequests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});
});

import fc from 'fast-check';

import { ListedIds } from '../../nodes/Vitally/operations/listedIds';
import type { ItemContext } from '../../nodes/Vitally/run/operation';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { newCustomer } from '../../sandbox/state/customers.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { ACCOUNTS } from '../fixtures/accounts.cts';
import { byExternalId } from '../fixtures/locators.cts';
import { row } from '../fixtures/records.cts';

/** An item that is answered with pages of records, each named by its number. */
function itemWith(records: number, pageSize: number): Pick<ItemContext, 'send'> {
	return {
		send: async ({ query }) => {
			const start = Number(query?.from ?? 0);
			const end = Math.min(records, start + pageSize);
			const results = Array.from({ length: end - start }, (_, index) => ({
				id: `id-${start + index}`,
				externalId: String(start + index),
			}));
			return {
				status: 200,
				headers: {},
				body: { results, next: end < records ? String(end) : null },
			};
		},
	};
}

const type = { path: '/resources/organizations', pickList: { query: {} } } as never;

describe('the IDs of a run that needs many', () => {
	it('never take more than twice the better of list and single reads, and are right', async () => {
		const world = fc.record({
			records: fc.integer({ min: 1, max: 60 }),
			pageSize: fc.integer({ min: 1, max: 20 }),
			wanted: fc.uniqueArray(fc.nat(59), { minLength: 1 }),
			inFlight: fc.integer({ min: 1, max: 20 }),
		});
		await fc.assert(
			fc.asyncProperty(world, async ({ records, pageSize, wanted, inFlight }) => {
				const distinct = wanted.filter((number) => number < records);
				const { send } = itemWith(records, pageSize);
				let requests = 0;
				const count = async (request: never) => {
					requests++;
					return await send(request);
				};
				const listed = new ListedIds(type);
				for (let start = 0; start < distinct.length; start += inFlight) {
					const some = distinct.slice(start, start + inFlight);
					const ids = some.map(async (number) => {
						const readOne = async () => {
							requests++;
							return `id-${number}`;
						};
						return await listed.find({ send: count } as never, String(number), readOne);
					});
					expect(await Promise.all(ids)).toEqual(some.map((number) => `id-${number}`));
				}
				const last = Math.max(-1, ...distinct);
				const pages = Math.ceil((last + 1) / pageSize);
				expect(requests).toBeLessThanOrEqual(2 * Math.min(distinct.length, pages));
			}),
			{ numRuns: 500 },
		);
	});
});

describe('the organizations of many new accounts', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty' });
	});
	afterAll(async () => await sandbox.close());

	it('are looked up in the list, once for all', async () => {
		for (let number = 0; number < 150; number++) {
			const organization = newCustomer(row(`org-${number}`, 1), `O${number}`, 'Group', {});
			sandbox.state.organizations.insert({ ...organization, organizationOwnerId: null } as never);
		}
		const outcome = await runNode(
			{
				parameters: {
					resource: 'account',
					operation: 'create',
					externalId: '={{ $json.id }}',
					name: '={{ $json.id }}',
					additionalFields: { organizationId: byExternalId('={{ $json.group }}') },
				},
				items: Array.from({ length: 150 }, (_, index) => ({ id: `a${index}`, group: `O${index}` })),
			},
			{ credentials: credentialsFor(sandbox) },
		);
		expect(outcome.error).toBeUndefined();
		expect(outcome.items(NODE).map(({ json }) => json.organizationId)).toEqual(
			Array.from({ length: 150 }, (_, index) => `org-${index}`),
		);
		const reads = sandbox.requests.filter(({ path }) => path !== ACCOUNTS);
		expect(reads.length).toBeLessThanOrEqual(4);
	});
});

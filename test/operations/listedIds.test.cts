import fc from 'fast-check';

import { ListedIds, type Telling } from '../../nodes/Vitally/operations/listedIds';
import type { ItemContext } from '../../nodes/Vitally/run/operation';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { newCustomer } from '../../sandbox/state/customers.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { ACCOUNTS } from '../fixtures/accounts.cts';
import { byExternalId } from '../fixtures/locators.cts';
import { row } from '../fixtures/records.cts';

interface Service {
	/** Each is named by its number. */
	records: number;
	pageSize: number;
}

interface Wanted extends Service {
	wanted: number[];
	inFlight: number;
}

/** A service that counts what it is asked, and an item that asks it. */
function serve({ records, pageSize }: Service) {
	const service = { requests: 0 };
	const item = {
		send: async ({ query }: { query?: Record<string, unknown> }) => {
			service.requests++;
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
	} as never as ItemContext;
	const readOne = async (number: number) => {
		service.requests++;
		await Promise.resolve();
		if (number < records) return `id-${number}`;
		throw new Error('There is none');
	};
	return { service, item, readOne };
}

/** Looks all up, so many at a time, and checks each answer. */
async function requestsOf(one: Wanted, telling?: Telling): Promise<number> {
	const { service, item, readOne } = serve(one);
	const listed = new ListedIds([{ path: '/records', query: {} }], telling);
	for (let start = 0; start < one.wanted.length; start += one.inFlight) {
		const some = one.wanted.slice(start, start + one.inFlight);
		const ids = some.map(async (number) => {
			const id = listed.find(item, String(number), async () => await readOne(number));
			return await id.catch(() => undefined);
		});
		const expected = some.map((number) => (number < one.records ? `id-${number}` : undefined));
		expect(await Promise.all(ids)).toEqual(expected);
	}
	return service.requests;
}

/** Requests of the better way; a list has one page also when it is empty. */
function best({ records, pageSize, wanted }: Wanted): number {
	const last = wanted.some((number) => number >= records) ? records : Math.max(...wanted) + 1;
	return Math.min(wanted.length, Math.max(1, Math.ceil(last / pageSize)));
}

const numbers = (count: number, step = 1, from = 0) =>
	Array.from({ length: count }, (_, index) => from + index * step);
const mixed = (there: number[], missing: number[]) =>
	there.flatMap((number, index) => [number, ...missing.slice(index, index + 1)]);

describe('the IDs of a run that needs many', () => {
	const world: fc.Arbitrary<Wanted> = fc.record({
		records: fc.nat(60),
		pageSize: fc.integer({ min: 1, max: 20 }),
		wanted: fc.uniqueArray(fc.oneof(fc.nat(59), fc.nat(200)), { minLength: 1, maxLength: 90 }),
		inFlight: fc.integer({ min: 1, max: 20 }),
	});

	it('never take more than twice the better of list and single reads, and are right', async () => {
		await fc.assert(
			fc.asyncProperty(world, async (one) => {
				expect(await requestsOf(one)).toBeLessThanOrEqual(2 * best(one) + 1);
			}),
			{ numRuns: 200 },
		);
	});

	it('do so too where only the whole list tells which record has an external ID', async () => {
		await fc.assert(
			fc.asyncProperty(world, async (one) => {
				const pages = Math.max(1, Math.ceil(one.records / one.pageSize));
				const most = 2 * Math.min(one.wanted.length, pages) + 1;
				expect(await requestsOf(one, { mayRepeat: true })).toBeLessThanOrEqual(most);
			}),
			{ numRuns: 200 },
		);
	});

	it.each<[string, number, number[]]>([
		['many that are missing, of a small workspace', 250, numbers(2000, 1, 1000)],
		['many that are missing, of an empty workspace', 0, numbers(500)],
		['many that are missing, of a large workspace', 100_000, numbers(5000, 1, 200_000)],
		['few that are missing, of a large workspace', 100_000, numbers(5, 1, 200_000)],
		['one that is missing', 100_000, [200_000]],
		['half of them missing', 10_000, mixed(numbers(3000, 3), numbers(3000, 1, 20_000))],
		['few of them missing', 10_000, mixed(numbers(3000, 3), numbers(30, 1, 20_000))],
		['few that are there among many missing', 10_000, [...numbers(3000, 1, 20_000), 1, 9_999]],
		['all of a large workspace', 20_000, numbers(20_000)],
		['some from the end of a large workspace', 100_000, numbers(50, 1, 99_000)],
	])('take at most twice the better way for %s', async (_title, records, wanted) => {
		const one = { records, pageSize: 100, wanted, inFlight: 20 };
		expect(await requestsOf(one)).toBeLessThanOrEqual(2 * best(one) + 1);
	});

	it('are read one by one where the list hides some, or has turned out to do so', async () => {
		const { item, service } = serve({ records: 1, pageSize: 100 });
		const hidden = async () => await Promise.resolve('id-hidden');
		const list = [{ path: '/records', query: {} }];
		const hiding = new ListedIds(list, { hidesSome: true });
		const telling = new ListedIds(list);
		for (const listed of [hiding, telling]) {
			for (const named of ['h1', 'h2', 'h3']) {
				expect(await listed.find(item, named, hidden)).toBe('id-hidden');
			}
		}
		expect(service.requests).toBe(2);
	});

	it('are read one by one where the list cannot be read', async () => {
		const item = {
			send: async () => await Promise.reject(new Error('No')),
		} as never as ItemContext;
		const listed = new ListedIds([{ path: '/records', query: {} }]);
		const readOne = async () => await Promise.reject<string>(new Error('There is none'));
		for (const named of ['1', '2', '3']) {
			await expect(listed.find(item, named, readOne)).rejects.toThrow('There is none');
		}
	});
});

describe('the organizations of many new accounts', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty' });
	});
	afterAll(async () => await sandbox.close());

	beforeEach(() => {
		sandbox.reset();
		for (let number = 0; number < 150; number++) {
			const organization = newCustomer(row(`org-${number}`, 1), `O${number}`, 'Group', {});
			sandbox.state.organizations.insert({ ...organization, organizationOwnerId: null } as never);
		}
	});

	const run = async (onError?: 'continueRegularOutput', from = 0) => {
		const outcome = await runNode(
			{
				parameters: {
					resource: 'account',
					operation: 'create',
					externalId: '={{ $json.id }}',
					name: '={{ $json.id }}',
					additionalFields: { organizationId: byExternalId('={{ $json.group }}') },
				},
				items: numbers(150, 1, from).map((number) => ({ id: `a${number}`, group: `O${number}` })),
				onError,
			},
			{ credentials: credentialsFor(sandbox) },
		);
		expect(outcome.error).toBeUndefined();
		const reads = sandbox.requests.filter(({ path }) => path !== ACCOUNTS);
		expect(reads.length).toBeLessThanOrEqual(5);
		return outcome.items(NODE).map(({ json }) => json);
	};

	it('are looked up in the list, once for all', async () => {
		expect((await run()).map(({ organizationId }) => organizationId)).toEqual(
			numbers(150).map((number) => `org-${number}`),
		);
	});

	it('are missing where the whole list lacks them, each with its own name', async () => {
		const errors = await run('continueRegularOutput', 1000);
		expect(errors.map(({ error }) => error)).toEqual(
			numbers(150, 1, 1000).map((number) => expect.stringContaining(`"O${number}"`) as string),
		);
		expect(sandbox.state.accounts.size).toBe(0);
	});
});

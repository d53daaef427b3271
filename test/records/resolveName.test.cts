import type { ItemContext } from '../../nodes/Vitally/execution/operation';
import type { RecordType } from '../../nodes/Vitally/records/recordType';
import { resolveId, resolveValue } from '../../nodes/Vitally/records/resolveId';
import { accountType, customObjectType } from '../../nodes/Vitally/resources/recordTypes';
import type { ServiceRequest } from '../../nodes/Vitally/transport/client';

/** An item that is answered with pages of one record each. */
function itemWith(records: object[]) {
	const requests: ServiceRequest[] = [];
	const lookUps = new Map<string, Promise<unknown>>();
	return {
		requests,
		send: async (request: ServiceRequest) => {
			requests.push(request);
			const page = Number(request.query?.from ?? 0);
			const next = page + 1 < records.length ? String(page + 1) : null;
			return { status: 200, headers: {}, body: { results: records.slice(page, page + 1), next } };
		},
		oncePerRun: async <T,>(name: string, read: () => Promise<T>): Promise<T> => {
			const found = (lookUps.get(name) as Promise<T> | undefined) ?? read();
			lookUps.set(name, found);
			return await found;
		},
	};
}

const resolveName = async (item: object, type: RecordType, value: string, label: string) =>
	await resolveValue(item as ItemContext, resolveId({}, type, { mode: 'name', value }, label));

const ACCOUNTS = [
	{ id: '1', name: 'Acme' },
	{ id: '2', name: 'Acme Ltd' },
	{ id: '3', name: ' Zürich Gas ' },
	{ id: '4', name: 'Twin' },
	{ id: '5', name: 'TWIN' },
	{ id: '6', name: null },
	{ id: '7' },
	...Array.from({ length: 7 }, (_, index) => ({ id: `x${index}`, name: `Shop ${index}` })),
];

const failureOf = async (promise: Promise<unknown>) =>
	await promise.then(
		() => ({}),
		({ message, description, facts }) => ({ message, description, facts }),
	);

describe('a record by its name', () => {
	it.each([
		['Acme', '1'],
		['  acme ', '1'],
		['ACME LTD', '2'],
		// The same letter in two forms.
		['zu\u0308rich gas', '3'],
	])('%j is %s', async (name, id) => {
		expect(await resolveName(itemWith(ACCOUNTS), accountType, name, 'Account')).toBe(id);
	});

	it('is looked for among the active and the churned, to the end, once for all names', async () => {
		const item = itemWith(ACCOUNTS);
		for (const name of ['Acme', 'Acme Ltd']) await resolveName(item, accountType, name, 'Account');
		expect(item.requests).toHaveLength(ACCOUNTS.length);
		expect(item.requests[0]).toMatchObject({
			path: '/resources/accounts',
			query: { status: 'activeOrChurned', sortBy: 'createdAt', limit: 100 },
		});
	});

	it.each([
		['Deals', 'a'],
		['deal', 'a'],
		['Both', 'b'],
	])('is its label or its name: %s', async (name, id) => {
		const item = itemWith([
			{ id: 'a', name: 'deal', label: 'Deals' },
			{ id: 'b', name: 'both', label: 'Both' },
		]);
		expect(await resolveName(item, customObjectType, name, 'Custom Object')).toBe(id);
	});

	it('is listed with the others of the same name', async () => {
		expect(
			await failureOf(resolveName(itemWith(ACCOUNTS), accountType, 'twin', 'Account')),
		).toMatchObject({
			message: '2 accounts are called "twin"',
			description: "Choose one of them in 'Account' from the list or by ID: Twin (4), TWIN (5).",
		});
	});

	it.each([
		['cme', 'Accounts with "cme" in their name: Acme (1), Acme Ltd (2). '],
		['Acme Inc', 'Accounts with "Acme" in their name: Acme (1), Acme Ltd (2). '],
		[
			'the shop',
			'Accounts with "shop" in their name: Shop 0 (x0), Shop 1 (x1), Shop 2 (x2), Shop 3 (x3), Shop 4 (x4) and 2 more. ',
		],
		['Nobody', ''],
		['an', ''],
	])('is suggested by similar names: %s', async (name, suggestion) => {
		expect(
			await failureOf(resolveName(itemWith(ACCOUNTS), accountType, name, 'Account')),
		).toMatchObject({
			message: `No account is called "${name}"`,
			description: `${suggestion}Check the name, or choose the account in 'Account' from the list.`,
			facts: { status: 404, field: 'Account' },
		});
	});
});

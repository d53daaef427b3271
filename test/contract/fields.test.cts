import type { RecordedRequest } from '../../sandbox/sandbox.cts';
import { callerWith } from './calls.cts';
import { titleOf, WAYS } from './endpoints.cts';
import { ALWAYS, EXCEPTIONS } from './exceptions.cts';
import { exceptionOf, FIELD_CASES, namesAllowed, requiredNames } from './fieldCases.cts';
import { fieldsOf } from './fields.cts';
import { placesOf } from './places.cts';

/** Query and body of a request in one. */
const sentBy = ({ query, body }: RecordedRequest): Record<string, unknown> => ({
	...query,
	...(body as object | undefined),
});

describe('every field of the contract', () => {
	it('has a parameter in every operation that reaches its endpoint, or a reason', () => {
		const unreachable = WAYS.flatMap((way) =>
			fieldsOf(way.endpoint)
				.filter((field) => !exceptionOf(way, field) && placesOf(way.call, field).length === 0)
				.map(({ name }) => `${titleOf(way)} ${name}`),
		);
		expect(unreachable).toEqual([]);
	});

	it('is no exception without need', () => {
		const titles = WAYS.map(titleOf);
		const used = new Set(
			WAYS.flatMap((way) => fieldsOf(way.endpoint).map((field) => exceptionOf(way, field))),
		);
		const unused = [
			...EXCEPTIONS.filter((one) => !used.has(one)),
			...ALWAYS.filter(({ of }) => !titles.some((title) => of.test(title))),
		];
		expect(unused).toEqual([]);
	});
});

describe('a request of which only the required fields are set', () => {
	const run = callerWith();

	it.each(WAYS.map((way) => [titleOf(way), way] as const))('%s', async (_title, way) => {
		const { requests } = await run(way);
		const sent = Object.keys(sentBy(requests[0]));
		expect(sent).toEqual(expect.arrayContaining(requiredNames(way)));
		const allowed = namesAllowed(way, way.call.parameters);
		expect(sent.filter((name) => !allowed.includes(name))).toEqual([]);
	});
});

describe('a field that is set', () => {
	const run = callerWith();

	it.each(FIELD_CASES.map((one) => [one.title, one] as const))('%s', async (_title, one) => {
		const { field, parameters } = one;
		const exception = exceptionOf(one, field);
		const value = exception?.sent ?? one.value;
		const { requests, contractRefusals } = await run(one, parameters);
		expect(contractRefusals).toEqual([]);
		const request = requests[0];
		expect(request[field.place]).toHaveProperty(
			[field.name],
			field.place === 'query' ? String(value) : value,
		);
		if (exception) return;
		const allowed = namesAllowed(one, { ...one.call.parameters, ...parameters });
		const others = Object.keys(sentBy(request)).filter((name) => name !== field.name);
		expect(others.filter((name) => !allowed.includes(name))).toEqual([]);
	});
});

describe('the pages of a list', () => {
	const run = callerWith({ largestPage: 1 });
	const lists = WAYS.filter(({ endpoint }) =>
		fieldsOf(endpoint).some(({ name, place }) => name === 'from' && place === 'query'),
	);

	it.each(lists.map((way) => [titleOf(way), way] as const))(
		'%s: a cursor from the second one on, and all else on each',
		async (_title, way) => {
			const { requests } = await run(way);
			const [first, ...others] = requests.map(sentBy);
			expect(others).not.toEqual([]);
			expect(first).not.toHaveProperty('from');
			for (const { from, ...rest } of others) {
				expect(from).toMatch(/./);
				expect(rest).toEqual(first);
			}
		},
	);
});

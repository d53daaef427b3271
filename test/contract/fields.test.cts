import { byId } from '../fixtures/locators.cts';
import { callerWith, type Caller } from './calls.cts';
import {
	ENDPOINT_CALLS,
	ENDPOINTS,
	exceptionOf,
	nameOf,
	titleOf,
	type EndpointCall,
} from './endpoints.cts';
import { FIELD_CASES, namesAllowed, sentBy } from './fieldCases.cts';
import { fieldsOf } from './fields.cts';
import { parameterPathsOf, pathsOfField } from './parameterPaths.cts';

describe('every field of the contract', () => {
	it('has a parameter in every operation that reaches its endpoint, or a reason', () => {
		const unreachable = ENDPOINT_CALLS.flatMap((endpointCall) =>
			fieldsOf(endpointCall.endpoint)
				.filter(
					(field) =>
						!exceptionOf(endpointCall, field.name) &&
						pathsOfField(endpointCall.call, field).length === 0,
				)
				.map(
					({ name }) =>
						`${titleOf(endpointCall)} has no parameter '${name}': add one, or the reason under 'exceptions' of the row in endpointTable.cts`,
				),
		);
		expect(unreachable).toEqual([]);
	});

	it('is the only thing that endpointTable.cts has exceptions for', () => {
		const unknown = ENDPOINTS.flatMap((endpoint) => {
			const names = ['*', ...fieldsOf(endpoint).map(({ name }) => name)];
			const listed = [endpoint, ...endpoint.calls].flatMap((row) =>
				Object.keys(row.exceptions ?? {}),
			);
			return listed
				.filter((name) => !names.includes(name))
				.map((name) => `${endpoint.method} ${endpoint.path} has no field '${name}': remove it`);
		});
		expect(unknown).toEqual([]);
	});
});

describe('a field that is set', () => {
	const run = callerWith();

	it.each(FIELD_CASES.map((one) => [one.title, one] as const))('%s', async (_title, one) => {
		const { field, parameters } = one;
		const exception = exceptionOf(one, field.name);
		const value = exception?.sent ?? one.value;
		const { outcome, requests, contractViolations } = await run(one, parameters);
		expect(contractViolations).toEqual([]);
		const reason = `not sent to this endpoint: ${outcome.error?.message ?? 'see its path and method'}`;
		expect(requests.length > 0 ? [] : [reason]).toEqual([]);
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

/** The fields of every operation, from one call for each. */
const FIELDS = [
	...new Map(
		ENDPOINT_CALLS.map((endpointCall) => [nameOf(endpointCall.call), endpointCall]),
	).values(),
].flatMap((endpointCall) =>
	parameterPathsOf(endpointCall.call)
		.filter(
			({ collection }) =>
				collection === undefined || /^(additional|update)Fields$/.test(collection),
		)
		.map((path) => ({ ...path, endpointCall, title: `${nameOf(endpointCall.call)} ${path.path}` })),
);

describe('a value that no field of the type accepts', () => {
	const WRONG: Record<string, unknown> = {
		boolean: 'maybe',
		dateTime: 'next week',
		number: 'many',
		options: 'nonsense',
	};
	/** Errors name sender and role as one. */
	const LABELS: Record<string, string> = { fromType: 'From', fromId: 'From' };
	const run = callerWith();
	const reject = async (
		{ endpointCall, parametersWith, property }: (typeof FIELDS)[number],
		value: unknown,
	) => {
		const { outcome, allRequests } = await run(endpointCall, parametersWith(value));
		const label = LABELS[property.name] ?? property.displayName;
		expect(outcome.error?.message).toContain(`'${label}'`);
		expect(allRequests.filter(({ method }) => method !== 'GET')).toEqual([]);
	};
	/** A format is read with its text alone. */
	const isRead = ({ property: { name } }: (typeof FIELDS)[number]) =>
		name !== 'resource' && name !== 'operation' && !name.endsWith('Format');

	it.each(
		FIELDS.filter((field) => field.property.type in WRONG && isRead(field)).map(
			(field) => [field.title, field] as const,
		),
	)('is an error before anything is written: %s', async (_title, field) => {
		await reject(field, WRONG[field.property.type]);
	});

	it.each(
		FIELDS.filter(
			({ property: { required, type } }) => required && /string|Locator/.test(type),
		).map((field) => [field.title, field] as const),
	)(
		'is an error before anything is written, where a required field is empty: %s',
		async (_title, field) => {
			await reject(field, field.property.type === 'string' ? ' ' : byId('={{ "" }}'));
		},
	);
});

/** Spreadsheets and ticket systems return numbers as IDs and as text. */
describe('a number', () => {
	/** Beyond what JavaScript represents. */
	const UNSAFE = '12345678901234567890';
	type FieldOfWay = (typeof FIELDS)[number];
	const LOCATORS = FIELDS.filter(({ property }) => property.type === 'resourceLocator').flatMap(
		(field) =>
			(field.property.modes ?? [])
				.filter(({ name }) => name === 'id' || name === 'externalId')
				.map(({ name: mode }) => [`${field.title} (${mode})`, field, mode] as const),
	);
	const STRING_FIELDS = FIELDS.filter(
		({ property, endpointCall }) =>
			property.type === 'string' &&
			// A number is no email address.
			property.name !== 'matchEmail' &&
			!property.typeOptions?.multipleValues &&
			// What is added to a message is tested with the messages.
			endpointCall.call.type === undefined,
	).map((field, index) => [field.title, field, index] as const);

	/** The service converts no types (docs/internal/public-facts.md, 2). */
	it('is tested in every field that takes an ID, and the contract wants text there', () => {
		const tested = [...LOCATORS, ...STRING_FIELDS].map(([, { title }]) => title);
		const wrong = ENDPOINT_CALLS.filter(({ call: one }) => !one.type).flatMap((one) =>
			fieldsOf(one.endpoint)
				.filter(({ name, place }) => place === 'body' && /^id$|Ids?$/.test(name))
				.flatMap((field) => [
					...(/^(string|array)$/.test(field.schema.type ?? '') ? [] : [`${field.name} is no text`]),
					...pathsOfField(one.call, field)
						.map(({ path }) => `${nameOf(one.call)} ${path}`)
						.filter((title) => !tested.includes(title)),
				]),
		);
		expect(wrong).toEqual([]);
	});

	const call = callerWith({ limits: { budget: 1_000_000 } });
	const run = async ({ endpointCall, parametersWith }: FieldOfWay, value: unknown) => {
		const { outcome, allRequests } = await call(endpointCall, parametersWith(value));
		const sent = allRequests.map(({ path, query, body }) => JSON.stringify([path, query, body]));
		return { reason: `${outcome.error?.message}\n${outcome.error?.description}`, sent };
	};

	/** Fields of one name and label are read by the same function: one of them gets what is rejected. */
	const rejects = new Set<string>();
	const isFirst = ({ property: { name, displayName } }: FieldOfWay, mode = '') => {
		const key = `${name} ${displayName} ${mode}`;
		return !rejects.has(key) && rejects.add(key);
	};

	it.each(LOCATORS)('is an ID: %s', async (_title, field, mode) => {
		const locator = (value: unknown) => ({ __rl: true, mode, value });
		const { reason, sent } = await run(field, locator('={{ 44 }}'));
		// As one segment of a path, as a text in query or body, or looked up in a list.
		const isText = [...sent, reason].some((text) => /\/44[/"]|["']44["']/.test(text));
		expect([reason, isText]).toEqual([reason, true]);
		expect(reason).not.toMatch(/is empty|is not text/);

		if (!isFirst(field, mode)) return;
		const rejected = await run(field, locator(`={{ ${UNSAFE} }}`));
		expect(rejected.reason).toMatch(/is not text|has lost digits/);
		expect(rejected.sent.filter((text) => text.includes('1234567890'))).toEqual([]);
	});

	it.each(STRING_FIELDS)('is a text: %s', async (_title, field, index) => {
		const { reason, sent } = await run(field, '={{ 7 }}');
		const asText = sent.some((text) => /\/7[/"]|"7"/.test(text));
		const asNumber = sent.some((text) => /[:[,]7[\],}]/.test(text));
		expect([reason, asText, asNumber]).toEqual([reason, true, false]);

		if (!isFirst(field)) return;
		const wrong = ['={{ { a: 1 } }}', `={{ ${UNSAFE} }}`, '={{ "half \\ud83d" }}'][index % 3];
		const rejected = await run(field, wrong);
		expect(rejected.reason).toMatch(/is not text|is not a list of strings|has lost digits/);
		expect(rejected.sent.filter((text) => /1234567890|"a":1|half/.test(text))).toEqual([]);
	});
});

describe('traits arrive as they were entered', () => {
	/** What a careless mapper would lose, convert or nest (docs/internal/service.md, Trait creation rules). */
	const TRAITS = {
		'vitally.custom.nextStep': '',
		'a.b': 0,
		'a.b.c': -12.5,
		flag: false,
		quoted: 'false',
		digits: '007',
		list: ['gold', 'a, b'],
		'empty.list': [],
		start: '2026-03-01T00:00:00.000Z',
		none: null,
	};
	const row = (key: string, type: string, value: unknown) => ({
		key,
		type,
		[`${type}Value`]: value,
	});
	const ROWS = [
		row('vitally.custom.nextStep', 'string', ''),
		row('a.b', 'number', 0),
		row('a.b.c', 'number', '-12.5'),
		row('flag', 'boolean', false),
		row('quoted', 'string', 'false'),
		row('digits', 'string', '007'),
		row('list', 'multiSelect', ['gold', 'a, b']),
		row('empty.list', 'multiSelect', []),
		row('start', 'date', '2026-03-01'),
		row('none', 'string', '={{ null }}'),
	];
	const GIVEN = {
		fields: { traits: { trait: ROWS } },
		json: { traitsJson: JSON.stringify(TRAITS) },
	};
	const isEmpty = (value: unknown) => ['null', '""', '[]'].includes(JSON.stringify(value));

	const pathOf = ({ call }: EndpointCall, name: string) =>
		parameterPathsOf(call).find(({ property }) => property.name === name);
	/** A completion sets when and by whom; a link has no traits, its task has (test/nodes/task); an undo has those of its items. */
	const WITHOUT_TRAITS = /undoSync|applyChanges|task complete|task (create|upsert) POST .*projects/;
	const WRITES = ENDPOINT_CALLS.filter(
		(endpointCall) => !WITHOUT_TRAITS.test(titleOf(endpointCall)),
	);
	const WITH_TRAITS = WRITES.filter(({ endpoint }) =>
		fieldsOf(endpoint).some(({ name }) => name === 'traits'),
	);
	const run: Caller = callerWith();

	it('in every operation that writes to an endpoint with traits, and in no other', () => {
		const offering = WRITES.filter((endpointCall) => pathOf(endpointCall, 'traitsJson'));
		const without = WITH_TRAITS.filter((one) => !offering.includes(one));
		const advice = without.map(
			(one) => `${titleOf(one)} has no traits: offer them, or name it in WITHOUT_TRAITS`,
		);
		expect(advice).toEqual([]);
		expect(offering.map(titleOf)).toEqual(WITH_TRAITS.map(titleOf));
	});

	it.each(
		WITH_TRAITS.flatMap((endpointCall) => [
			[titleOf(endpointCall), 'fields', endpointCall] as const,
			[titleOf(endpointCall), 'json', endpointCall] as const,
		]),
	)('%s, out of %s', async (_title, mode, endpointCall) => {
		const collection = pathOf(endpointCall, 'traitsJson')?.collection;
		const traits = collection
			? {
					[collection]: { ...(endpointCall.call.parameters[collection] as object), ...GIVEN[mode] },
				}
			: { traitsMode: mode, ...GIVEN[mode] };
		const clears = pathOf(endpointCall, 'traitsToClear') && {
			traitsToClear: ['vitally.custom.gone'],
		};
		const options = { emptyValues: 'send', ...clears };
		const { requests, contractViolations } = await run(endpointCall, { ...traits, options });
		expect(contractViolations).toEqual([]);
		const sent = { ...TRAITS, ...(clears && { 'vitally.custom.gone': null }) };
		// Where there is nothing yet, a sync finds that what is empty is there already.
		const isSync = endpointCall.call.parameters.operation === 'sync';
		const wanted = Object.entries(sent).filter(([, value]) => !isSync || !isEmpty(value));
		expect((requests[0].body as { traits: unknown }).traits).toEqual(Object.fromEntries(wanted));
	});
});

describe('the pages of a list', () => {
	const run = callerWith({ largestPage: 1 });
	const lists = ENDPOINT_CALLS.filter(({ endpoint }) =>
		fieldsOf(endpoint).some(({ name, place }) => name === 'from' && place === 'query'),
	);

	it.each(lists.map((endpointCall) => [titleOf(endpointCall), endpointCall] as const))(
		'%s: a cursor from the second one on, and all else on each',
		async (_title, endpointCall) => {
			const { requests } = await run(endpointCall);
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

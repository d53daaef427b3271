import { byId } from '../fixtures/locators.cts';
import { callerWith, type Caller } from './calls.cts';
import {
	ENDPOINT_CALLS,
	exceptionOf,
	LAST_CALLS,
	titleOf,
	type EndpointCall,
} from './endpoints.cts';
import { fieldSets, namesAllowed, sentBy } from './fieldCases.cts';
import { fieldsOf } from './fields.cts';
import {
	distinct,
	editorFieldsOf,
	parameterPathsOf,
	pathsOfField,
	type EditorField,
} from './parameterPaths.cts';
import { expectNoFaults, faultOf } from './rules.cts';

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
});

describe('a field that is set', () => {
	const run = callerWith({ limits: { budget: 1_000_000 } });

	it('reaches the service as it was entered, and nothing else does', async () => {
		await expectNoFaults(fieldSets(), async (one) => {
			const { call, values, parameters } = one;
			const { outcome, requests, contractViolations } = await run(one, parameters);
			const title = values.map((value) => value.title).join('; ');
			const refused = contractViolations.map(
				({ method, path, rejectionReason }) =>
					`${title}: ${method} ${path} is refused: ${rejectionReason}`,
			);
			if (requests.length === 0) {
				const reason = outcome.error?.message ?? 'see its path and method';
				return [...refused, `${title}: not sent to this endpoint: ${reason}`];
			}
			const [request] = requests;
			const allowed = [
				...namesAllowed(one, { ...call.parameters, ...parameters }),
				...values.map(({ field }) => field.name),
			];
			const others = Object.keys(sentBy(request)).filter(
				(name) => !values[0].isException && !allowed.includes(name),
			);
			return [
				...refused,
				...values.flatMap(({ title: what, field: { place, name }, value, expected }) => {
					const sent = (request[place] as Record<string, unknown> | undefined)?.[name];
					return faultOf(what, value, sent, expected);
				}),
				...others.map((name) => `${title}: ${name} is sent, too`),
			];
		});
	});
});

/** The fields of all records, options left aside. */
const FIELDS = distinct(
	editorFieldsOf(LAST_CALLS).filter(
		({ collection }) => collection === undefined || /^(additional|update)Fields$/.test(collection),
	),
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
	const run = callerWith({ limits: { budget: 1_000_000 } });
	const wrongValueOf = ({ property }: EditorField): unknown => {
		const { displayName, name, type, required } = property;
		// A word for nothing would become the ID of a record.
		if (type === 'string' && /\bIDs?$/.test(displayName)) return 'N/A';
		if (required && type === 'string') return ' ';
		if (required && type === 'resourceLocator') return byId('={{ "" }}');
		// A format is read with its text alone.
		return /^(resource|operation)$|Format$/.test(name) ? undefined : WRONG[type];
	};

	it('is an error that names the field, before anything is written', async () => {
		await expectNoFaults(FIELDS, async (field) => {
			const value = wrongValueOf(field);
			if (value === undefined) return [];
			const { endpointCall, parametersWith, property, title } = field;
			const { outcome, allRequests } = await run(endpointCall, parametersWith(value));
			const written = allRequests.filter(({ method }) => method !== 'GET').map(({ body }) => body);
			const label = `'${LABELS[property.name] ?? property.displayName}'`;
			const message = String(outcome.error?.message);
			if (message.includes(label) && written.length === 0) return [];
			const error = `an error with ${label}, and not ${JSON.stringify(message)}`;
			return faultOf(title, value, written, error);
		});
	});
});

/** Spreadsheets and ticket systems return numbers as IDs and as text. */
describe('a number', () => {
	const isText = ({ property, endpointCall }: EditorField) =>
		property.type === 'string' &&
		// A number is no email address.
		property.name !== 'matchEmail' &&
		!property.typeOptions?.multipleValues &&
		// What is added to a message is tested with the messages.
		endpointCall.call.type === undefined;
	const call = callerWith({ limits: { budget: 1_000_000 } });
	const run = async ({ endpointCall, parametersWith }: EditorField, value: unknown) => {
		const { outcome, allRequests } = await call(endpointCall, parametersWith(value));
		const sent = allRequests.map(({ path, query, body }) => JSON.stringify([path, query, body]));
		return { reason: `${outcome.error?.message}\n${outcome.error?.description}`, sent };
	};
	/** The service converts no types (docs/internal/public-facts.md, 2). */
	it('is for IDs, for which the contract wants text', () => {
		const wrong = ENDPOINT_CALLS.filter(({ call: one }) => !one.type).flatMap((one) =>
			fieldsOf(one.endpoint)
				.filter(({ name, place }) => place === 'body' && /^id$|Ids?$/.test(name))
				.filter(({ schema }) => !/^(string|array)$/.test(schema.type ?? ''))
				.map(({ name }) => `${titleOf(one)}: ${name} is no text`),
		);
		expect(wrong).toEqual([]);
	});

	const LOCATORS = FIELDS.filter(({ property }) => property.type === 'resourceLocator').flatMap(
		(field) =>
			(field.property.modes ?? [])
				.filter(({ name }) => name === 'id' || name === 'externalId')
				.map(({ name: mode }) => ({ field, mode })),
	);

	it('is an ID where a record is picked', async () => {
		await expectNoFaults(LOCATORS, async ({ field, mode }) => {
			const { reason, sent } = await run(field, { __rl: true, mode, value: '={{ 44 }}' });
			// As one segment of a path, as a text in query or body, or looked up in a list.
			const isId = [...sent, reason].some((text) => /\/44[/"]|["']44["']/.test(text));
			const isFine = isId && !/is empty|is not text/.test(reason);
			return isFine ? [] : faultOf(`${field.title} (${mode})`, 44, sent, `"44"; ${reason}`);
		});
	});

	/** The same function reads all of these from each field: what it makes of them is tested in test/fields. */
	const WRONG = ['{ a: 1 }', '12345678901234567890', '"half \\ud83d"'].map(
		(value) => `={{ ${value} }}`,
	);

	it('is a text where text is wanted, and what is no text is an error', async () => {
		await expectNoFaults(FIELDS.filter(isText).entries(), async ([index, field]) => {
			const value = ['={{ 7 }}', ...WRONG][index % 4];
			const { reason, sent } = await run(field, value);
			const isSent = sent.some((text) => /\/7[/"]|"7"|1234567890|"a":1|half/.test(text));
			const asNumber = sent.some((text) => /[:[,]7[\],}]/.test(text));
			const isNamed = /is not text|is not a list of strings|has lost digits/.test(reason);
			const isFine = isNamed === WRONG.includes(value) && isSent !== isNamed && !asNumber;
			return isFine ? [] : faultOf(field.title, value, sent, `"7", or an error; ${reason}`);
		});
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

	it('out of fields and out of JSON', async () => {
		await expectNoFaults(WITH_TRAITS.entries(), async ([index, one]) => {
			// The same function reads them for all operations.
			const mode = index % 2 === 0 ? 'fields' : 'json';
			const { parameters } = one.call;
			const collection = pathOf(one, 'traitsJson')?.collection;
			const traits = collection
				? { [collection]: { ...(parameters[collection] as object), ...GIVEN[mode] } }
				: { traitsMode: mode, ...GIVEN[mode] };
			const clears = pathOf(one, 'traitsToClear') && { traitsToClear: ['vitally.custom.gone'] };
			const options = { emptyValues: 'send', ...clears };
			const { requests, contractViolations } = await run(one, { ...traits, options });
			const refused = contractViolations.map(({ rejectionReason }) => String(rejectionReason));
			const sent = (requests[0]?.body as { traits?: Record<string, unknown> })?.traits ?? {};
			const all = { ...TRAITS, ...(clears && { 'vitally.custom.gone': null }) };
			// Where there is nothing yet, a sync finds that what is empty is there already.
			const isSync = parameters.operation === 'sync';
			const wanted = Object.entries(all).filter(([, value]) => !isSync || !isEmpty(value));
			const keys = new Set([...wanted.map(([key]) => key), ...Object.keys(sent)]);
			const expected = Object.fromEntries(wanted);
			return [
				...refused.map((reason) => `${titleOf(one)}, ${mode}: refused: ${reason}`),
				...[...keys].flatMap((key) =>
					faultOf(
						`${titleOf(one)}, ${mode}: trait ${key}`,
						all[key as never],
						sent[key],
						expected[key],
					),
				),
			];
		});
	});
});

describe('the pages of a list', () => {
	const run = callerWith({ largestPage: 1 });
	const lists = ENDPOINT_CALLS.filter(({ endpoint }) =>
		fieldsOf(endpoint).some(({ name, place }) => name === 'from' && place === 'query'),
	);

	it('have a cursor from the second one on, and all else on each', async () => {
		await expectNoFaults(lists, async (one) => {
			const { requests } = await run(one);
			const [first, ...others] = requests.map(sentBy);
			if (others.length === 0) return [`${titleOf(one)}: the second page is not read`];
			return [
				...faultOf(`${titleOf(one)}: cursor of the first page`, undefined, first.from, undefined),
				...others.flatMap(({ from, ...rest }) => [
					...(from ? [] : [`${titleOf(one)}: a page without a cursor`]),
					...faultOf(`${titleOf(one)}: a further page`, from, rest, first),
				]),
			];
		});
	});
});

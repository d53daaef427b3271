import type { RecordedRequest } from '../../sandbox/sandbox.cts';
import { byId } from '../fixtures/locators.cts';
import { callerWith } from './callOperation.cts';
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

const hasTraits = ({ call }: EndpointCall) =>
	parameterPathsOf(call).some(({ path }) => path.endsWith('traitsJson'));

describe('every field of the contract', () => {
	it('has a parameter in every operation that reaches its endpoint, or the reason why not', () => {
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

	it('includes the traits where an operation offers them', () => {
		const offering = ENDPOINT_CALLS.filter(
			// The link of a new task to its project has no traits.
			(endpointCall) =>
				hasTraits(endpointCall) &&
				!/task (create|upsert) POST .*projects/.test(titleOf(endpointCall)),
		);
		const others = offering.filter(
			({ endpoint }) => !fieldsOf(endpoint).some(({ name }) => name === 'traits'),
		);

		expect(others.map(titleOf)).toEqual([]);
	});
});

const run = callerWith({ limits: { budget: 1_000_000 } });

type FieldSet = ReturnType<typeof fieldSets>[number];

/** The results of field sets: the tests of their fields share one run. */
const results = new Map<FieldSet, ReturnType<typeof run>>();

const resultOf = async (fieldSet: FieldSet) => {
	const result = results.get(fieldSet) ?? run(fieldSet, fieldSet.parameters);

	results.set(fieldSet, result);

	return await result;
};

describe('a field that is set', () => {
	const FIELD_SETS = fieldSets();
	const VALUES = FIELD_SETS.flatMap((fieldSet) =>
		fieldSet.values.map(({ title, field, expected }) => ({ title, fieldSet, field, expected })),
	);

	it.each(VALUES)(
		'reaches the service as it was entered: $title',
		async ({ fieldSet, field: { place, name }, expected }) => {
			const { outcome, requests } = await resultOf(fieldSet);
			const [request] = requests;
			const inPlace = request?.[place] as Record<string, unknown> | undefined;
			// An error says why nothing was sent to the endpoint.
			const sent = request ? inPlace?.[name] : `nothing, because ${outcome.error?.message}`;

			expect({ [name]: sent }).toStrictEqual({ [name]: expected });
		},
	);

	it.each(FIELD_SETS)('fits the contract of the service: $title', async (fieldSet) => {
		const { contractViolations } = await resultOf(fieldSet);

		expect(contractViolations).toEqual([]);
	});

	it.each(FIELD_SETS.filter(({ values: [{ isException }] }) => !isException))(
		'goes out without fields that were not set: $title',
		async (fieldSet) => {
			const { call, values, parameters } = fieldSet;
			const allowed = [
				...namesAllowed(fieldSet, { ...call.parameters, ...parameters }),
				...values.map(({ field }) => field.name),
			];

			const { requests } = await resultOf(fieldSet);
			const sent = requests.slice(0, 1).flatMap((request) => Object.keys(sentBy(request)));

			expect({ fieldsTooMany: sent.filter((name) => !allowed.includes(name)) }).toEqual({
				fieldsTooMany: [],
			});
		},
	);
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
	/** Errors name a sender and its role by one label. */
	const LABELS: Record<string, string> = { fromType: 'From', fromId: 'From' };

	const wrongValueOf = ({ property }: EditorField): unknown => {
		const { displayName, name, type, required } = property;
		// A word for nothing would become the ID of a record.
		if (type === 'string' && /\bIDs?$/.test(displayName)) return 'N/A';
		if (required && type === 'string') return ' ';
		if (type === 'resourceLocator') return byId(required ? '={{ "" }}' : 'NaN');

		// A format is read with its text alone.
		return /^(resource|operation)$|Format$/.test(name) ? undefined : WRONG[type];
	};

	const WRONG_VALUES = FIELDS.map((field) => ({
		title: field.title,
		field,
		value: wrongValueOf(field),
	})).filter(({ value }) => value !== undefined);

	it.each(WRONG_VALUES)(
		'fails with the name of the field, before anything is written: $title',
		async ({ field: { endpointCall, parametersWith, property }, value }) => {
			const { outcome, allRequests } = await run(endpointCall, parametersWith(value));
			const written = allRequests.filter(({ method }) => method !== 'GET').map(({ body }) => body);
			const label = `'${LABELS[property.name] ?? property.displayName}'`;

			expect(outcome.error?.message ?? 'no error').toContain(label);
			expect(written).toEqual([]);
		},
	);
});

/** The dates in requests that lie in the days of the tests below; a day may be sent as its midnight in UTC. */
const datesSentIn = (requests: RecordedRequest[]): string[] =>
	requests
		.flatMap(({ query, body }) => JSON.stringify([query, body]).match(/(?<=")2026-03-0[12][^"]*/g))
		.filter((date) => date !== null)
		.map((date) => date.replace('T00:00:00.000Z', ''));

describe('a date where the zone of the workflow is Asia/Tokyo', () => {
	/** A Date that is on 2 March in Tokyo alone, and a time that has no zone of its own. */
	const BY_KIND = {
		day: {
			entered: '={{ new Date("2026-03-01T20:00:00Z") }}',
			sent: '2026-03-02',
		},
		time: { entered: '2026-03-01T20:00:00', sent: '2026-03-01T11:00:00.000Z' },
	};
	const DATES = distinct(
		editorFieldsOf(LAST_CALLS).filter(
			({ property, collection }) => property.type === 'dateTime' && collection !== 'filters',
		),
	).map((field) => {
		const kind = field.property.typeOptions?.dateOnly ? ('day' as const) : ('time' as const);

		return { title: field.title, kind, field, ...BY_KIND[kind] };
	});

	it.each(DATES)(
		'reaches the service as the $kind in Tokyo: $title',
		async ({ field, entered, sent }) => {
			const { endpointCall, parametersWith, property } = field;
			const parameters = parametersWith(entered);

			const { outcome, allRequests } = await run(endpointCall, parameters, {
				timeZone: 'Asia/Tokyo',
			});
			const [date = `nothing, because ${outcome.error?.message}`] = datesSentIn(allRequests);

			expect({ [property.displayName]: date }).toEqual({ [property.displayName]: sent });
		},
	);
});

/** Spreadsheets and ticket systems return numbers as IDs and as text. */
describe('a number', () => {
	const isText = ({ property, endpointCall }: EditorField) =>
		property.type === 'string' &&
		// A number is no email address.
		!/\bEmail(?:s| Column)?$/.test(property.displayName) &&
		!property.typeOptions?.multipleValues &&
		// What is added to a message is tested with the messages.
		endpointCall.call.type === undefined;

	const runWith = async ({ endpointCall, parametersWith }: EditorField, value: unknown) => {
		const { outcome, allRequests } = await run(endpointCall, parametersWith(value));
		const sent = allRequests.map(({ path, query, body }) => JSON.stringify([path, query, body]));

		return { reason: `${outcome.error?.message}\n${outcome.error?.description}`, sent };
	};

	const LOCATORS = FIELDS.filter(({ property }) => property.type === 'resourceLocator').flatMap(
		(field) =>
			(field.property.modes ?? [])
				.filter(({ name }) => name === 'id' || name === 'externalId')
				.map(({ name: mode }) => ({ title: field.title, field, mode })),
	);

	it.each(LOCATORS)('selects a record as its ID: $title by $mode', async ({ field, mode }) => {
		const { reason, sent } = await runWith(field, { __rl: true, mode, value: '={{ 44 }}' });

		// The ID is one segment of a path, a text in query or body, or looked up in a list.
		expect([...sent, reason].join('\n')).toMatch(/\/44[/"]|["']44["']/);
		expect(reason).not.toMatch(/is empty|is not text/);
	});

	const A_NUMBER = '={{ 7 }}';

	/** The same function reads all of these from each field: what it makes of them is tested in test/fields. */
	const NO_TEXTS = ['{ a: 1 }', '12345678901234567890', '"half \\ud83d"'].map(
		(value) => `={{ ${value} }}`,
	);

	const TEXTS = FIELDS.filter(isText).map((field, index) => ({
		title: field.title,
		field,
		value: [A_NUMBER, ...NO_TEXTS][index % 4],
	}));

	it.each(TEXTS)(
		'becomes text where text is wanted, and fails if it is no number: $value in $title',
		async ({ field, value }) => {
			const { reason, sent } = await runWith(field, value);
			const isNoText = NO_TEXTS.includes(value);
			const isNamed = /is not text|is not a list of texts|has lost digits|half a character/.test(
				reason,
			);
			const isSent = sent.some((text) => /\/7[/"]|"7"|1234567890|"a":1|half/.test(text));
			const isSentAsNumber = sent.some((text) => /[:[,]7[\],}]/.test(text));
			const results: string[] = [];

			if (isNamed) results.push('named in an error');
			if (isSent) results.push('sent as text');
			if (isSentAsNumber) results.push('sent as a number');

			expect({ reason, results }).toEqual({
				reason,
				results: [isNoText ? 'named in an error' : 'sent as text'],
			});
		},
	);
});

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
import { expectNoFaults, faultOf } from './ruleChecks.cts';

const hasTraits = ({ call }: EndpointCall) =>
	parameterPathsOf(call).some(({ path }) => path.endsWith('traitsJson'));

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

	it('is one of the endpoint where it is the traits', () => {
		const offering = ENDPOINT_CALLS.filter(
			// Of a new task in a project, the link has no traits.
			(one) => hasTraits(one) && !/task (create|upsert) POST .*projects/.test(titleOf(one)),
		);
		const others = offering.filter(
			({ endpoint }) => !fieldsOf(endpoint).some(({ name }) => name === 'traits'),
		);

		expect(others.map(titleOf)).toEqual([]);
	});
});

const run = callerWith({ limits: { budget: 1_000_000 } });

describe('a field that is set', () => {
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

	const wrongValueOf = ({ property }: EditorField): unknown => {
		const { displayName, name, type, required } = property;
		// A word for nothing would become the ID of a record.
		if (type === 'string' && /\bIDs?$/.test(displayName)) return 'N/A';
		if (required && type === 'string') return ' ';
		if (type === 'resourceLocator') return byId(required ? '={{ "" }}' : 'NaN');

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
		!/email$/i.test(property.name) &&
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
				.map(({ name: mode }) => ({ field, mode })),
	);

	it('is an ID where a record is picked', async () => {
		await expectNoFaults(LOCATORS, async ({ field, mode }) => {
			const { reason, sent } = await runWith(field, { __rl: true, mode, value: '={{ 44 }}' });
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
			const { reason, sent } = await runWith(field, value);
			const isSent = sent.some((text) => /\/7[/"]|"7"|1234567890|"a":1|half/.test(text));
			const asNumber = sent.some((text) => /[:[,]7[\],}]/.test(text));
			const isNamed = /is not text|is not a list of strings|has lost digits/.test(reason);
			const isFine = isNamed === WRONG.includes(value) && isSent !== isNamed && !asNumber;

			return isFine ? [] : faultOf(field.title, value, sent, `"7", or an error; ${reason}`);
		});
	});
});

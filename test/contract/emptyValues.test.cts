import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { byId } from '../fixtures/locators.cts';
import { callerWith } from './calls.cts';
import { ENDPOINT_CALLS, nameOf, titleOf, type Call, type EndpointCall } from './endpoints.cts';
import { parameterPathsOf } from './parameterPaths.cts';
import { expectNoFaults, faultOf } from './rules.cts';

const NOT_SENT = 'is not sent';

/** What is sent for an empty value, by what 'Empty Values' is and, for 'Send', by what was entered. */
interface Sent {
	clear: unknown;
	send: { '': unknown; ' ': unknown; null: unknown };
}

/** All kinds of fields. 'Ignore', the default, sends none of them. */
const KINDS = {
	/** A date, a number, a switch or an ID. */
	nullable: { clear: null, send: { '': null, ' ': null, null: null } },
	text: { clear: null, send: { '': '', ' ': ' ', null: null } },
	/** Markdown, of which blanks are nothing. */
	markdown: { clear: null, send: { '': '', ' ': '', null: null } },
	list: { clear: [], send: { '': [], ' ': [], null: [] } },
	/** There is nothing to clear: the record is new, or every record has a value. */
	nullableNotCleared: { clear: NOT_SENT, send: { '': null, ' ': null, null: null } },
	textNotCleared: { clear: NOT_SENT, send: { '': '', ' ': ' ', null: null } },
	markdownNotCleared: { clear: NOT_SENT, send: { '': '', ' ': '', null: null } },
	/** An ID of a new record, a tie that no request ends, or a field of a message. */
	neverEmpty: { clear: NOT_SENT, send: { '': NOT_SENT, ' ': NOT_SENT, null: NOT_SENT } },
} satisfies Record<string, Sent>;

type Kind = keyof typeof KINDS;

type Row = Partial<Record<Kind, string>> & {
	/** What is sent of a field where the table says that it is not. */
	keeps?: Record<string, unknown>;
};

/** The traits that are fields of customers (docs/internal/service.md, Account; docs/internal/beyond.md, 2). */
const traitsOfCustomer = 'churnedAt mrr nextRenewalDate trialEndDate';
/** docs/internal/service.md, Notes (update rule); the same for tasks. */
const keepsTags = { tags: ['kept'] };
const ties = 'accountIds organizationIds';

/** The optional fields of every operation, each under its kind. */
const FIELDS: Record<string, Row> = {
	'vitally account create': {
		nullable: traitsOfCustomer,
		nullableNotCleared: 'organizationId',
	},
	'vitally account sync': {
		nullable: `${traitsOfCustomer} organizationId`,
		neverEmpty: 'name',
	},
	'vitally account update': {
		nullable: `${traitsOfCustomer} organizationId`,
		textNotCleared: 'name',
	},
	'vitally account upsert': { nullable: `${traitsOfCustomer} organizationId` },
	'vitally conversation create': { neverEmpty: 'externalId' },
	'vitally conversation update': { textNotCleared: 'subject' },
	'vitally conversation upsert': {},
	'vitally customObject create': {},
	'vitally customObject update': {
		textNotCleared: 'label',
		neverEmpty: 'customFields writeMode',
	},
	'vitally customObjectInstance create': {
		nullableNotCleared: 'ownedByVitallyUserId',
		textNotCleared: 'externalId',
	},
	'vitally customObjectInstance sync': {
		nullable: 'ownedByVitallyUserId',
		nullableNotCleared: 'customerId',
		// The organization is hidden: the instance belongs to the account.
		neverEmpty: 'name organizationId',
	},
	'vitally customObjectInstance update': {
		nullable: 'customerId organizationId ownedByVitallyUserId',
		text: 'externalId',
		textNotCleared: 'name',
	},
	'vitally customObjectInstance upsert': { nullable: 'ownedByVitallyUserId' },
	'vitally meeting create': {
		nullableNotCleared: 'endDateTime startDateTime',
		textNotCleared: 'description location recordingUrl riskAssessment source summary',
		list: 'keyPoints',
	},
	'vitally meeting update': {
		nullable: 'endDateTime startDateTime',
		text: 'description location recordingUrl riskAssessment summary',
		textNotCleared: 'title',
		list: 'keyPoints',
	},
	'vitally note create': {
		nullableNotCleared: 'authorId categoryId organizationId',
		textNotCleared: 'subject',
		list: 'tags',
		neverEmpty: 'externalId',
	},
	'vitally note update': {
		nullable: 'authorId categoryId',
		nullableNotCleared: 'accountId noteDate organizationId',
		text: 'subject',
		markdownNotCleared: 'note',
		neverEmpty: 'externalId',
	},
	'vitally note upsert': {
		nullable: 'authorId categoryId organizationId',
		text: 'subject',
		list: 'tags',
		keeps: keepsTags,
	},
	'vitally npsResponse create': { textNotCleared: 'feedback', neverEmpty: 'externalId' },
	'vitally npsResponse update': {
		nullableNotCleared: 'respondedAt score userId',
		neverEmpty: 'externalId',
		// docs/internal/beyond.md, 5
		keeps: { respondedAt: '2026-01-01T00:00:00.000Z', score: 8, userId: 'user-1' },
	},
	'vitally npsResponse upsert': { text: 'feedback' },
	'vitally organization create': { nullable: traitsOfCustomer },
	'vitally organization sync': { nullable: traitsOfCustomer, neverEmpty: 'name' },
	'vitally organization update': { nullable: traitsOfCustomer, textNotCleared: 'name' },
	'vitally organization upsert': { nullable: traitsOfCustomer },
	'vitally project create': {
		nullableNotCleared:
			'ownedByVitallyUserId projectCategoryId projectStatusId targetCompletionDate targetStartDate',
		textNotCleared: 'name',
	},
	'vitally project update': {
		nullable:
			'ownedByVitallyUserId projectCategoryId projectStatusId targetCompletionDate targetStartDate',
		textNotCleared: 'name',
	},
	'vitally task complete': { nullable: 'completedById' },
	'vitally task create': {
		nullableNotCleared: 'assignedToId categoryId completedAt completedById dueDate',
		textNotCleared: 'description',
		list: 'tags',
		// The project and its milestone are sent in another request, after the creation.
		neverEmpty: 'externalId milestone projectId',
	},
	'vitally task update': {
		nullable: 'assignedToId categoryId completedAt completedById dueDate',
		nullableNotCleared: 'accountId organizationId',
		markdown: 'description',
		textNotCleared: 'name',
	},
	'vitally task upsert': {
		nullable: 'assignedToId categoryId completedAt completedById dueDate',
		text: 'description',
		list: 'tags',
		neverEmpty: 'milestone projectId',
		keeps: keepsTags,
	},
	'vitally user create': {
		nullableNotCleared: 'joinDate unsubscribedFromConversations',
		textNotCleared: 'avatar email name',
		neverEmpty: ties,
		// Of the account at the top.
		keeps: { accountIds: ['acc-1'] },
	},
	'vitally user sync': {
		nullable: 'joinDate',
		nullableNotCleared: 'unsubscribedFromConversations',
		text: 'avatar email name',
		neverEmpty: `accountId ${ties}`,
	},
	'vitally user update': {
		nullable: 'joinDate',
		nullableNotCleared: 'unsubscribedFromConversations',
		text: 'avatar email name',
		neverEmpty: ties,
	},
	'vitally user upsert': {
		nullable: 'joinDate',
		nullableNotCleared: 'unsubscribedFromConversations',
		text: 'avatar email name',
		neverEmpty: `accountId ${ties}`,
	},
	// Of messages, fields that are traits alone can be empty: nothing is known that clears the rest.
	'vitallyAnalytics account upsert': {
		text: 'avatar',
		textNotCleared: 'name',
		neverEmpty: 'organizationId timestamp',
	},
	'vitallyAnalytics customObjectInstance upsert': { neverEmpty: 'name organizationId timestamp' },
	'vitallyAnalytics organization upsert': {
		text: 'avatar',
		textNotCleared: 'name',
		neverEmpty: 'timestamp',
	},
	'vitallyAnalytics user upsert': {
		nullable: 'createdAt',
		text: 'avatar email name',
		neverEmpty: 'organizationId timestamp',
	},
};

/** How an empty value is entered: by an expression, or as nothing at all. */
const ENTERED = {
	nothing: '',
	'': '={{ "" }}',
	' ': '={{ " " }}',
	null: '={{ null }}',
	undefined: '={{ undefined }}',
};

type Form = keyof typeof ENTERED;

/** By what 'Empty Values' is: what is entered. */
const RULES = {
	'not set': ['nothing', 'null'],
	ignore: ['', 'undefined'],
	clear: ['nothing', '', ' ', 'null'],
	send: ['nothing', '', ' ', 'null'],
} satisfies Record<string, Form[]>;

type Rule = keyof typeof RULES;

const COLLECTIONS = /^(additional|update)Fields$/;
/** A format is not sent: it decides how the text next to it is. Every message has an ID. */
const NOT_EMPTIED = /^traits|Format$|^messageId$/;
/** Messages, tags, and what is neither a text nor a date have tests of their own. */
const isTextAtTop = ({ name, type, required }: INodeProperties) =>
	!required && /^(dateTime|string|resourceLocator)$/.test(type) && !/^(messages|tags)/.test(name);
/** The service's name of a field. */
const SENT_AS: Record<string, string> = {
	'customObjectInstance accountId': 'customerId',
	'vitallyAnalytics joinDate': 'createdAt',
};

const hasEmptyValues = ({ call }: EndpointCall) =>
	parameterPathsOf(call).some(({ path }) => path === 'options.emptyValues');

/** An operation that writes optional fields or traits; of one that may create or update, the update. */
const WRITES = ENDPOINT_CALLS.filter(
	({ call: { type, parameters }, endpoint }) =>
		type !== undefined || !/upsert|sync/.test(parameters.operation) || endpoint.method === 'PUT',
).filter(
	(one, index, all) =>
		hasEmptyValues(one) && all.findIndex(({ call }) => nameOf(call) === nameOf(one.call)) === index,
);

/** What the call needs in a collection: an update with traits needs no other field. */
function requiredIn(call: Call, collection = ''): object {
	const hasTraits = parameterPathsOf(call).some(({ path }) => path === 'traitsMode');
	if (call.parameters.operation === 'update' && hasTraits) return {};
	return (call.parameters[collection] ?? {}) as object;
}

/** The optional fields of an operation, by their names in the request. */
function optionalFields({ endpoint, call }: EndpointCall) {
	const { resource, operation } = call.parameters;
	return parameterPathsOf(call)
		.filter(({ collection, property }) => {
			const { name } = property;
			if (NOT_EMPTIED.test(name)) return false;
			if (collection !== undefined) {
				return COLLECTIONS.test(collection) && !(name in requiredIn(call, collection));
			}
			// What a new record needs, and its parent, which is chosen first.
			const isNeeded = endpoint.method === 'POST' && name in call.parameters;
			const isParent = resource === 'customObjectInstance' && name.endsWith('Id');
			return isTextAtTop(property) && !isNeeded && (!isParent || operation === 'sync');
		})
		.map(({ property, collection }) => ({
			property,
			collection,
			sentName: SENT_AS[`${call.type ?? resource} ${property.name}`] ?? property.name,
		}));
}

/** Values for what is to be cleared, and tags that must not get lost. */
function fillRecords({ state }: Sandbox): void {
	const traits = { churnedAt: '2026-01-01', mrr: 5, nextRenewalDate: 'x', trialEndDate: 'x' };
	for (const table of [state.accounts, state.organizations]) {
		for (const row of table.all()) table.change(row as never, { traits });
	}
	for (const user of state.users.all()) state.users.change(user, { avatar: 'https://a.example' });
	for (const instance of state.instances.all()) {
		state.instances.change(instance, { ownedByVitallyUserId: 'admin-1' });
	}
	for (const table of [state.notes, state.tasks]) {
		for (const row of table.all()) table.change(row as never, { tags: ['kept'] });
	}
}

describe('a field that is set and empty', () => {
	const call = callerWith();

	it('is in an operation that has the option Empty Values', () => {
		const without = ENDPOINT_CALLS.filter(
			(one) =>
				// An event, or the end of a tie, has nothing that could stay as it is.
				!/event track|user unlink/.test(titleOf(one)) &&
				one.endpoint.method !== 'GET' &&
				!hasEmptyValues(one) &&
				parameterPathsOf(one.call).some(
					({ path }) => path.startsWith('traits') || COLLECTIONS.test(path),
				),
		);
		expect(without.map(titleOf)).toEqual([]);
	});

	it('is in the table of this file', () => {
		const names = WRITES.map(({ call: one }) => nameOf(one));
		const unlisted = names.filter((name) => !(name in FIELDS));
		const gone = Object.keys(FIELDS).filter((name) => !names.includes(name));
		const wrong = WRITES.flatMap((one) => {
			const kinds: Row = { ...FIELDS[nameOf(one.call)], keeps: undefined };
			const listed = Object.values(kinds).filter(Boolean).join(' ').split(' ').filter(Boolean);
			const offered = optionalFields(one).map(({ sentName }) => sentName);
			const where = `FIELDS['${nameOf(one.call)}']`;
			return [
				...offered
					.filter((name) => !listed.includes(name))
					.map((name) => `add ${name} to ${where}`),
				...listed
					.filter((name) => !offered.includes(name))
					.map((name) => `remove ${name}, ${where}`),
			];
		});
		expect([
			...unlisted.map((name) => `add a line '${name}' to FIELDS`),
			...gone.map((name) => `remove the line '${name}' of FIELDS`),
			...wrong,
		]).toEqual([]);
	});

	/** What reaches the service when all optional fields of an operation are empty; fields that are traits too. */
	async function sentWhenEmpty(one: EndpointCall, rule: Rule, form: Form): Promise<IDataObject> {
		const { endpoint, call: operation } = one;
		const traits = parameterPathsOf(operation).find(({ path }) => path.endsWith('traitsJson'));
		// So that there is something to write in every case.
		const parameters = traits?.parametersWith('{ "marker": "m" }') ?? {};
		for (const { property, collection } of optionalFields(one)) {
			const isLocator = property.type === 'resourceLocator' && (!collection || form === ' ');
			const entered = isLocator ? byId(ENTERED[form]) : ENTERED[form];
			const others = collection && (parameters[collection] ?? requiredIn(operation, collection));
			Object.assign(
				parameters,
				collection
					? { [collection]: { ...(others as object), [property.name]: entered } }
					: { [property.name]: entered },
			);
		}
		const options = rule === 'not set' ? undefined : { emptyValues: rule };
		const { outcome, allRequests } = await call(
			one,
			{ ...parameters, options },
			{
				prepare: (sandbox) => {
					fillRecords(sandbox);
					sandbox.faults.add({ kind: 'status', status: 400, on: { method: endpoint.method } });
				},
				// The response is of no interest here.
				onError: 'continueRegularOutput',
			},
		);
		const write = allRequests.find(({ method }) => method === endpoint.method);
		if (!write || outcome.error) {
			throw new Error(`${titleOf(one)}: ${outcome.error?.message ?? 'nothing is written'}`);
		}
		const { traits: sentTraits, ...body } = write.body as IDataObject;
		return { ...(sentTraits as object), ...body };
	}

	/** The kinds of its fields show in these; how every kind depends on what is entered, in a few operations. */
	const CASES: Array<[Rule, Form]> = [
		['not set', 'nothing'],
		['clear', ''],
		['send', ' '],
	];
	const ALL_CASES = (Object.keys(RULES) as Rule[]).flatMap((rule) =>
		RULES[rule].map((form): [Rule, Form] => [rule, form]),
	);
	const HAS_ALL_CASES = /^vitally (note|meeting|user|task|customObjectInstance) (create|update)$/;
	const cases = WRITES.flatMap((one) =>
		(HAS_ALL_CASES.test(nameOf(one.call)) ? ALL_CASES : CASES).map(
			([rule, form]) => [one, rule, form] as const,
		),
	);

	it('is sent, cleared or left out as the option says', async () => {
		await expectNoFaults(cases, async ([one, rule, form]) => {
			const row = FIELDS[nameOf(one.call)];
			const sent = await sentWhenEmpty(one, rule, form);
			return optionalFields(one).flatMap(({ sentName, collection }) => {
				// A field of the editor is always there: without a value it is not set.
				const isNotSet = form === 'nothing' && collection === undefined;
				const expected = isNotSet
					? (row.keeps?.[sentName] ?? NOT_SENT)
					: expectedOf(row, sentName, rule, form === 'nothing' ? '' : form);
				const title = `${titleOf(one)} ${sentName}, 'Empty Values' ${rule}`;
				return faultOf(title, form, sentName in sent ? sent[sentName] : NOT_SENT, expected);
			});
		});
	});
});

/** What the table says that is sent of a field. */
function expectedOf(row: Row, name: string, rule: Rule, form: Exclude<Form, 'nothing'>): unknown {
	const kinds = Object.keys(KINDS) as Kind[];
	const { clear, send } =
		KINDS[kinds.find((kind) => row[kind]?.split(' ').includes(name)) ?? 'neverEmpty'];
	const bySend = form === 'undefined' ? NOT_SENT : send[form];
	const value = { clear, send: bySend, ignore: NOT_SENT, 'not set': NOT_SENT }[rule];
	return value === NOT_SENT && row.keeps && name in row.keeps ? row.keeps[name] : value;
}

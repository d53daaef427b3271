import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { NODE } from '../engine/node.cts';
import { byId } from '../fixtures/locators.cts';
import { callerWith } from './callOperation.cts';
import { ENDPOINT_CALLS, nameOf, titleOf, type Call, type EndpointCall } from './endpoints.cts';
import { fieldsOf } from './fields.cts';
import { firstOfEach } from './firstOfEach.cts';
import { parameterPathsOf } from './parameterPaths.cts';

const NOT_SENT = 'is not sent';

/** What is sent for an empty value, by what 'Empty Values' is; what else may be empty is tested in test/values. */
const KINDS = {
	list: { clear: [], send: [] },
	/** Markdown, of which blanks are nothing. */
	markdown: { clear: null, send: '' },
	/** A date, a number, a switch or an ID. */
	nullable: { clear: null, send: null },
	text: { clear: null, send: ' ' },
	neverEmpty: { clear: NOT_SENT, send: NOT_SENT },
};

/** Names of fields by resource, by resource and operation, or by node. */
type FieldNames = Record<string, string>;

/** Ties that no request ends, fields of messages, and External IDs: no request says that they are empty. */
const NEVER_EMPTY: FieldNames = {
	customObject: 'customFields writeMode',
	task: 'milestone projectId',
	user: 'accountId accountIds organizationIds',
	vitallyAnalytics: 'organizationId timestamp',
	'vitallyAnalytics customObjectInstance': 'name',
};
const HAS_CLEARABLE_ID: FieldNames = { customObjectInstance: 'externalId' };

/** What every record has, so that there is nothing to clear. */
const ALWAYS_THERE: FieldNames = {
	account: 'name',
	conversation: 'subject',
	customObject: 'label',
	customObjectInstance: 'name',
	meeting: 'title',
	'note update': 'accountId note noteDate organizationId',
	npsResponse: 'respondedAt score userId',
	organization: 'name',
	project: 'name',
	'task update': 'accountId name organizationId',
	user: 'unsubscribedFromConversations',
	'vitallyAnalytics account': 'name',
	'vitallyAnalytics organization': 'name',
};

/** Their format is that of the editor's default. */
const MARKDOWN: FieldNames = { 'note update': 'note', 'task update': 'description' };

/** docs/internal/service.md, Notes (update rule); the same for tasks. */
const keepsTags = { tags: ['kept'] };

/** What is sent of a field all the same. */
const KEPT: Record<string, Record<string, unknown>> = {
	'note upsert': keepsTags,
	// docs/internal/beyond.md, 5
	'npsResponse update': { respondedAt: '2026-01-01T00:00:00.000Z', score: 8, userId: 'user-1' },
	'task upsert': keepsTags,
	// This is the account at the top.
	'user create': { accountIds: ['acc-1'] },
};

/** The names under which the tables of this file may have an operation. */
function keysOf({ call: { type, parameters } }: EndpointCall): string[] {
	const resource = `${type ? `${type} ` : ''}${parameters.resource}`;

	return [resource, `${resource} ${parameters.operation}`, String(type)];
}

function isListed(table: FieldNames, endpointCall: EndpointCall, name: string): boolean {
	return keysOf(endpointCall).some((key) => table[key]?.split(' ').includes(name));
}

/** How an empty value is entered, by what 'Empty Values' is: by an expression, or as nothing at all. */
const ENTERED = { 'not set': '', clear: '={{ "" }}', send: '={{ " " }}' };

type EmptyValues = keyof typeof ENTERED;

const COLLECTIONS = /^(additional|update)Fields$/;
/** A format is not sent: it decides how the text next to it is. Every message has an ID. */
const NOT_EMPTIED = /^traits|Format$|^messageId$/;
/** Messages, participants, tags, and what is neither a text nor a date have tests of their own. */
const isTextAtTop = ({ name, type, required }: INodeProperties) =>
	!required &&
	/^(dateTime|string|resourceLocator)$/.test(type) &&
	!/^(messages|participantEmails|tags)/.test(name);
/** The service's name of a field. */
const SENT_AS: Record<string, string> = {
	'customObjectInstance accountId': 'customerId',
	'task taskDescription': 'description',
	'vitallyAnalytics joinDate': 'createdAt',
};

const hasEmptyValues = ({ call }: EndpointCall) =>
	parameterPathsOf(call).some(({ path }) => path === 'options.emptyValues');

/** An operation that writes optional fields or traits; of one that may create or update, the update. test/sync has Sync. */
const WRITES = firstOfEach(
	ENDPOINT_CALLS.filter(
		({ call: { type, parameters }, endpoint }) =>
			type !== undefined || parameters.operation !== 'upsert' || endpoint.method === 'PUT',
	),
	({ call }) => nameOf(call),
).filter(
	(endpointCall) =>
		hasEmptyValues(endpointCall) && endpointCall.call.parameters.operation !== 'sync',
);

/** What the call needs in a collection: an update with traits needs no other field. */
function requiredIn(call: Call, collection = ''): object {
	const hasTraits = parameterPathsOf(call).some(({ path }) => path === 'traitsMode');
	if (call.parameters.operation === 'update' && hasTraits) return {};

	return (call.parameters[collection] ?? {}) as object;
}

interface OptionalField {
	property: INodeProperties;
	collection?: string;
	/** The name of the field in the request. */
	sentName: string;
}

function optionalFieldsOf({ endpoint, call }: EndpointCall): OptionalField[] {
	const { resource } = call.parameters;

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

			return isTextAtTop(property) && !isNeeded && !isParent;
		})
		.map(({ property, collection }) => ({
			property,
			collection,
			sentName: SENT_AS[`${call.type ?? resource} ${property.name}`] ?? property.name,
		}));
}

/** The parameters of a call whose optional fields are all empty, fields that are traits too. */
function emptyParameters(endpointCall: EndpointCall, emptyValues: EmptyValues) {
	const { call } = endpointCall;
	const traits = parameterPathsOf(call).find(({ path }) => path.endsWith('traitsJson'));
	// The marker is something to write in every case.
	const parameters = traits?.parametersWith('{ "marker": "m" }') ?? {};

	for (const { property, collection } of optionalFieldsOf(endpointCall)) {
		const isLocator =
			property.type === 'resourceLocator' && (!collection || emptyValues === 'send');
		const entered = isLocator ? byId(ENTERED[emptyValues]) : ENTERED[emptyValues];

		if (collection) {
			const others = (parameters[collection] ?? requiredIn(call, collection)) as object;

			parameters[collection] = { ...others, [property.name]: entered };
		} else {
			parameters[property.name] = entered;
		}
	}

	return parameters;
}

/** What the kind of the field says that is sent. */
function expectedByKind(
	endpointCall: EndpointCall,
	{ property: { type }, sentName }: OptionalField,
	emptyValues: EmptyValues,
): unknown {
	if (emptyValues === 'not set') return NOT_SENT;

	const inContract = fieldsOf(endpointCall.endpoint).find(({ name }) => name === sentName);
	const isList = type === 'string' && inContract?.schema.type === 'array';
	const isId = sentName === 'externalId' && !isListed(HAS_CLEARABLE_ID, endpointCall, sentName);

	const kindOf = (): keyof typeof KINDS => {
		if (isId || isListed(NEVER_EMPTY, endpointCall, sentName)) return 'neverEmpty';
		if (isList) return 'list';
		if (type !== 'string') return 'nullable';

		return isListed(MARKDOWN, endpointCall, sentName) ? 'markdown' : 'text';
	};

	if (emptyValues === 'send') return KINDS[kindOf()].send;

	// A trait is cleared in a new record too.
	const isOfNewRecord =
		endpointCall.call.parameters.operation === 'create' && inContract !== undefined && !isList;
	const isAlwaysThere = isListed(ALWAYS_THERE, endpointCall, sentName);

	return isOfNewRecord || isAlwaysThere ? NOT_SENT : KINDS[kindOf()].clear;
}

function expectedOf(
	endpointCall: EndpointCall,
	field: OptionalField,
	emptyValues: EmptyValues,
): unknown {
	const expected = expectedByKind(endpointCall, field, emptyValues);
	if (expected !== NOT_SENT) return expected;

	const kept = KEPT[keysOf(endpointCall)[1]];

	return kept?.[field.sentName] ?? NOT_SENT;
}

/** Tags that must not get lost. */
function addTags({ state }: Sandbox): void {
	for (const table of [state.notes, state.tasks]) {
		for (const row of table.all()) table.change(row as never, { tags: ['kept'] });
	}
}

describe('a field that is set and empty', () => {
	const run = callerWith();

	it('belongs to an operation that has the option Empty Values', () => {
		const withoutOption = ENDPOINT_CALLS.filter(
			(endpointCall) =>
				// An event, or the end of a tie, has nothing that could stay as it is.
				!/event track|user unlink/.test(titleOf(endpointCall)) &&
				endpointCall.endpoint.method !== 'GET' &&
				!hasEmptyValues(endpointCall) &&
				parameterPathsOf(endpointCall.call).some(
					({ path }) => path.startsWith('traits') || COLLECTIONS.test(path),
				),
		);

		expect(withoutOption.map(titleOf)).toEqual([]);
	});

	const CASES = WRITES.flatMap((endpointCall) =>
		(Object.keys(ENTERED) as EmptyValues[]).map((emptyValues) => ({
			title: titleOf(endpointCall),
			endpointCall,
			emptyValues,
		})),
	);

	it.each(CASES)(
		'follows in $title the option Empty Values: $emptyValues',
		async ({ endpointCall, emptyValues }) => {
			const options = emptyValues === 'not set' ? { dryRun: true } : { dryRun: true, emptyValues };
			const parameters = { ...emptyParameters(endpointCall, emptyValues), options };

			const { outcome } = await run(endpointCall, parameters, { prepare: addTags });

			expect(outcome.error?.message).toBeUndefined();

			const { traits, ...body } = outcome.items(NODE)[0].json.body as IDataObject;
			const sent: IDataObject = { ...(traits as object), ...body };
			const fields = optionalFieldsOf(endpointCall);
			const sentByField = fields.map(({ sentName }) => [
				sentName,
				sentName in sent ? sent[sentName] : NOT_SENT,
			]);
			const expectedByField = fields.map((field) => [
				field.sentName,
				expectedOf(endpointCall, field, emptyValues),
			]);

			expect(Object.fromEntries(sentByField)).toStrictEqual(Object.fromEntries(expectedByField));
		},
	);
});

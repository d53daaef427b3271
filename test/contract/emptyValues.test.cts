import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { NODE } from '../engine/node.cts';
import { byId } from '../fixtures/locators.cts';
import { callerWith } from './callOperation.cts';
import { ENDPOINT_CALLS, nameOf, titleOf, type Call, type EndpointCall } from './endpoints.cts';
import { fieldsOf } from './fields.cts';
import { parameterPathsOf } from './parameterPaths.cts';
import { expectNoFaults, faultOf } from './ruleChecks.cts';

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
type Names = Record<string, string>;

/** Ties that no request ends, fields of messages, and External IDs: no request says that they are empty. */
const NEVER_EMPTY: Names = {
	customObject: 'customFields writeMode',
	task: 'milestone projectId',
	user: 'accountId accountIds organizationIds',
	vitallyAnalytics: 'organizationId timestamp',
	'vitallyAnalytics customObjectInstance': 'name',
};
const HAS_CLEARABLE_ID: Names = { customObjectInstance: 'externalId' };

/** What every record has, so that there is nothing to clear. */
const ALWAYS_THERE: Names = {
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
const MARKDOWN: Names = { 'note update': 'note', 'task update': 'description' };

/** docs/internal/service.md, Notes (update rule); the same for tasks. */
const keepsTags = { tags: ['kept'] };

/** What is sent of a field all the same. */
const KEPT: Record<string, Record<string, unknown>> = {
	'note upsert': keepsTags,
	// docs/internal/beyond.md, 5
	'npsResponse update': { respondedAt: '2026-01-01T00:00:00.000Z', score: 8, userId: 'user-1' },
	'task upsert': keepsTags,
	// Of the account at the top.
	'user create': { accountIds: ['acc-1'] },
};

/** The names under which the tables of this file may have an operation. */
function keysOf({ call: { type, parameters } }: EndpointCall): string[] {
	const resource = `${type ? `${type} ` : ''}${parameters.resource}`;

	return [resource, `${resource} ${parameters.operation}`, String(type)];
}

function isListed(table: Names, one: EndpointCall, name: string): boolean {
	return keysOf(one).some((key) => table[key]?.split(' ').includes(name));
}

/** By what 'Empty Values' is: how an empty value is entered, by an expression, or as nothing at all. */
const ENTERED = { 'not set': '', clear: '={{ "" }}', send: '={{ " " }}' };

type Rule = keyof typeof ENTERED;

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

/** An operation that writes optional fields or traits; of one that may create or update, the update. test/sync has Sync. */
const WRITES = ENDPOINT_CALLS.filter(
	({ call: { type, parameters }, endpoint }) =>
		type !== undefined || parameters.operation !== 'upsert' || endpoint.method === 'PUT',
).filter(
	(one, index, all) =>
		hasEmptyValues(one) &&
		one.call.parameters.operation !== 'sync' &&
		all.findIndex(({ call }) => nameOf(call) === nameOf(one.call)) === index,
);

/** What the call needs in a collection: an update with traits needs no other field. */
function requiredIn(call: Call, collection = ''): object {
	const hasTraits = parameterPathsOf(call).some(({ path }) => path === 'traitsMode');
	if (call.parameters.operation === 'update' && hasTraits) return {};

	return (call.parameters[collection] ?? {}) as object;
}

/** The optional fields of an operation, by their names in the request. */
function optionalFields({ endpoint, call }: EndpointCall) {
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

/** Tags that must not get lost. */
function addTags({ state }: Sandbox): void {
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

	/** What would be sent when all optional fields of an operation are empty; fields that are traits too. */
	async function sentWhenEmpty(one: EndpointCall, rule: Rule): Promise<IDataObject> {
		const { call: operation } = one;
		const traits = parameterPathsOf(operation).find(({ path }) => path.endsWith('traitsJson'));
		// So that there is something to write in every case.
		const parameters = traits?.parametersWith('{ "marker": "m" }') ?? {};

		for (const { property, collection } of optionalFields(one)) {
			const isLocator = property.type === 'resourceLocator' && (!collection || rule === 'send');
			const entered = isLocator ? byId(ENTERED[rule]) : ENTERED[rule];
			const others = collection && (parameters[collection] ?? requiredIn(operation, collection));

			Object.assign(
				parameters,
				collection
					? { [collection]: { ...(others as object), [property.name]: entered } }
					: { [property.name]: entered },
			);
		}

		const options = { dryRun: true, ...(rule !== 'not set' && { emptyValues: rule }) };
		const { outcome } = await call(one, { ...parameters, options }, { prepare: addTags });
		if (outcome.error) throw new Error(`${titleOf(one)}: ${outcome.error.message}`);

		const write = outcome.items(NODE)[0].json;
		const { traits: sentTraits, ...body } = write.body as IDataObject;

		return { ...(sentTraits as object), ...body };
	}

	const cases = WRITES.flatMap((one) =>
		(Object.keys(ENTERED) as Rule[]).map((rule) => ({ one, rule })),
	);

	it('is sent, cleared or left out as the option says', async () => {
		await expectNoFaults(cases, async ({ one, rule }) => {
			const kept = KEPT[keysOf(one)[1]];
			const sent = await sentWhenEmpty(one, rule);

			return optionalFields(one).flatMap((field) => {
				const { sentName } = field;
				const value = expectedOf(one, field, rule);
				const expected = value === NOT_SENT ? (kept?.[sentName] ?? NOT_SENT) : value;
				const title = `${titleOf(one)} ${sentName}, 'Empty Values' ${rule}`;

				return faultOf(
					title,
					ENTERED[rule],
					sentName in sent ? sent[sentName] : NOT_SENT,
					expected,
				);
			});
		});
	});
});

/** What the kind of the field says that is sent. */
function expectedOf(
	one: EndpointCall,
	{ property: { type }, sentName }: ReturnType<typeof optionalFields>[number],
	rule: Rule,
): unknown {
	if (rule === 'not set') return NOT_SENT;

	const inContract = fieldsOf(one.endpoint).find(({ name }) => name === sentName);
	const isText = type === 'string';
	const isList = isText && inContract?.schema.type === 'array';
	const isId = sentName === 'externalId' && !isListed(HAS_CLEARABLE_ID, one, sentName);
	const isNeverEmpty = isId || isListed(NEVER_EMPTY, one, sentName);
	const textKind = isListed(MARKDOWN, one, sentName) ? 'markdown' : 'text';
	const kind = isNeverEmpty ? 'neverEmpty' : isList ? 'list' : isText ? textKind : 'nullable';
	// A trait is cleared in a new record too.
	const isNew = one.call.parameters.operation === 'create' && inContract !== undefined && !isList;
	if (rule === 'send') return KINDS[kind].send;

	return isNew || isListed(ALWAYS_THERE, one, sentName) ? NOT_SENT : KINDS[kind].clear;
}

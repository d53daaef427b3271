import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { byId } from '../fixtures/locators.cts';
import { callerWith } from './calls.cts';
import { titleOf, ENDPOINT_CALLS, type EndpointCall } from './endpoints.cts';
import { parameterPathsOf } from './parameterPaths.cts';

type Rule = 'ignore' | 'clear' | 'send';
const RULES: Array<Rule | undefined> = ['ignore', 'clear', 'send', undefined];

const COLLECTIONS = ['additionalFields', 'updateFields'];
const NOT_SENT = Symbol('not sent');

/** Fields of a record at the top; traits, messages and tags have tests of their own. */
const isOptional = ({ name, type, required }: INodeProperties) =>
	!required &&
	['string', 'resourceLocator'].includes(type) &&
	!/^(traits|messages|tags)/.test(name);

const optionsIn = ({ call }: EndpointCall, ...collections: string[]) =>
	parameterPathsOf(call)
		.filter(({ collection }) => collection !== undefined && collections.includes(collection))
		.map(({ property }) => property);
const hasEmptyValues = (endpointCall: EndpointCall) =>
	optionsIn(endpointCall, 'options').some(({ name }) => name === 'emptyValues');

/** Operations that write optional fields or traits; of an upsert, the first request. */
const WRITES = ENDPOINT_CALLS.filter(hasEmptyValues).filter(
	({ call, endpoint }) =>
		call.parameters.operation !== 'upsert' || call.type || endpoint.method === 'PUT',
);

/** What every record has, so that nothing clears it (docs/internal/service.md); the same for where a note moves. */
const NEVER_CLEARED = [
	'account sync name',
	'account update name',
	'account upsert name',
	'conversation update subject',
	'customObject update label',
	'customObject update name',
	'customObjectInstance sync name',
	'customObjectInstance update name',
	'meeting update title',
	'note update accountId',
	'note update note',
	'note update noteDate',
	'note update organizationId',
	'organization sync name',
	'organization update name',
	'organization upsert name',
	'npsResponse update respondedAt',
	'npsResponse update score',
	'npsResponse update userId',
	'project create name',
	'project update name',
	'task update accountId',
	'task update name',
	'task update organizationId',
	...['create', 'update', 'upsert'].map((one) => `user ${one} unsubscribedFromConversations`),
];
/** Fields of accounts and organizations that are sent as traits (docs/internal/service.md, Account; docs/internal/beyond.md, 2). */
const AS_TRAITS = ['churnedAt', 'mrr', 'nextRenewalDate', 'trialEndDate'];
/** An ID for a new record is none when it is blank, and no list of ties ends one (docs/internal/beyond.md, 3). */
const NEVER_SENT_EMPTY = [
	'account sync name',
	'conversation externalId',
	'customObject customFields',
	'customObject writeMode',
	'customObjectInstance sync name',
	'note externalId',
	'npsResponse externalId',
	'organization sync name',
	'task externalId',
	'user accountId',
	'user accountIds',
	'user organizationIds',
];

/** Of messages, traits alone can be empty, by the fields that set them: nothing is known that clears the rest. */
const SENT_AS_TRAIT: Record<string, string> = {
	avatar: 'avatar',
	email: 'email',
	joinDate: 'createdAt',
	name: 'name',
};

/** What an update sends as it was, because the service requires it (docs/internal/service.md, Notes; docs/internal/beyond.md, 5). */
const KEPT: Record<string, Record<string, unknown>> = {
	'note PUT': { tags: ['kept'] },
	'task PUT': { tags: ['kept'] },
	// Of the account at the top.
	'user POST': { accountIds: ['acc-1'] },
	'npsResponse PUT': { respondedAt: '2026-01-01T00:00:00.000Z', score: 8, userId: 'user-1' },
};

/** Converted to HTML, where blanks alone are nothing. */
const FORMATTED = ['note'];
/** Strings in the editor that are lists in a body. */
const LISTS = ['keyPoints', 'tags'];
/** The service's name of a field. */
const SENT_AS: Record<string, string> = { 'customObjectInstance accountId': 'customerId' };
/** These are sent in another request, after the creation of the task. */
const IN_ANOTHER_REQUEST = ['task milestone', 'task projectId'];

/** What is sent for an empty value, derived independently of the code. */
function expectedFor(
	endpointCall: EndpointCall,
	{ name, type }: INodeProperties,
	rule: Rule | undefined,
	value: unknown,
) {
	const { resource, operation } = endpointCall.call.parameters;
	const isMessage = endpointCall.call.type === 'vitallyAnalytics';
	if (isMessage && !(name in SENT_AS_TRAIT && resource !== 'customObjectInstance')) return NOT_SENT;
	const isNeverSent = [`${resource} ${name}`, `${resource} ${operation} ${name}`].some((one) =>
		NEVER_SENT_EMPTY.includes(one),
	);
	if (isNeverSent && !isMessage) return NOT_SENT;
	switch (rule) {
		case 'clear':
			if (NEVER_CLEARED.includes(`${resource} ${operation} ${name}`)) return NOT_SENT;
			if (LISTS.includes(name)) return [];
			// A new record has nothing to clear, but accepts null for any trait.
			return operation === 'create' && !AS_TRAITS.includes(name) ? NOT_SENT : null;
		case 'send':
			if (LISTS.includes(name)) return [];
			if (type !== 'string' || typeof value !== 'string') return null;
			return FORMATTED.includes(name) ? value.trim() : value;
		default:
			return NOT_SENT;
	}
}

/** Empty values as the editor or an expression returns them; n8n replaces a stored null by the default. */
const EMPTY: Array<[entered: string, resolved: unknown]> = [
	['', ''],
	[' ', ' '],
	['={{ "" }}', ''],
	['={{ null }}', null],
	['={{ undefined }}', null],
];

describe('a field that is set and empty', () => {
	const call = callerWith();

	it('has a rule wherever fields of a record or traits are', () => {
		const without = ENDPOINT_CALLS.filter(
			(endpointCall) =>
				// An event, or the end of a tie, has nothing that could stay as it is.
				!/event track|user unlink/.test(titleOf(endpointCall)) &&
				endpointCall.endpoint.method !== 'GET' &&
				!hasEmptyValues(endpointCall) &&
				parameterPathsOf(endpointCall.call).some(
					({ path }) => path.startsWith('traits') || COLLECTIONS.includes(path),
				),
		);
		expect(without.map(titleOf)).toEqual([]);
	});

	it.each(
		WRITES.flatMap((endpointCall) =>
			RULES.map((rule, index) => [titleOf(endpointCall), rule, endpointCall, index] as const),
		),
	)('%s: %s', async (_title, rule, endpointCall, turn) => {
		const {
			endpoint,
			call: { parameters },
		} = endpointCall;
		const { resource, operation } = parameters;
		const collection = COLLECTIONS.find((one) => optionsIn(endpointCall, one).length > 0) ?? 'none';
		// So that there is something to write in every case.
		const traits = parameterPathsOf(endpointCall.call).find(({ path }) =>
			path.endsWith('traitsJson'),
		);
		// A field that the service requires stays as it is; no update of traits requires one.
		const isRequired = operation !== 'update' || traits === undefined;
		const required = (isRequired ? (parameters[collection] ?? {}) : {}) as IDataObject;
		const offered = optionsIn(endpointCall, collection).filter(
			({ name }) =>
				!(name in required) &&
				// A format is not sent: it decides how the text next to it is.
				!/^traits|Format$/.test(name) &&
				// Every message has an ID.
				name !== 'messageId' &&
				!IN_ANOTHER_REQUEST.includes(`${resource} ${name}`),
		);
		const atTop = parameterPathsOf(endpointCall.call)
			.filter(({ property, collection: group }) => group === undefined && isOptional(property))
			.map(({ property }) => property)
			// Those of the call are what a new record needs.
			.filter(({ name }) => endpoint.method !== 'POST' || !(name in parameters))
			.filter(
				({ name }) =>
					resource !== 'customObjectInstance' || operation === 'sync' || name === 'name',
			);
		// Each field with another empty value, each rule with another one of them.
		const fields = [...offered, ...atTop].map((property, index) => {
			const [entered, resolved] = EMPTY[(index + turn) % EMPTY.length];
			const isLocator = property.type === 'resourceLocator';
			const isAtTop = atTop.includes(property);
			return {
				property,
				resolved,
				entered: isLocator && (isAtTop || index % 2) ? byId(entered) : entered,
				// An empty field of the editor is always there.
				isSet: !isAtTop || entered.startsWith('='),
			};
		});
		const { [collection]: more, ...top } = traits?.parametersWith('{ "marker": "m" }') ?? {};
		const enteredIn = (properties: INodeProperties[]) =>
			Object.fromEntries(
				fields
					.filter(({ property }) => properties.includes(property))
					.map(({ property, entered }) => [property.name, entered]),
			);
		const { outcome, allRequests } = await call(
			endpointCall,
			{
				...top,
				...enteredIn(atTop),
				[collection]: { ...required, ...(more as object), ...enteredIn(offered) },
				options: rule && { emptyValues: rule },
			},
			{
				given: ({ state: { notes, tasks }, faults }) => {
					const [note, task] = [notes.get('n-1'), tasks.get('t-1')];
					if (note) notes.change(note, { tags: ['kept'] });
					if (task) tasks.change(task, { tags: ['kept'] });
					faults.add({ kind: 'status', status: 400, on: { method: endpoint.method } });
				},
				// Only what reaches the service is of interest here.
				onError: 'continueRegularOutput',
			},
		);
		expect(outcome.error).toBeUndefined();
		const body = allRequests.find(({ method }) => method === endpoint.method)?.body as IDataObject;
		// Some fields are sent as traits.
		const values = { ...(body.traits as IDataObject), ...body };
		const sentName = (name: string) =>
			(endpointCall.call.type ? SENT_AS_TRAIT[name] : SENT_AS[`${resource} ${name}`]) ?? name;
		const kept = KEPT[`${resource} ${endpoint.method}`] ?? {};
		const expected = fields.map(({ property, resolved, isSet }) => {
			const { name } = property;
			const wanted = isSet ? expectedFor(endpointCall, property, rule, resolved) : NOT_SENT;
			if (wanted === NOT_SENT && name in kept) return [name, kept[name]];
			// A sync leaves out what is empty already; its own tests show when.
			return [name, operation === 'sync' && !(sentName(name) in values) ? NOT_SENT : wanted];
		});
		const sent = fields.map(({ property: { name } }) => [
			name,
			sentName(name) in values ? values[sentName(name)] : NOT_SENT,
		]);
		expect(Object.fromEntries(sent)).toEqual(Object.fromEntries(expected));
	});
});

import fc from 'fast-check';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { credentialsFor, runNode } from '../engine/node.cts';
import { addEveryKind } from '../fixtures/everyKind.cts';
import { byId } from '../fixtures/locators.cts';
import { titleOf, WAYS, type Way } from './endpoints.cts';
import { shownProperties } from './places.cts';

type Rule = 'ignore' | 'clear' | 'send' | undefined;

const COLLECTIONS = ['additionalFields', 'updateFields'];
const NOT_SENT = Symbol('not sent');

const optionsIn = ({ call }: Way, collection: string) =>
	shownProperties(call)
		.filter(({ name }) => name === collection)
		.flatMap(({ options = [] }) => options as INodeProperties[]);

/** Operations that write optional fields or traits; of an upsert, the first request. */
const WRITES = WAYS.filter((way) => optionsIn(way, 'options').some(isEmptyValues)).filter(
	({ call, endpoint }) =>
		call.parameters.operation !== 'upsert' || call.type || endpoint.method === 'PUT',
);
function isEmptyValues({ name }: { name: string }) {
	return name === 'emptyValues';
}

/** A form or JSON of traits, which has a test of its own. */
function isTraits(name: string): boolean {
	return name === 'traits' || name === 'traitsJson';
}

/** What every record has, so that nothing clears it (docs/service.md); the same for where a note moves. */
const NEVER_CLEARED = [
	'account update name',
	'conversation update subject',
	'customObjectInstance update name',
	'meeting update title',
	'note update accountId',
	'note update note',
	'note update noteDate',
	'note update organizationId',
	'organization update name',
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
/** Fields of accounts and organizations that are sent as traits (docs/service.md, Account; docs/beyond.md, 2). */
const AS_TRAITS = ['churnedAt', 'mrr', 'nextRenewalDate', 'trialEndDate'];
/** An ID for a new record is none when it is blank, and no list of ties ends one (docs/beyond.md, 3). */
const NEVER_SENT_EMPTY = [
	'conversation externalId',
	'note externalId',
	'npsResponse externalId',
	'task externalId',
	'user accountIds',
	'user organizationIds',
];

/** What an update sends as it was, because the service wants it (docs/service.md, Notes; docs/beyond.md, 5). */
const KEPT: Record<string, Record<string, unknown>> = {
	'note PUT': { tags: ['kept'] },
	'task PUT': { tags: ['kept'] },
	'npsResponse PUT': {
		respondedAt: '2026-01-01T00:00:00.000Z',
		score: 8,
		userId: 'user-1',
	},
};

/** Texts in the editor that are lists in a body. */
const LISTS = ['keyPoints', 'tags'];
/** These make a request of their own, once the task is there. */
const IN_ANOTHER_REQUEST = ['task milestone', 'task projectId'];

/** What stands for an empty value on the wire, in other words than the code's. */
function model(way: Way, name: string, rule: Rule, value: unknown): unknown {
	const { resource, operation } = way.call.parameters;
	// Of messages, traits alone can be empty: nothing is known that clears the rest.
	const isMessage = way.call.type === 'vitallyAnalytics';
	if (isMessage || NEVER_SENT_EMPTY.includes(`${resource} ${name}`)) return NOT_SENT;
	const title = `${resource} ${operation} ${name}`;
	const property = COLLECTIONS.flatMap((one) => optionsIn(way, one)).find(
		(one) => one.name === name,
	);
	const isText = property?.type === 'string' && !LISTS.includes(name);
	switch (rule) {
		case 'clear':
			if (NEVER_CLEARED.includes(title)) return NOT_SENT;
			if (LISTS.includes(name)) return [];
			// A new record has nothing to clear, but takes null for any trait.
			return operation === 'create' && !AS_TRAITS.includes(name) ? NOT_SENT : null;
		case 'send':
			if (LISTS.includes(name)) return [];
			return isText && typeof value === 'string' ? value : null;
		default:
			return NOT_SENT;
	}
}

const VALUE_BY_TYPE: Record<string, unknown> = {
	boolean: false,
	dateTime: '2026-03-01',
	number: 0,
	resourceLocator: byId('some-id'),
	string: 'text',
};

/** What is looked up has to be there. */
const VALUE_BY_NAME: Record<string, unknown> = { accountIds: 'acc-1', organizationIds: 'org-1' };

/** A value as the editor or an expression gives it, empty or not. */
const given = (property: INodeProperties): fc.Arbitrary<unknown> => {
	// A stored null n8n replaces by the default of the field.
	const empty = fc.constantFrom<unknown>('', ' ', '={{ null }}', '={{ undefined }}');
	const isLocator = property.type === 'resourceLocator';
	return fc.oneof(
		fc.constant(VALUE_BY_NAME[property.name] ?? VALUE_BY_TYPE[property.type]),
		empty,
		...(isLocator ? [empty.map(byId)] : []),
	);
};

const isBlank = (value: unknown): boolean =>
	value === null || (typeof value === 'string' && value.trim() === '');

/** What n8n makes of the expressions above, out of a locator. */
function plainOf(value: unknown): unknown {
	if (value === '={{ null }}' || value === '={{ undefined }}') return null;
	const isLocator = typeof value === 'object' && value !== null && 'value' in value;
	return isLocator ? plainOf(value.value) : value;
}

describe('what is set and empty', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty' });
	});
	beforeEach(() => {
		sandbox.reset();
		sandbox.limits.budget = 1_000_000;
		addEveryKind(sandbox);
	});
	afterAll(async () => await sandbox.close());

	it('is offered wherever fields of a record or traits are', () => {
		const without = WAYS.filter(
			(way) =>
				// An event, or the end of a tie, has nothing that could stay as it is.
				!/event track|user unlink/.test(titleOf(way)) &&
				way.endpoint.method !== 'GET' &&
				!optionsIn(way, 'options').some(isEmptyValues) &&
				shownProperties(way.call).some(
					({ name }) => name.startsWith('traits') || COLLECTIONS.includes(name),
				),
		);
		expect(without.map(titleOf)).toEqual([]);
	});

	it.each(WRITES.map((way) => [titleOf(way), way] as const))('%s', async (_title, way) => {
		const { endpoint, call } = way;
		const collection = COLLECTIONS.find((one) => optionsIn(way, one).length > 0) ?? 'none';
		const fields = optionsIn(way, collection);
		// Where a field is set anyway, because the service wants it, it stays as it is.
		const required = (call.parameters[collection] ?? {}) as IDataObject;
		const { resource } = call.parameters;
		const offered = fields.filter(
			({ name }) =>
				!(name in required) &&
				!isTraits(name) &&
				!IN_ANOTHER_REQUEST.includes(`${resource} ${name}`),
		);
		const hasTraits = shownProperties(call).some(({ name }) => name === 'traitsJson');
		const takesTraits = fields.some(({ name }) => name === 'traitsJson');
		const items = fc.sample(
			fc.record({
				rule: fc.constantFrom<Rule>('ignore', 'clear', 'send', undefined),
				set: fc
					.subarray(offered)
					.chain((chosen) =>
						fc.record(Object.fromEntries(chosen.map((one) => [one.name, given(one)]))),
					),
			}),
			{ numRuns: 12, seed: 1 },
		);

		const { notes, tasks } = sandbox.state;
		const [note, task] = [notes.get('n-1'), tasks.get('t-1')];
		if (note) notes.change(note, { tags: ['kept'] });
		if (task) tasks.change(task, { tags: ['kept'] });
		sandbox.faults.add({ kind: 'status', status: 400, on: { method: endpoint.method } });
		const firstRequests: number[] = [];
		for (const [marker, { rule, set }] of items.entries()) {
			firstRequests.push(sandbox.requests.length);
			const traits = { traitsJson: `{ "marker": "m${marker}" }` };
			const parameters = {
				...call.parameters,
				[collection]: { ...required, ...set, ...(takesTraits && traits) },
				...(hasTraits && { traitsMode: 'json', ...traits }),
				options: rule === undefined ? {} : { emptyValues: rule },
			};
			// The service takes what it likes: only what reaches it is looked at.
			const run = { type: call.type, parameters, onError: 'continueRegularOutput' } as const;
			const outcome = await runNode(run, { credentials: credentialsFor(sandbox) });
			expect(outcome.error).toBeUndefined();
		}

		for (const [marker, { rule, set }] of items.entries()) {
			const request = sandbox.requests
				.slice(firstRequests[marker], firstRequests[marker + 1])
				.find(({ method }) => method === endpoint.method);
			const body = request?.body as IDataObject;
			// Every message has an ID.
			const names = offered.map(({ name }) => name).filter((name) => name !== 'messageId');
			// Some fields are sent as traits.
			const values = { ...(body.traits as IDataObject), ...body };
			const sent = names.map((name) => [name, name in values ? values[name] : NOT_SENT]);
			const isSync = call.parameters.operation === 'sync';
			const keptFields = KEPT[`${call.parameters.resource} ${endpoint.method}`] ?? {};
			const expected = names.map((name) => {
				const value = plainOf(set[name]);
				const isSet = name in set;
				if (isSet && !isBlank(value)) return [name, expect.anything() as unknown];
				const wanted = isSet ? model(way, name, rule, value) : NOT_SENT;
				const isKept = wanted === NOT_SENT && name in keptFields;
				// A sync leaves out what is empty already; its own tests say when.
				const isThere = isSync && !(name in values);
				return [name, isKept ? keptFields[name] : isThere ? NOT_SENT : wanted];
			});
			const shown = JSON.stringify({ rule, set, body });
			expect([shown, Object.fromEntries(sent)]).toEqual([shown, Object.fromEntries(expected)]);
		}
	});
});

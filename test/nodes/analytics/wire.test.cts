import fc from 'fast-check';

import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.cts';
import { credentialsFor, runNode } from '../../engine/node.cts';
import { addDeal } from '../../fixtures/customObjects.cts';

/** A parameter, and where its value has to stand in the message; a dot leads into an object. */
interface Field {
	parameter: string;
	wire: string;
	kind?: 'time' | 'values';
}

interface Message {
	operation: { resource: string; operation: string };
	path: string;
	/** Set in every message; the values are those of records that are there. */
	required: Record<string, string>;
	fields: Field[];
	/** What is sent though nobody set it. */
	empty?: object;
	/** One of these has to be set. */
	anyOf?: string[];
}

const at = (parameter: string, wire = parameter): Field => ({ parameter, wire });
const added = (name: string, wire = name, kind?: Field['kind']): Field => ({
	parameter: `additionalFields.${name}`,
	wire,
	kind,
});
const values = (name: string): Field => ({ parameter: `${name}Json`, wire: name, kind: 'values' });
const always = [added('timestamp', 'timestamp', 'time'), added('messageId')];

const MESSAGES: Message[] = [
	{
		operation: { resource: 'account', operation: 'upsert' },
		path: 'account',
		required: { accountId: 'A1' },
		fields: [
			at('name', 'traits.name'),
			values('traits'),
			added('avatar', 'traits.avatar'),
			added('organizationId'),
			...always,
		],
	},
	{
		operation: { resource: 'organization', operation: 'upsert' },
		path: 'organization',
		required: { organizationId: 'O1' },
		fields: [
			at('name', 'traits.name'),
			values('traits'),
			added('avatar', 'traits.avatar'),
			...always,
		],
	},
	{
		operation: { resource: 'user', operation: 'upsert' },
		path: 'user',
		required: { userId: 'U1' },
		empty: { traits: {} },
		anyOf: ['accountId', 'organizationId'],
		fields: [
			at('accountId'),
			at('name', 'traits.name'),
			values('traits'),
			added('avatar', 'traits.avatar'),
			added('email', 'traits.email'),
			added('joinDate', 'traits.createdAt', 'time'),
			added('organizationId'),
			...always,
		],
	},
	{
		operation: { resource: 'user', operation: 'unlink' },
		path: 'unlink',
		required: { userId: 'U1', accountId: 'A1' },
		fields: always,
	},
	{
		operation: { resource: 'event', operation: 'track' },
		path: 'track',
		required: { event: 'Login' },
		empty: { properties: {} },
		anyOf: ['userId', 'accountId', 'organizationId'],
		fields: [
			at('userId'),
			at('accountId'),
			values('properties'),
			added('organizationId'),
			...always,
		],
	},
	{
		operation: { resource: 'customObjectInstance', operation: 'upsert' },
		path: 'customobjectinstance',
		required: { customObjectId: 'obj-1', externalId: 'D1' },
		empty: { traits: {} },
		anyOf: ['accountId', 'organizationId'],
		fields: [at('accountId'), at('name'), values('traits'), added('organizationId'), ...always],
	},
];

/** Ids of records that are there, so that the service takes the message. */
const KNOWN: Record<string, string> = { accountId: 'A1', organizationId: 'O1', userId: 'U1' };

/** What the user enters, and what has to be sent: `undefined` for nothing. */
interface Entry {
	stored: unknown;
	sent: unknown;
}

const TEXT = fc
	.string({ minLength: 1, unit: 'grapheme' })
	.filter((text) => text.trim() !== '' && !text.startsWith('='));
const BLANK = fc.constantFrom('', '={{ null }}', '={{ undefined }}');

function entryOf({ wire, kind }: Field): fc.Arbitrary<Entry> {
	const sent = sentValue(wire, kind);
	const none = (kind === 'values' ? fc.constant('{}') : BLANK).map((stored) => ({
		stored,
		sent: undefined,
	}));
	return fc.oneof(sent, none);
}

function sentValue(wire: string, kind: Field['kind']): fc.Arbitrary<Entry> {
	if (kind === 'time') {
		const days = fc.date({
			min: new Date('2000-01-01'),
			max: new Date('2050-01-01'),
			noInvalidDate: true,
		});
		return days.map((date) => ({ stored: date.toISOString(), sent: date.toISOString() }));
	}
	if (kind === 'values') {
		const key = fc.stringMatching(/^k[a-z.]{0,8}$/);
		const value = fc.oneof(TEXT, fc.integer(), fc.boolean(), fc.constant(null), fc.constant(''));
		return fc
			.dictionary(key, value, { minKeys: 1, noNullPrototype: true })
			.map((object) => ({ stored: JSON.stringify(object), sent: object }));
	}
	const text = wire in KNOWN ? fc.constant(KNOWN[wire]) : TEXT;
	return text.map((stored) => ({ stored, sent: stored }));
}

/** Which fields are set, and to what. */
const entriesOf = ({ fields }: Message) =>
	fc.record(Object.fromEntries(fields.map((field) => [field.parameter, entryOf(field)] as const)), {
		requiredKeys: [],
	});

function put(target: Record<string, unknown>, path: string, value: unknown): void {
	const [first, ...rest] = path.split('.');
	if (rest.length === 0) {
		const both = typeof value === 'object' && typeof target[first] === 'object';
		target[first] = both ? { ...(target[first] as object), ...(value as object) } : value;
		return;
	}
	target[first] ??= {};
	put(target[first] as Record<string, unknown>, rest.join('.'), value);
}

describe('a field of a message that was not set never reaches the wire, and one that was set does', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty', limits: { budget: 1_000_000 } });
	});
	afterAll(async () => await sandbox.close());

	it.each(
		MESSAGES.map((message) => [Object.values(message.operation).join(' '), message] as const),
	)(
		'%s',
		async (_title, message) => {
			await fc.assert(
				fc.asyncProperty(entriesOf(message), fc.boolean(), async (entries, batch) => {
					const parameters: Record<string, unknown> = {
						...message.operation,
						...message.required,
						traitsMode: 'json',
						propertiesMode: 'json',
						options: { batch, emptyValues: 'send' },
					};
					const expected: Record<string, unknown> = structuredClone({
						...message.required,
						...message.empty,
					});
					for (const { parameter, wire } of message.fields) {
						const entry = entries[parameter];
						if (!entry) continue;
						put(parameters, parameter, entry.stored);
						if (entry.sent !== undefined) put(expected, wire, entry.sent);
					}
					fc.pre(message.anyOf?.some((name) => name in expected) ?? true);
					if (!('timestamp' in expected)) {
						expected.messageId ??= expect.stringMatching(/^[0-9a-f]{64}$/);
					}
					sandbox.reset();
					addDeal(sandbox);
					const { error } = await runNode(
						{ type: 'vitallyAnalytics', parameters },
						{ credentials: credentialsFor(sandbox) },
					);
					expect(error).toBeUndefined();
					expect(sandbox.requests).toHaveLength(1);
					const [{ path, body }] = sandbox.requests;
					expect({ path, body }).toEqual({
						path: `/analytics/v1/${message.path}`,
						body: expected,
					});
				}),
				{ numRuns: 40 },
			);
		},
		60_000,
	);
});

import { isDeepStrictEqual } from 'node:util';

import { NodeHelpers, type INodePropertyOptions } from 'n8n-workflow';

import { findCalledRecord } from '../../nodes/Vitally/playbook/calledRecord';
import {
	playbookCredentials,
	playbookProperties,
} from '../../nodes/Vitally/playbook/playbookProperties';
import { RecentCalls } from '../../nodes/Vitally/playbook/recentCalls';
import { builtNodes } from '../description/nodeDescriptions.cts';
import { newNode } from '../engine/engine.cts';
import { openWebhook, type WebhookNode } from '../engine/webhook.cts';

const SECRET = 'a-secret-of-some-length';
const payload = {
	playbook: 'Renewal at risk',
	match: { account: { id: 'account-1', externalId: 'acme', name: 'Acme', 'traits.plan': 'gold' } },
};

describe('Vitally Playbook Trigger', () => {
	let webhook: WebhookNode;

	const open = async (parameters = {}, header = { name: 'X-Vitally', value: SECRET }) => {
		webhook = await openWebhook(parameters, { httpHeaderAuth: header });
		await webhook.activate();
	};

	afterEach(() => webhook.close());

	const call = async (
		body: unknown,
		headers: Record<string, string> = {},
		type = 'application/json',
	) =>
		await fetch(webhook.url, {
			method: 'POST',
			headers: { 'content-type': type, ...headers },
			body: typeof body === 'string' ? body : JSON.stringify(body),
		});

	it('starts an execution with the body, and what can be recognized in it', async () => {
		await open();
		const { status } = await call(payload);
		const record = { recordType: 'account', id: 'account-1', externalId: 'acme', name: 'Acme' };

		expect({ status, executions: webhook.executions }).toEqual({
			status: 200,
			executions: [[{ ...record, isRepeated: false, body: payload }]],
		});
	});

	it('has the name as its first column, and the body as the last one', async () => {
		await open();
		await call(payload);

		expect({ columns: Object.keys(webhook.executions[0]?.[0] ?? {}) }).toEqual({
			columns: ['name', 'recordType', 'externalId', 'id', 'traits', 'isRepeated', 'body'],
		});
	});

	it('says how its path becomes one that nobody can guess', () => {
		const node = newNode('Playbook Ping', 'n8n-nodes-vitally.vitallyPlaybookTrigger');
		const [notice] = playbookProperties;

		// n8n registers a node in this way for which the editor has saved no ID.
		expect(NodeHelpers.getNodeWebhookPath('workflow-id', node, 'playbook')).toBe(
			'workflow-id/playbook%20ping/playbook',
		);
		expect(notice.displayName).toContain('move this node once before you copy the URL');
	});

	describe('Vitally Playbook Trigger with a required header', () => {
		interface Refused {
			name: string;
			headers: Record<string, string>;
			/** The value in the credential. */
			required?: string;
			/** The name of the header in the credential. */
			header?: string;
		}

		it.each<Refused>([
			{ name: 'no header', headers: {} },
			{ name: 'an empty header', headers: { 'x-vitally': '' } },
			{
				name: 'an empty header, which the credential has too',
				headers: { 'x-vitally': '' },
				required: '',
			},
			{ name: 'a wrong value', headers: { 'x-vitally': 'a-secret-of-some-lengtH' } },
			{ name: 'a part of the value', headers: { 'x-vitally': SECRET.slice(0, -1) } },
			{ name: 'the value in another header', headers: { authorization: SECRET } },
			{
				name: 'no header, where the credential names none',
				headers: {},
				header: '',
			},
		])('refuses a call with $name', async (refused) => {
			const { headers, required = SECRET, header = 'X-Vitally' } = refused;

			await open({ authentication: 'headerAuth' }, { name: header, value: required });
			const response = await call(payload, headers);

			expect({
				status: response.status,
				says: await response.text(),
				executions: webhook.executions.length,
			}).toEqual({
				status: 403,
				says: '{"error":"The authorization header is missing or wrong"}',
				executions: 0,
			});
		});

		it('accepts a call with the header, whatever its case', async () => {
			await open({ authentication: 'headerAuth' });
			const response = await call(payload, { 'X-VITALLY': SECRET });

			const says = await response.text();

			expect({
				status: response.status,
				saysSecret: says.includes(SECRET),
				executions: webhook.executions.length,
			}).toEqual({ status: 200, saysSecret: false, executions: 1 });
		});
	});

	it('starts nothing where the authentication is unknown', async () => {
		await open({ authentication: 'unknown' });

		const { status } = await call(payload);

		expect({ status, executions: webhook.executions.length }).toEqual({
			status: 500,
			executions: 0,
		});
	});

	const TOO_LONG = '{"error":"The body is longer than 1 MB"}';

	it.each([
		{ name: 'more than 1 MB', body: { text: 'x'.repeat(999_990) }, says: TOO_LONG },
		{ name: 'more than 1 MB in UTF-8', body: { text: 'é'.repeat(500_000) }, says: TOO_LONG },
		{
			name: '5,000 levels',
			body: `${'['.repeat(5000)}${']'.repeat(5000)}`,
			says: '{"error":"The body has more than 100 levels"}',
		},
	])('returns 413 and starts nothing with a body of $name', async ({ body, says }) => {
		await open();
		const response = await call(body);

		expect({
			status: response.status,
			says: await response.text(),
			executions: webhook.executions.length,
		}).toEqual({ status: 413, says, executions: 0 });
	});

	it.each([
		{ name: 'a list', body: [1, 2], type: 'application/json' },
		{ name: '1 MB', body: { text: 'x'.repeat(999_989) }, type: 'application/json' },
		{ name: 'an empty object', body: {}, type: 'application/json' },
		{
			name: 'an object of its own making',
			body: { orgName: 'Acme', account: 'acme' },
			type: 'application/json',
		},
		{ name: 'text', body: 'hello', type: 'text/plain' },
	])('accepts $name unchanged', async ({ body, type }) => {
		await open();

		const { status } = await call(body, {}, type);

		expect({ status, executions: webhook.executions.length }).toEqual({
			status: 200,
			executions: 1,
		});

		// A body of 1 MB would fill the failure.
		const [[item]] = webhook.executions;

		expect({ columns: Object.keys(item), isRepeated: item.isRepeated }).toEqual({
			columns: ['isRepeated', 'body'],
			isRepeated: false,
		});
		expect({ isUnchanged: isDeepStrictEqual(item.body, body) }).toEqual({ isUnchanged: true });
	});

	it('returns the fields of a form, and no path of a file that n8n has stored', async () => {
		await open();
		const form = new FormData();

		form.set('playbook', 'Renewal at risk');
		form.set('upload', new Blob(['text']), 'file.txt');

		const { status } = await fetch(webhook.url, { method: 'POST', body: form });

		expect({ status, executions: webhook.executions }).toEqual({
			status: 200,
			executions: [[{ body: { playbook: 'Renewal at risk' }, isRepeated: false }]],
		});
	});

	it('recognizes a form by its type in capitals', async () => {
		await open();
		const body = [
			'--part',
			'Content-Disposition: form-data; name="playbook"',
			'',
			'Sent in capitals',
			'--part--',
			'',
		].join('\r\n');

		await call(body, {}, 'Multipart/Form-Data; boundary=part');

		expect(webhook.executions).toEqual([
			[{ body: { playbook: 'Sent in capitals' }, isRepeated: false }],
		]);
	});

	it('marks a delivery that comes again', async () => {
		await open();
		const once = { ...payload, delivery: 1 };

		for (const body of [once, { ...once, delivery: 2 }, once]) await call(body);

		expect(
			webhook.executions.map(([{ body, isRepeated }]) => ({
				delivery: (body as { delivery: number }).delivery,
				isRepeated,
			})),
		).toEqual([
			{ delivery: 1, isRepeated: false },
			{ delivery: 2, isRepeated: false },
			{ delivery: 1, isRepeated: true },
		]);
	});

	it.each<{ name: string; ids: Parameters<typeof openWebhook>[2]; delivery: number }>([
		{ name: 'its Test URL', ids: { mode: 'manual' }, delivery: 5 },
		{ name: 'another trigger of the workflow', ids: { node: 'other' }, delivery: 3 },
		{ name: 'the trigger in a copy of the workflow', ids: { workflow: 'copy' }, delivery: 4 },
	])('marks no delivery that $name received before', async ({ ids, delivery }) => {
		await open();
		const other = await openWebhook({}, {}, ids);
		const body = JSON.stringify({ ...payload, delivery });
		const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };

		await fetch(other.url, init);
		await fetch(webhook.url, init);
		other.close();

		const [[json]] = webhook.executions;

		expect({ isRepeated: json.isRepeated }).toEqual({ isRepeated: false });
	});
});

describe('the webhook of the Vitally Playbook Trigger', () => {
	const { description } = builtNodes.find(
		(node) => node.description.name === 'vitallyPlaybookTrigger',
	) as (typeof builtNodes)[number];

	it('accepts POST at a path of its own, and answers without data before the workflow ends', () => {
		expect(description.webhooks).toEqual([
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'noData',
				path: 'playbook',
			},
		]);
	});
});

describe("Vitally Playbook Trigger's Authentication", () => {
	const [credential] = playbookCredentials;

	it('offers a header, and none by default', () => {
		const authentication = playbookProperties.find(({ name }) => name === 'authentication');
		const values = (authentication?.options as INodePropertyOptions[]).map(({ value }) => value);

		expect({ values, default: authentication?.default }).toEqual({
			values: ['headerAuth', 'none'],
			default: 'none',
		});
	});

	it("requires n8n's own credential for a header", () => {
		const { name, required } = credential;

		expect({ name, required }).toEqual({ name: 'httpHeaderAuth', required: true });
	});

	it.each([
		{ authentication: 'headerAuth', isShown: true },
		{ authentication: 'none', isShown: false },
	])('shows the credential with $authentication: $isShown', ({ authentication, isShown }) => {
		const parameters = { authentication };

		expect({
			isShown: NodeHelpers.displayParameter(parameters, credential, null, null),
		}).toEqual({ isShown });
	});
});

describe('findCalledRecord', () => {
	it.each([
		{
			place: 'match',
			body: { match: { account: { id: '1' } } },
			kind: 'account',
			record: { id: '1' },
		},
		{
			place: 'match, beside an account outside of it',
			body: { match: { user: { id: '2' } }, account: { id: '1' } },
			kind: 'user',
			record: { id: '2' },
		},
		{
			place: 'the body itself',
			body: { organization: { id: '3' } },
			kind: 'organization',
			record: { id: '3' },
		},
		{
			place: 'a body with a user too',
			body: { user: { id: '2' }, task: { id: '4' } },
			kind: 'task',
			record: { id: '4' },
		},
		{
			place: 'a body with an account too',
			body: { account: { id: '1' }, note: { id: '5' } },
			kind: 'note',
			record: { id: '5' },
		},
	])('finds the $kind in $place', ({ body, kind, record }) => {
		expect(findCalledRecord(body)).toEqual({
			recordType: kind,
			externalId: null,
			name: null,
			...record,
		});
	});

	it.each([
		{
			what: 'its IDs, its name and its traits',
			record: { id: '1', externalId: 'acme', name: 'Acme', traits: { plan: 'gold' } },
			found: { id: '1', externalId: 'acme', name: 'Acme', traits: { plan: 'gold' } },
		},
		{
			what: 'null for an External ID and a name that it does not have',
			record: { id: '1' },
			found: { id: '1', externalId: null, name: null },
		},
		{
			what: 'null for a Vitally ID that it does not have',
			record: { externalId: 'acme' },
			found: { id: null, externalId: 'acme', name: null },
		},
	])('returns of a record $what', ({ record, found }) => {
		expect(findCalledRecord({ account: record })).toEqual({ recordType: 'account', ...found });
	});

	/** The kinds, each before those that it may belong to. */
	const KINDS = ['customObjectInstance', 'note', 'task', 'user', 'account', 'organization'];

	it.each(KINDS.map((kind, index) => ({ kind, above: KINDS.slice(index + 1) })))(
		'prefers the $kind to its parents: $above',
		({ kind, above }) => {
			const parents = above.map((parent) => [parent, { id: `of ${parent}` }]);
			const body = Object.fromEntries([...parents, [kind, { id: 'own' }]]) as object;

			expect(findCalledRecord(body)).toEqual({
				recordType: kind,
				id: 'own',
				externalId: null,
				name: null,
			});
		},
	);

	it.each([undefined, 'account', [], { account: 'acme' }, { match: { account: [] } }])(
		'finds no record in %j',
		(body) => expect({ record: findCalledRecord(body) }).toEqual({ record: undefined }),
	);
});

describe('RecentCalls', () => {
	let now = 0;
	const repeats = () => new RecentCalls(() => now);

	it('recognizes the same content at the same webhook within a minute', () => {
		const seen = repeats();

		const isRepeatedAtFirst = {
			first: seen.add('a', { id: 1 }),
			atAnotherWebhook: seen.add('b', { id: 1 }),
			withOtherContent: seen.add('a', { id: 2 }),
		};

		now += 59_000;
		const isRepeatedWithinAMinute = seen.add('a', { id: 1 });

		now += 61_000;
		const isRepeatedLater = seen.add('a', { id: 1 });

		expect(isRepeatedAtFirst).toEqual({
			first: false,
			atAnotherWebhook: false,
			withOtherContent: false,
		});
		expect({ isRepeatedWithinAMinute, isRepeatedLater }).toEqual({
			isRepeatedWithinAMinute: true,
			isRepeatedLater: false,
		});
	});

	it('forgets a call after a minute, also behind an older one that came again since', () => {
		const seen = repeats();

		seen.add('a', 'older');
		now += 10_000;
		seen.add('a', 'newer');
		now += 40_000;
		seen.add('a', 'older');
		now += 25_000;

		expect({
			isNewerRepeated: seen.add('a', 'newer'),
			isOlderRepeated: seen.add('a', 'older'),
		}).toEqual({ isNewerRepeated: false, isOlderRepeated: true });
	});

	/** 50,000 calls and one more; the first one came again in between. */
	const withMostCalls = () => {
		const seen = repeats();

		seen.add('b', 'once');
		for (let index = 0; index < 49_998; index++) seen.add('a', index);
		seen.add('b', 'once');
		for (const body of ['one', 'two']) seen.add('a', body);

		return { seen, size: () => (Reflect.get(seen, 'calls') as Map<string, number>).size };
	};

	it('remembers 50,000 calls', () => {
		expect({ calls: withMostCalls().size() }).toEqual({ calls: 50_000 });
	});

	it.each([
		{ name: 'that came lately', webhook: 'a', body: 'one', isRepeated: true },
		{ name: 'that came again since its first time', webhook: 'b', body: 'once', isRepeated: true },
		{ name: 'that is the oldest of more than 50,000', webhook: 'a', body: 0, isRepeated: false },
	])('recognizes a call $name: $isRepeated', ({ webhook, body, isRepeated }) => {
		expect({ isRepeated: withMostCalls().seen.add(webhook, body) }).toEqual({ isRepeated });
	});

	it('forgets all calls after a minute', () => {
		const { seen, size } = withMostCalls();

		now += 60_000;
		seen.add('c', 'one more');

		expect({ calls: size() }).toEqual({ calls: 1 });
	});
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';

import { errorText, hintText } from '../../nodes/Vitally/errors/shownText';
import { jsonOf } from '../engine/itemLines.cts';
import { runIn } from '../engine/node.cts';
import { PROJECT_ROOT } from '../engine/nodeTypes.cts';
import { withAccounts } from '../fixtures/accounts.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { hintsOf } from '../nodes/account/syncCases.cts';

const IMAGE = '<img src=//collector.example/x.png>';

/** What begins an element, an end tag, a comment or a declaration in HTML. */
const TAG = /<[a-z/!?]/i;

const pieces = fc.constantFrom('<', '>', '&', '&lt;', 'img', '/', '!', '?', ' ', 'ä', '\n', '1');
const textsWithTags = fc.array(pieces).map((parts) => parts.join(''));

describe('a text that n8n shows as HTML', () => {
	it.each([
		{ sign: 'an ampersand', text: 'A & B', hint: 'A &amp; B' },
		{ sign: 'an entity', text: '&lt;', hint: '&amp;lt;' },
		{ sign: 'an angle bracket that opens', text: '1 < 2', hint: '1 &lt; 2' },
		{ sign: 'an angle bracket that closes', text: '2 > 1', hint: '2 &gt; 1' },
		{ sign: 'two tags', text: '<b>A</b>', hint: '&lt;b&gt;A&lt;/b&gt;' },
		{ sign: 'an umlaut and a line break', text: 'ä\n', hint: 'ä\n' },
	])('has its markup escaped in a hint: $sign', (row) => {
		expect(hintText(row.text)).toBe(row.hint);
	});

	it.each([
		{ sign: 'one tag', text: 'A <b> C', error: 'A ‹b> C' },
		{ sign: 'two tags', text: '<b>A</b>', error: '‹b>A‹/b>' },
		{ sign: 'an ampersand', text: 'A & B > C', error: 'A & B > C' },
	])('has another sign for each < in an error: $sign', ({ text, error }) => {
		expect(errorText(text)).toBe(error);
	});

	it('contains nothing that n8n drops from the title or the description of an error', () => {
		fc.assert(
			fc.property(textsWithTags, (text) => {
				expect(errorText(text)).not.toContain('<');
				expect(errorText(text).replaceAll('‹', '<')).toBe(text);
			}),
		);
	});

	it('appears in a hint exactly as it was written', () => {
		const read = (html: string) =>
			html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

		fc.assert(
			fc.property(textsWithTags, (text) => {
				expect(hintText(text)).not.toMatch(TAG);
				expect(read(hintText(text))).toBe(text);
			}),
		);
	});

	it('reaches n8n in two places only: toNodeApiError and runItems', () => {
		const root = join(PROJECT_ROOT, 'nodes');
		const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => file.replaceAll('\\', '/'));

		const ways = files.filter((file) =>
			/new Node(Api|Operation)Error\(|\.addExecutionHints\(/.test(
				readFileSync(join(root, file), 'utf8'),
			),
		);

		expect(ways.sort()).toEqual([
			'Vitally/execution/runItems.ts',
			'Vitally/transport/errors/toNodeApiError.ts',
		]);
	});
});

describe('data that looks like HTML', () => {
	const started = sandboxOfSuite({ seed: 'empty' });

	beforeEach(async () => {
		await withAccounts('a1')(started());
	});

	const name = {
		id: 'name',
		displayName: 'Name',
		type: 'string',
		required: false,
		defaultMatch: false,
		display: true,
	};
	const sync = {
		resource: 'account',
		operation: 'sync',
		externalId: '={{ $json.id }}',
		dryRun: false,
		traitsMode: 'mapper',
		traitsMapper: { mappingMode: 'autoMapInputData', value: null, schema: [name] },
	};
	const getByName = {
		resource: 'account',
		operation: 'get',
		accountId: { __rl: true, mode: 'name', value: IMAGE },
	};

	it('becomes no element of a hint, as the name of a column', async () => {
		const items = [{ id: 'a1', name: 'A', [IMAGE]: 'x' }];
		const outcome = await runIn(started(), { parameters: sync, items });

		expect(hintsOf(outcome)).toEqual([
			'0 created, 1 updated, 0 unchanged, with 3 requests.',
			"Left out, no such trait: &lt;img src=//collector.example/x.png&gt; ('Columns Without Trait' creates it).",
		]);
	});

	it('becomes no element of a hint, as the name of a row without a record', async () => {
		const items = [{ id: 'a9', name: IMAGE }];
		const parameters = { ...sync, createMissing: false };
		const outcome = await runIn(started(), { parameters, items });

		expect(hintsOf(outcome)).toEqual([
			'0 created, 0 updated, 0 unchanged, 1 not in Vitally, with 2 requests.',
			'1 not in Vitally: row 1 (&lt;img src=//collector.example/x.png&gt;, a9).',
		]);
	});

	it('becomes no element of an error, as a name without a record', async () => {
		const { error } = await runIn(started(), { parameters: getByName });

		expect(error?.message).toBe(
			'No account is called "‹img src=//collector.example/x.png>" [item 0]',
		);
		expect(error?.description ?? '').not.toContain('<');
	});

	it.each([400, 403])(
		"becomes no element of an error, as a message of Vitally's with the status %i",
		async (status) => {
			const body = { error: { message: `Not allowed: ${IMAGE}` } };

			started().faults.add({ kind: 'status', status, body });
			const { error } = await runIn(started(), {
				parameters: { ...getByName, operation: 'getAll' },
			});

			const text = `${error?.message} ${error?.description}`;

			expect(text).toContain('Not allowed: ‹img src=//collector.example/x.png>');
			expect(text).not.toContain('<');
		},
	);

	it('becomes no element of an error item', async () => {
		const outcome = await runIn(started(), {
			parameters: getByName,
			onError: 'continueRegularOutput',
		});

		expect(jsonOf(outcome).map((json) => json.error)).toEqual([
			'No account is called "‹img src=//collector.example/x.png>" [item 0]',
		]);
	});
});

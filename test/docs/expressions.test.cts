import type { IDataObject } from 'n8n-workflow';
import sanitizeHtml from 'sanitize-html';

import { newNode, runWorkflow } from '../engine/engine.cts';
import { read } from './docFiles.cts';

interface Example {
	page: string;
	expression: string;
	input: IDataObject;
	result: unknown;
}

/** The expressions in the pages that a reader copies, with what they return. */
const EXAMPLES: Example[] = [
	{
		page: 'README.md',
		expression: "review-{{ $json.id }}-{{ $now.toFormat('yyyy-MM') }}",
		input: { id: 'a1' },
		result: expect.stringMatching(/^review-a1-\d{4}-\d{2}$/),
	},
	{
		page: 'README.md',
		expression: "{{ $json['traits.plan'] }}",
		input: { 'traits.plan': 'gold' },
		result: 'gold',
	},
	{
		page: 'docs/troubleshooting.md',
		expression:
			"{{ $json['Renewal Date']?.toDateTime('d/M/yyyy').toISODate() ?? $json['Renewal Date'] }}",
		input: { 'Renewal Date': '13/4/2027' },
		result: '2027-04-13',
	},
	{
		page: 'docs/troubleshooting.md',
		expression:
			"{{ Number($json['Renewal Date']) ? DateTime.fromISO('1899-12-30').plus({ days: Number($json['Renewal Date']) }).toISODate() : $json['Renewal Date'] }}",
		input: { 'Renewal Date': 46205 },
		result: '2026-07-02',
	},
	{
		page: 'docs/troubleshooting.md',
		expression:
			"{{ Number($json['Renewal Date']) ? DateTime.fromMillis(Number($json['Renewal Date']), { zone: 'utc' }) : $json['Renewal Date'] }}",
		input: { 'Renewal Date': '1767225600000' },
		result: '2026-01-01T00:00:00.000Z',
	},
	{
		page: 'docs/troubleshooting.md',
		expression: "{{ $json['MRR']?.toString().replace(/\\$|,(?=\\d{3})/g, '') }}",
		input: { MRR: '$1,200.50' },
		result: '1200.50',
	},
	{
		page: 'docs/troubleshooting.md',
		expression:
			"{{ { yes: true, no: false }[String($json['Active']).toLowerCase()] ?? $json['Active'] }}",
		input: { Active: 'Yes' },
		result: true,
	},
	{
		page: 'docs/sync.md',
		expression:
			"{{ $('Sync').all().map(({ json }) => `${json.name ?? json.externalId}: ${[json.changes, json.reason].filter(Boolean).join('\\n')}`).join('\\n').replaceAll('&', '&amp;').replaceAll('<', '&lt;') }}",
		input: {
			name: null,
			externalId: 'a1',
			changes: 'Plan: – → gold',
			reason: 'An account with this name exists: a2',
		},
		result: 'a1: Plan: – → gold\nAn account with this name exists: a2',
	},
	{
		page: 'docs/sync.md',
		expression: "{{ JSON.parse($json.changedFields ?? '{}')['traits.plan']?.new }}",
		input: { changedFields: '{"traits.plan":{"old":null,"new":"gold"}}' },
		result: 'gold',
	},
	{
		page: 'docs/sync.md',
		expression: '{{ $json.updated }} updated, {{ $json.failed }} failed',
		input: { updated: 10, failed: 1 },
		result: '10 updated, 1 failed',
	},
	{
		page: 'docs/trigger.md',
		expression: "{{ $json.previousValues['traits.plan'] }}",
		input: { previousValues: { 'traits.plan': 'gold' } },
		result: 'gold',
	},
	{
		page: 'docs/trigger.md',
		expression: "{{ $json.changedFields.includes('healthScore') }}",
		input: { changedFields: ['healthScore'] },
		result: true,
	},
	{
		page: 'docs/agents.md',
		expression: "{{ $json.output.replace(/!+\\[/g, '[') }}",
		input: { output: 'See ![it](https://example.com/a.png)' },
		result: 'See [it](https://example.com/a.png)',
	},
];

/** The value of an expression on n8n's engine, for an input item. */
async function evaluate({ expression, input }: Example): Promise<unknown> {
	// The name that an expression uses for an earlier node.
	const sync = newNode('Sync', 'n8n-nodes-base.manualTrigger');
	const set = newNode('Set', 'n8n-nodes-base.set', {
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: `={{ { value: ${asCode(expression)} } }}`, options: {} },
	});
	const outcome = await runWorkflow(
		{
			name: 'An expression',
			nodes: [sync, set],
			connections: { Sync: { main: [[{ node: 'Set', type: 'main', index: 0 }]] } },
			pinData: { Sync: [{ json: input }] },
		},
		{ credentials: {} },
	);

	return outcome.items('Set')[0]?.json.value;
}

/** A text with expressions as one expression, which keeps the type of a single one. */
function asCode(text: string): string {
	const parts = text.split(/\{\{(.*?)\}\}/);
	const isSingle = parts.length === 3 && parts[0] === '' && parts[2] === '';
	if (isSingle) return parts[1];

	return parts
		.map((part, index) => (index % 2 === 0 ? JSON.stringify(part) : `(${part})`))
		.join(' + ');
}

it.each(EXAMPLES)(
	'$page: the expression $expression returns the promised value',
	async (example) => {
		expect(read(example.page)).toContain(example.expression);

		await expect(evaluate(example)).resolves.toEqual(example.result);
	},
);

it('shows a person who approves in a form the rows after a cell with <!--', async () => {
	const shown = EXAMPLES.find(({ expression }) => expression.includes("$('Sync').all()"));

	if (!shown) throw new Error('No page has an expression for the approval');

	const text = await evaluate({ ...shown, input: { ...shown.input, changes: 'Plan: – → <!--' } });

	// n8n's form removes HTML in this way.
	expect(sanitizeHtml(String(text))).toBe(
		'a1: Plan: – → &lt;!--\nAn account with this name exists: a2',
	);
});

/** The expressions that convert the cells of a column. */
const CONVERSIONS = EXAMPLES.filter(({ page }) => page === 'docs/troubleshooting.md');

describe.each(CONVERSIONS)('the conversion $expression', ({ input, ...example }) => {
	const [column] = Object.keys(input);

	it.each([
		{ name: 'without the column', row: {} },
		{ name: 'whose cell is null', row: { [column]: null } },
	])('returns nothing for a row $name', async ({ row }) => {
		const value = await evaluate({ ...example, input: row });

		expect(value ?? 'nothing').toBe('nothing');
	});

	it.each(['', 'TBD'])('keeps the cell "%s", which the node ignores or rejects', async (cell) => {
		await expect(evaluate({ ...example, input: { [column]: cell } })).resolves.toBe(cell);
	});
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { INodePropertyOptions } from 'n8n-workflow';

import { builtPackages } from '../engine/engine.cts';
import { builtNodes, operationsOf, PROJECT_ROOT, type BuiltNode } from './built.cts';

/** The editor loads the descriptions of all nodes before it shows anything. */
const MAX_BYTES = 150_000;

interface OfferedOperation {
	node: BuiltNode;
	resource: string;
	option: INodePropertyOptions;
	title: string;
}

const OFFERED: OfferedOperation[] = builtNodes.flatMap((node) =>
	operationsOf(node.description).map(({ resource, option }) => ({
		node,
		resource,
		option,
		title: `${node.className} ${resource} ${String(option.value)}`,
	})),
);
const ROWS = OFFERED.map((one) => [one.title, one] as const);

it.each(builtNodes.map(({ description }) => [description.name]))(
	"%s has a description under 150 KB as JSON, n8n's Request Options included",
	async (name) => {
		const packages = await builtPackages();
		const { description } = packages.getByNameAndVersion(`n8n-nodes-vitally.${name}`, 1);
		const bytes = Buffer.byteLength(JSON.stringify(description));
		expect(bytes).toBeGreaterThan(1000);
		expect(bytes).toBeLessThan(MAX_BYTES);
	},
);

describe('every operation', () => {
	it.each(ROWS)('%s has a name, a value, an action and a description', (_title, { option }) => {
		expect(option).toMatchObject({
			name: expect.stringMatching(/^[A-Z]/),
			value: expect.stringMatching(/^[a-z]\w+$/),
			action: expect.stringMatching(/^[A-Z]/),
			description: expect.stringMatching(/^[A-Z]/),
		});
	});

	it.each(ROWS)('%s has an output schema', (_title, operation) => {
		const path = schemaPath(operation);
		expect(existsSync(path)).toBe(true);
		const schema: unknown = JSON.parse(readFileSync(path, 'utf8'));
		expect(schema).toMatchObject({ type: 'object', version: 1 });
	});

	it('has the only output schemas there are', () => {
		const folders = new Set(builtNodes.map(schemaFolder).filter((folder) => existsSync(folder)));
		const files = [...folders].flatMap((folder) =>
			readdirSync(folder, { recursive: true, encoding: 'utf8' })
				.filter((file) => file.endsWith('.json'))
				.map((file) => join(folder, file)),
		);
		expect(files.sort()).toEqual(OFFERED.map(schemaPath).sort());
	});

	it('has a row in docs/operations.md', () => {
		const tables = tablesOfOperations();
		const missing = OFFERED.filter(
			(operation) => !tables.get(headingOf(operation))?.includes(operation.option.name),
		);
		expect(missing.map(({ title }) => title)).toEqual([]);
	});
});

function schemaFolder({ source }: BuiltNode): string {
	return join(PROJECT_ROOT, dirname(source), '__schema__', 'v1.0.0');
}

function schemaPath({ node, resource, option }: OfferedOperation): string {
	return join(schemaFolder(node), resource, `${String(option.value)}.json`);
}

/** The display names of node and resource. */
function headingOf({ node, resource }: OfferedOperation): string {
	const { displayName, properties } = node.description;
	const resources = properties[0].options as INodePropertyOptions[];
	const label = resources.find(({ value }) => value === resource)?.name ?? resource;
	return `${displayName} / ${label}`;
}

/** The first cells of the tables of the operations, by the headings above them. */
function tablesOfOperations(): Map<string, string[]> {
	const page = readFileSync(join(PROJECT_ROOT, 'docs', 'operations.md'), 'utf8');
	const [, ...nodes] = page.split(/^## /m);
	return new Map(
		nodes.flatMap((node) => {
			const [displayName, ...resources] = node.split(/\n### /);
			return resources.map((resource) => {
				const [label, ...lines] = resource.split('\n');
				const cells = lines.map((line) => /^\| *([^|]*?) *\|/.exec(line)?.[1] ?? '');
				return [`${displayName.trim()} / ${label}`, cells] as const;
			});
		}),
	);
}

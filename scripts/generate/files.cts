import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { RESOURCES } from '../../nodes/Vitally/resources';
import { Vitally } from '../../nodes/Vitally/Vitally.node.ts';
import { VitallyTrigger } from '../../nodes/Vitally/VitallyTrigger.node.ts';
import { ANALYTICS_RESOURCES } from '../../nodes/VitallyAnalytics/resources';
import { VitallyAnalytics } from '../../nodes/VitallyAnalytics/VitallyAnalytics.node.ts';
import { examplesPage, readExamples } from './examplesPage.cts';
import { bundledMarkdownIt } from './markdownIt.cts';
import { operationsPage, withOperationsTable, type ResourceNode } from './operationsPage.cts';
import { outputSchema, schemaText } from './outputSchema.cts';

export const PROJECT_ROOT = join(__dirname, '..', '..');

/** n8n looks for the output schemas in the folder of the node. */
const NODES: Array<ResourceNode & { folder: string }> = [
	{
		folder: 'nodes/Vitally',
		displayName: new Vitally().description.displayName,
		resources: RESOURCES,
	},
	{
		folder: 'nodes/VitallyAnalytics',
		displayName: new VitallyAnalytics().description.displayName,
		resources: ANALYTICS_RESOURCES,
	},
];

/** n8n's name for the schemas of a node of version 1. */
const SCHEMAS = '__schema__/v1.0.0';

/** Generates all files: the text by the path from the root of the project. */
export function generatedFiles(): Map<string, string> {
	const files = new Map<string, string>();

	for (const { folder, resources } of NODES) {
		for (const resource of resources) {
			for (const definition of resource.operations) {
				const path = `${folder}/${SCHEMAS}/${resource.name}/${definition.value}.json`;

				files.set(path, schemaText(outputSchema(resource, definition)));
			}
		}
	}

	const trigger = new VitallyTrigger().description;

	files.set('docs/operations.md', operationsPage(NODES, trigger));
	files.set('README.md', withOperationsTable(textOf('README.md') ?? '', NODES[0]));
	files.set('examples/README.md', examplesPage(readExamples(PROJECT_ROOT), NODES, trigger));
	files.set('nodes/Vitally/vendor/markdownIt.js', bundledMarkdownIt(PROJECT_ROOT));

	return files;
}

/** Lists the files on disk that differ from the generated ones, are missing, or would not be generated. */
export function staleFiles(generated: Map<string, string>): string[] {
	const paths = new Set([
		...generated.keys(),
		...NODES.flatMap(({ folder }) => schemaFiles(folder)),
	]);

	return [...paths].filter((path) => textOf(path) !== generated.get(path)).sort();
}

function schemaFiles(folder: string): string[] {
	const root = `${folder}/__schema__`;
	if (!existsSync(join(PROJECT_ROOT, root))) return [];

	return readdirSync(join(PROJECT_ROOT, root), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.json'))
		.map((file) => `${root}/${file}`);
}

function textOf(path: string): string | undefined {
	const file = join(PROJECT_ROOT, path);

	return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import type {
	OperationDefinition,
	Resource,
} from '../../nodes/Vitally/operations/definition/operationDefinition';
import { RECORD_TYPES } from '../../nodes/Vitally/resources/recordTypes';
import { assertInContract, isInContract } from './contract.cts';
import { table } from './markdown.cts';

/** A node whose operations are rows of resources. */
export interface ResourceNode {
	displayName: string;
	resources: readonly Resource[];
}

/** Options that docs/options.md explains for all operations. */
const OPTIONS_OF_MANY = ['dryRun', 'emptyValues', 'traitsToClear'];

/** Fields that docs/options.md and docs/traits.md explain for all operations. */
const SHARED = ['output', 'fields', 'traitsMode', 'traitsJson', 'propertiesMode', 'propertiesJson'];

/** The groups of fields that a user adds, in the order of the page. */
const COLLECTIONS = ['additionalFields', 'updateFields', 'filters', 'options'];

/** The operations that most resources have, by their values, in the order of the table. */
const COLUMNS = {
	create: 'Create',
	upsert: 'Create or Update',
	get: 'Get',
	getAll: 'Get Many',
	update: 'Update',
	delete: 'Delete',
};

/** The table is between these comments. */
const BEGIN = '<!-- Written by `npm run generate` -->';
const END = '<!-- End of what is generated -->';

/** Writes docs/operations.md: every operation of the nodes, and the events of the trigger. */
export function operationsPage(nodes: ResourceNode[], trigger: INodeTypeDescription): string {
	const sections = [
		'# Operations',
		'This page lists every operation with its fields, filters and endpoints, and the events of the trigger. It is written by `npm run generate` from the nodes. [Options](options.md) explains the options that most operations have: Dry Run, Empty Values, Traits to Clear and Output.',
		"- **Fields** are required if they are marked so. For fields that identify a record, see [Picking records](picking.md). For traits, see [Traits](traits.md).\n- **Adds** lists the output fields that Vitally doesn't return. `created` is true if the record is new.\n- **Endpoints** are the requests of an operation: one of them, or one after the other. _Create or Update_ finds the record by your External ID.\n- **Look-ups**, under the name of a resource, are requests that the node sends only if it needs them. It finds a record by External ID, email address or name, reads the result of a change, or reads more for the output. Fields that identify records of other kinds are looked up in the same way.",
		...nodes.flatMap(nodeSections),
		`## ${trigger.displayName}`,
		...eventList(trigger),
	];

	return `${sections.join('\n\n')}\n`;
}

/** Puts the table of resources and operations into README.md. */
export function withOperationsTable(readme: string, { resources }: ResourceNode): string {
	const rows = resources.map(({ label, operations }) => [
		label,
		...Object.keys(COLUMNS).map((column) =>
			operations.some(({ value }) => value === column) ? '✓' : '',
		),
		operations
			.filter(({ value }) => !(value in COLUMNS))
			.map(({ name }) => name)
			.join(', '),
	]);
	const [before, rest] = readme.split(BEGIN);
	const [, after] = rest.split(END);
	const columns = ['Resource', ...Object.values(COLUMNS), 'More'];

	return [before + BEGIN, table(columns, rows), END + after].join('\n\n');
}

function nodeSections({ displayName, resources }: ResourceNode): string[] {
	return [`## ${displayName}`, ...resources.flatMap(resourceSection)];
}

function resourceSection(resource: Resource): string[] {
	const { label, operations } = resource;
	const section = [`### ${label}`];
	const reads = readsOf(resource);
	const isInAllOperations = (read: string) =>
		operations.every(({ endpoints }) => endpoints.includes(read));
	if (!reads.every(isInAllOperations)) section.push(`Look-ups: ${reads.map(code).join(', ')}`);

	return [...section, ...operations.flatMap((definition) => operationSection(label, definition))];
}

/** Lists the requests that any operation of a resource may send to find a record, or to show more of it. */
export function readsOf({ name, collection, details }: Resource): string[] {
	const path = RECORD_TYPES.find((type) => type.name === name)?.path;
	// The Analytics API has no lists.
	if (path === undefined || collection === undefined) return [];

	const reads = [`GET ${path}/:id`, `GET ${path}`, `GET ${path}/search`].filter(isInContract);
	if (details) reads.push(details.endpoint);

	return reads;
}

function operationSection(label: string, definition: OperationDefinition): string[] {
	const { name, description, docsNote, endpoints, adds = {}, fields } = definition;

	for (const endpoint of endpoints) assertInContract(endpoint);

	const sentence = `${description.replace(/\.$/, '')}.`;
	const lists = [
		...listed('Fields', fieldLabels(fields)),
		...COLLECTIONS.flatMap((collection) => {
			const title = fields.find((field) => field.name === collection)?.displayName ?? '';

			return listed(title, labelsIn(definition, collection));
		}),
		...listed('Adds', Object.keys(adds).map(code)),
		...listed('Endpoints', endpoints.map(code)),
	];

	return [
		`#### ${label}: ${name}`,
		docsNote === undefined ? sentence : `${sentence} ${docsNote}`,
		lists.join('\n'),
	];
}

function listed(title: string, values: string[]): string[] {
	return values.length > 0 ? [`- **${title}**: ${values.join(', ')}`] : [];
}

/** Lists the labels of the fields at the top, each once. Those that only some choices show are not marked as required. */
function fieldLabels(fields: INodeProperties[]): string[] {
	const labels = fields
		.filter(
			({ type, name }) => type !== 'notice' && type !== 'collection' && !SHARED.includes(name),
		)
		.map(({ displayName, required, displayOptions }) => {
			const isRequired = required === true && displayOptions === undefined;

			return isRequired ? `${displayName} (required)` : displayName;
		});

	return [...new Set(labels)];
}

/** Lists the labels of the fields in a collection, except for those that most operations have. */
function labelsIn({ fields }: OperationDefinition, collection: string): string[] {
	return fields
		.filter(({ name }) => name === collection)
		.flatMap(({ options = [] }) => options as INodeProperties[])
		.filter(({ name }) => !OPTIONS_OF_MANY.includes(name))
		.map(({ displayName, displayOptions }) =>
			displayOptions?.show?.['/scope'] ? `${displayName} (only from all)` : displayName,
		);
}

function eventList({ properties }: INodeTypeDescription): string[] {
	const events = properties.find(({ name }) => name === 'triggerOn')?.options ?? [];
	const rows = (events as INodePropertyOptions[]).map(({ name, description = '' }) => [
		name,
		description,
	]);

	return [table(['Trigger On', 'When'], rows)];
}

function code(text: string): string {
	return `\`${text}\``;
}

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
		'Written by `npm run generate` from what the nodes do. Most operations share [these options](options.md).',
		'_Endpoints_ opens the list of requests. An operation calls one of its endpoints, or one after the other. Besides, it reads what is named above the table only where it has to: to find a record by External ID, email address or name ([Picking records](picking.md)), to learn the result of a change, or for what it shows in addition to the record; and other kinds of records that a field names in the same way. _Create or Update_ finds the record by your External ID. What an operation _adds_ are fields of the output that Vitally does not return; `created` says whether the record is new.',
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
	if (!reads.every(isInAllOperations)) section.push(`Reads ${reads.map(code).join(', ')}.`);

	section.push(table(['Operation', 'What it does'], operations.map(operationCells)));

	return section;
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

function operationCells(definition: OperationDefinition): string[] {
	const { name, description, docsNote, endpoints, adds = {} } = definition;

	for (const endpoint of endpoints) assertInContract(endpoint);

	const what = [
		docsNote === undefined ? description : `${description.replace(/\.$/, '')}. ${docsNote}`,
		...listed('Filters:', labelsIn(definition, 'filters')),
		...listed('Options:', labelsIn(definition, 'options')),
		...listed('Adds', Object.keys(adds).map(code)),
	];
	const calls = endpoints.map(code).join('<br>');
	const folded = `<details><summary>Endpoints</summary>${calls}</details>`;

	return [name, what.join('<br>') + folded];
}

function listed(title: string, values: string[]): string[] {
	return values.length > 0 ? [`${title} ${values.join(', ')}`] : [];
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

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INode, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { table } from './markdown.cts';
import type { ResourceNode } from './operationsPage.cts';

/** A workflow in `examples/`, as n8n exports it. */
export interface Example {
	file: string;
	name: string;
	nodes: INode[];
}

/** The other services of the examples, by the types of n8n's nodes for them, and what people call them. */
const SERVICES: Record<string, string> = {
	agent: 'AI Agent',
	chainLlm: 'AI model',
	dataTable: 'n8n data table',
	emailSend: 'Email',
	form: 'n8n form',
	formTrigger: 'n8n form',
	googleSheets: 'Google Sheets',
	hubspot: 'HubSpot',
	hubspotTrigger: 'HubSpot',
	jira: 'Jira',
	jiraTrigger: 'Jira',
	mcpTrigger: 'MCP clients',
	postgres: 'Postgres',
	readWriteFile: 'files on disk',
	slack: 'Slack',
	slackTrigger: 'Slack',
	stripeTrigger: 'Stripe',
	typeformTrigger: 'Typeform',
	wait: 'n8n form',
	webhook: 'Webhook',
	zendesk: 'Zendesk',
	zendeskTrigger: 'Zendesk',
};

/** Reads all examples, in the order of their files. */
export function readExamples(root: string): Example[] {
	const folder = join(root, 'examples');

	return readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => ({ file, ...JSON.parse(readFileSync(join(folder, file), 'utf8')) }) as Example);
}

/** Writes examples/README.md: what each example does, from its note, and what it uses. */
export function examplesPage(
	examples: Example[],
	nodes: ResourceNode[],
	trigger: INodeTypeDescription,
): string {
	const rows = examples.map((example) => [
		`[${example.name}](${example.file})`,
		introductionOf(example),
		servicesOf(example).join(', '),
		[...eventsOf(example, trigger), ...operationsOf(example, nodes)].join('<br>'),
	]);

	const sections = [
		'# Examples',
		'Workflows to import into a new workflow in n8n (⋯, Import, From file). Each has a note that says how it works and how to set it up. Choose your credentials in the Vitally nodes and in those of other services. What n8n 2 calls _Publish_ is the switch _Active_ in n8n 1. Written by `npm run generate` from the workflows.',
		"![A workflow in n8n's editor: a list of customers is imported into Vitally, and accounts with a low health score are marked for review](../docs/workflow.png)",
		table(['Workflow', 'What it does', 'With', 'Vitally'], rows),
	];

	return `${sections.join('\n\n')}\n`;
}

/** Returns the note of an example, as Markdown. */
export function noteOf({ nodes }: Pick<Example, 'nodes'>): string {
	const note = nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');

	return String(note?.parameters.content ?? '');
}

/** Returns what is between the title of the note and its first section. */
function introductionOf(example: Example): string {
	const [, introduction] = noteOf(example).split('\n\n');

	return introduction.replace(/\*(.+?)\*/g, '_$1_');
}

/** Lists the other services that an example uses, in alphabetical order. */
export function servicesOf({ nodes }: Pick<Example, 'nodes'>): string[] {
	const names = nodes.map(({ type }) => SERVICES[type.split('.')[1]]);

	return [...new Set(names.filter((name) => name !== undefined))].sort();
}

function eventsOf({ nodes }: Example, { displayName, properties }: INodeTypeDescription): string[] {
	const events = properties.find(({ name }) => name === 'triggerOn')?.options as
		| INodePropertyOptions[]
		| undefined;

	return nodes.flatMap(({ type, parameters }) => {
		if (type.endsWith('.vitallyPlaybookTrigger')) return ['Vitally Playbook Trigger'];
		if (!type.endsWith('.vitallyTrigger')) return [];

		const event = events?.find(({ value }) => value === parameters.triggerOn);

		return [`${displayName}: ${event?.name}`];
	});
}

/** Lists the operations of an example, as `Account: get many, update`, in the order of the resources. */
function operationsOf({ nodes }: Example, resourceNodes: ResourceNode[]): string[] {
	return resourceNodes.flatMap(({ displayName, resources }, index) => {
		const types = ['n8n-nodes-vitally.vitally', 'n8n-nodes-vitally.vitallyAnalytics'];
		const mine = nodes.filter(({ type }) => type.replace(/Tool$/, '') === types[index]);

		return resources.flatMap(({ name, label, operations }) => {
			const used = operations.filter(({ value }) =>
				mine.some(
					({ parameters }) => parameters.resource === name && parameters.operation === value,
				),
			);
			if (used.length === 0) return [];

			const title = index === 0 ? label : `${displayName}, ${label.toLowerCase()}`;

			return [`${title}: ${used.map((definition) => definition.name.toLowerCase()).join(', ')}`];
		});
	});
}

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
	salesforceTrigger: 'Salesforce',
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

/** What people want to do, and the examples for it by their files, the one to begin with first. */
const JOBS: Record<string, string[]> = {
	'First steps': ['first-workflow', 'accounts-at-risk'],
	'Sync from a database, a sheet or a file': [
		'postgres-to-accounts',
		'nightly-sync-with-undo',
		'approve-then-apply',
		'csv-to-accounts',
		'paste-csv',
		'retry-failed-rows',
		'google-sheets-to-custom-objects',
		'product-database-to-analytics',
		'usage-trait-for-playbook',
	],
	'React to changes in Vitally': [
		'low-health-score-email',
		'health-score-drop-to-slack',
		'health-below-average',
		'segment-entered-to-slack',
		'nps-detractor-to-slack',
		'survey-answers-to-slack',
		'task-completed-to-slack',
		'custom-object-created-to-slack',
		'archived-notes-email',
		'new-customer-onboarding',
		'welcome-email',
		'playbook-to-zendesk-ticket',
		'csm-handover',
	],
	'Renewals and tasks': [
		'weekly-renewals-digest',
		'renewals-per-csm-email',
		'renewal-without-contact',
		'advance-renewals',
		'inactive-accounts-to-tasks',
		'tasks-due-email',
		'brief-before-meetings',
	],
	'Bring in data from other tools': [
		'hubspot-deal-won',
		'hubspot-contact-to-user',
		'two-way-with-hubspot',
		'salesforce-deal-won',
		'stripe-subscription-canceled',
		'zendesk-to-conversations',
		'import-tickets-from-google-sheets',
		'jira-issues-to-custom-objects',
		'typeform-to-nps',
		'slack-message-to-task',
		'onboarding-project-from-form',
		'product-events',
	],
	'Use AI': [
		'agent-with-tools',
		'mcp-server-read-only',
		'mcp-server',
		'call-summary-to-note',
		'triage-conversations',
	],
	'Export, back up and delete': ['accounts-to-postgres', 'full-backup', 'delete-accounts-from-csv'],
};

/** Writes examples/README.md: the examples by what people want to do, and by operation. */
export function examplesPage(
	examples: Example[],
	nodes: ResourceNode[],
	trigger: INodeTypeDescription,
): string {
	const listed = new Set(Object.values(JOBS).flat());
	const unlisted = examples.filter(({ file }) => !listed.has(file.replace('.json', '')));
	if (unlisted.length > 0) throw new Error(`${unlisted[0].file} is not in JOBS: add it to a job.`);

	const sections = [
		'# Examples',
		'Workflows to import into n8n. Each of them has a note on its canvas, which explains how it works and how to set it up. This page is written by `npm run generate` from the workflows.',
		'1. Download a file. In a new workflow in n8n, choose **⋯ → Import → From file**.\n2. Choose your credentials in the Vitally nodes and in those of other services.\n3. Follow the steps under "Set up" in the note.\n4. Click **Publish**. In n8n 1, switch the workflow to **Active**.',
		"![A workflow in n8n's editor: a list of customers is imported into Vitally, and accounts with a low health score are marked for review](../docs/workflow.png)",
		...Object.entries(JOBS).flatMap(([job, files]) => [
			`## ${job}`,
			jobTable(files.map((file) => exampleOf(examples, file))),
		]),
		'## By operation and event',
		operationList(examples, nodes, trigger),
	];

	return `${sections.join('\n\n')}\n`;
}

function exampleOf(examples: Example[], name: string): Example {
	const example = examples.find(({ file }) => file === `${name}.json`);
	if (!example) throw new Error(`There is no example ${name}.json: remove it from its job.`);

	return example;
}

function jobTable(examples: Example[]): string {
	return table(
		['Workflow', 'Purpose', 'With'],
		examples.map((example) => [
			linkTo(example, example.name),
			purposeOf(example),
			servicesOf(example).join(', '),
		]),
	);
}

/** Lists each operation and event with the examples that use it. */
function operationList(
	examples: Example[],
	nodes: ResourceNode[],
	trigger: INodeTypeDescription,
): string {
	const users = new Map<string, string[]>();

	for (const example of examples) {
		const name = example.file.replace('.json', '');

		for (const used of [...operationsOf(example, nodes), ...eventsOf(example, trigger)]) {
			users.set(used, [...(users.get(used) ?? []), linkTo(example, name)]);
		}
	}

	const lines = [...users].map(([used, links]) => `- ${used}: ${links.join(', ')}`);

	return lines.sort().join('\n');
}

function linkTo({ file }: Example, text: string): string {
	return `[${text}](${file})`;
}

/** Returns the note of an example, as Markdown. */
export function noteOf({ nodes }: Pick<Example, 'nodes'>): string {
	const note = nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');

	return String(note?.parameters.content ?? '');
}

/** Returns the first sentence after the title of the note. */
function purposeOf(example: Example): string {
	const [, introduction] = noteOf(example).split('\n\n');
	const [sentence] = introduction.split(/(?<=\.) (?=[A-Z])/);

	return sentence.replace(/\*(.+?)\*/g, '_$1_');
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

/** Lists the operations of an example, such as `Account: Get Many`, in the order of the resources. */
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
			const title = index === 0 ? label : `${displayName}, ${label}`;

			return used.map((definition) => `${title}: ${definition.name}`);
		});
	});
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { RESOURCES } from '../../nodes/Vitally/resources';
import { PROJECT_ROOT } from '../engine/nodeTypes.cts';
import { moreThan } from '../fixtures/bounds.cts';
import { builtNodes } from './nodeDescriptions.cts';

/** Categories are no aim of a workflow. */
const LABELS = RESOURCES.map(({ label }) => label).filter((label) => !/Category$/.test(label));

/** What people look for, by the node that they need. */
const SEARCHES: Record<string, string[]> = {
	Vitally: [
		...LABELS.flatMap((label) => [label, `${label}s`]),
		'contact',
		'contacts',
		'company',
		'companies',
		'customer',
		'customers',
		'segment',
		'segments',
		'health score',
		'health scores',
		// n8n shows an action and a trigger of one package as one entry, with the words of the action.
		'health dropped',
		'segment entered',
		'churned',
		'trait',
		'traits',
		'renewal',
		'renewals',
		'renewal date',
		'mrr',
		'custom field',
		'custom fields',
		'import csv',
		'bulk update',
		'log a note',
		'log note',
		'teammate',
		'teammates',
		'crm',
		'csm',
		'nps',
		'nps detractor',
		'upsert',
		'upsert account',
		'sync accounts',
		'undo sync',
		'apply changes',
		'approve changes',
		'dry run',
		'update mrr',
		'update customers',
		'csv import',
		'import accounts',
		'find account',
		'get account',
		'search account',
		'account health',
		'churn risk',
		'upcoming renewals',
		'add note',
		'write note',
		'meeting note',
		'transcript',
		'create project',
		'project template',
		'project from template',
		'create custom object',
		'nps score',
		'survey response',
	],
	VitallyTrigger: [
		'churn',
		'churned',
		'health score',
		'health scores',
		'health score dropped',
		'segment',
		'segments',
		'renewal',
		'renewals',
		'mrr',
		'nps',
		'nps detractor',
		'account',
		'accounts',
		'note',
		'notes',
		'task',
		'tasks',
		'meeting',
		'meetings',
		'company',
		'companies',
		'contact',
		'contacts',
		'custom object',
		'custom objects',
		'account health',
		'churn risk',
		'survey response',
	],
	VitallyPlaybookTrigger: ['playbook', 'playbooks', 'webhook', 'webhooks', 'indicator'],
	VitallyAnalytics: [
		'track event',
		'track events',
		'product event',
		'usage',
		'bulk update',
		'users',
		'accounts',
	],
};

const ROWS = builtNodes.flatMap(({ source, className, description }) => {
	const { alias } = JSON.parse(
		readFileSync(join(PROJECT_ROOT, source.replace(/\.ts$/, '.json')), 'utf8'),
	) as { alias: string[] };
	const names = [description.displayName, ...alias];

	return SEARCHES[className].map((search) => ({ className, search, names }));
});

describe("n8n's search of nodes", () => {
	it.each(ROWS)('finds $className by "$search"', ({ search, names }) => {
		const found = names.filter((name) => hasInOrder(name, search));

		expect({ [`names with ${search}`]: found.length }).toEqual({
			[`names with ${search}`]: moreThan(0),
		});
	});
});

/** Whether the letters of a search are in a name in this order, as n8n matches them: a plural has its singular. */
function hasInOrder(name: string, search: string): boolean {
	let place = -1;

	return [...search.toLowerCase()].every((letter) => {
		place = name.toLowerCase().indexOf(letter, place + 1);

		return place >= 0;
	});
}

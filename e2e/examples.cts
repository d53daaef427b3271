import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeCredentialsDetails } from 'n8n-workflow';

import type { Sandbox } from '../sandbox/sandbox.cts';
import type { NewWorkflow, Session } from './session.cts';

const FOLDER = join(__dirname, '..', 'examples');
const PLAYBOOK_TRIGGER = 'n8n-nodes-vitally.vitallyPlaybookTrigger';

/** An example as n8n's command line imports it. */
export interface Example extends NewWorkflow {
	id: string;
}

/** The editor assigns a random one on import; n8n's command line does not. */
export const PLAYBOOK_WEBHOOK = 'vitally-playbook-ping';

/** Reads all example workflows. */
export function examples(): Example[] {
	return readdirSync(FOLDER)
		.filter((file) => file.endsWith('.json'))
		.map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Example)
		.map((example) => ({
			...example,
			nodes: example.nodes.map((node) =>
				node.type === PLAYBOOK_TRIGGER ? { ...node, webhookId: PLAYBOOK_WEBHOOK } : node,
			),
		}));
}

/**
 * Returns the credentials of a sandbox, with the ids that the examples name. n8n chooses the newest for a new
 * node, so the one that can write comes after the read-only one.
 */
export function sandboxCredentials({
	url,
	apiKey,
	analyticsKey,
}: Pick<Sandbox, 'url' | 'apiKey' | 'analyticsKey'>) {
	const host = { dataCenter: 'custom', baseUrl: url };

	return [
		{
			id: 'vitally-sandbox-read-only',
			name: 'Vitally sandbox, read only',
			type: 'vitallyApi',
			data: { ...host, apiKey, readOnly: true },
		},
		{
			id: 'vitally-sandbox',
			name: 'Vitally sandbox',
			type: 'vitallyApi',
			data: { ...host, apiKey },
		},
		{
			id: 'vitally-analytics-sandbox',
			name: 'Vitally Analytics sandbox',
			type: 'vitallyAnalyticsApi',
			data: { ...host, apiKey: analyticsKey },
		},
	];
}

/** Adds credentials of a sandbox to an n8n, and all examples with them. */
export async function addExamples(session: Session, sandbox: Sandbox): Promise<void> {
	const added = new Map<string | null, INodeCredentialsDetails>();

	for (const { id, ...credential } of sandboxCredentials(sandbox)) {
		added.set(id, await session.addCredential(credential));
	}

	for (const { name, nodes, connections, settings } of examples()) {
		await session.addWorkflow({
			name,
			connections,
			settings,
			// Those of other services stay as the example names them.
			nodes: nodes.map(({ credentials = {}, ...node }) => ({
				...node,
				credentials: Object.fromEntries(
					Object.entries(credentials).map(([type, named]) => [type, added.get(named.id) ?? named]),
				),
			})),
		});
	}
}

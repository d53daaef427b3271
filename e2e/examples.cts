import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { NewWorkflow } from './session.cts';

const FOLDER = join(__dirname, '..', 'examples');
const PLAYBOOK_TRIGGER = 'n8n-nodes-vitally.vitallyPlaybookTrigger';

/** An example as n8n's import requires it: with an id, its Vitally nodes with our credential. */
export interface Example extends NewWorkflow {
	id: string;
}

/** The editor assigns a random one on import; n8n's command line does not. */
export const PLAYBOOK_WEBHOOK = 'vitally-playbook-ping';

/** All example workflows; their credentials have the ids of `sandboxCredentials`. */
export function examples(): Example[] {
	return readdirSync(FOLDER)
		.filter((file) => file.endsWith('.json'))
		.map((file) => ({
			id: file.replace('.json', ''),
			active: false,
			...(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as NewWorkflow),
		}))
		.map((example) => ({
			...example,
			nodes: example.nodes.map((node) =>
				node.type === PLAYBOOK_TRIGGER ? { ...node, webhookId: PLAYBOOK_WEBHOOK } : node,
			),
		}));
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { NewWorkflow } from './session.cts';

const FOLDER = join(__dirname, '..', 'examples');

/** An example as n8n's import requires it: with an id, its Vitally nodes with our credential. */
export interface Example extends NewWorkflow {
	id: string;
}

/** All example workflows; their credentials have the ids of `sandboxCredentials`. */
export function examples(): Example[] {
	return readdirSync(FOLDER)
		.filter((file) => file.endsWith('.json'))
		.map((file) => ({
			id: file.replace('.json', ''),
			active: false,
			...(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as NewWorkflow),
		}));
}

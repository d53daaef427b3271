import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { RecordType } from '../../nodes/Vitally/operations/recordType';
import type { OperationRow, Resource } from '../../nodes/Vitally/operations/resource';
import { PROJECT_ROOT } from './nodeTypes.cts';

/** As it is built, since the engine loads that too. */
const built = <T,>(path: string): T =>
	createRequire(__filename)(join(PROJECT_ROOT, 'dist', 'nodes', path)) as T;

const { RECORD_TYPES } = built<{ RECORD_TYPES: RecordType[] }>('Vitally/resources/recordTypes.js');

/** The resources by the name of their node. */
export const resourcesOf: Record<string, Resource[]> = {
	vitally: built<{ RESOURCES: Resource[] }>('Vitally/resources/index.js').RESOURCES,
	vitallyAnalytics: built<{ RESOURCES: Resource[] }>('VitallyAnalytics/resources.js').RESOURCES,
};

/** Where an External ID is looked up in the path of one record. */
const lookUps = RECORD_TYPES.filter(({ hasExternalId }) => hasExternalId).map(
	({ path }) => `GET ${path}/:id`,
);

/** Those of the requests to which no row of docs/operations.md would lead. */
export function undeclared(
	{ endpoints, reads = [] }: OperationRow,
	requests: Array<{ method: string; path: string }>,
): string[] {
	const declared = [...endpoints, ...reads, ...lookUps].map(
		(endpoint) => new RegExp(`^${endpoint.replace(/:\w+/g, '[^/]+')}$`),
	);
	return requests
		.map(({ method, path }) => `${method} ${path}`)
		.filter((request) => !declared.some((pattern) => pattern.test(request)));
}

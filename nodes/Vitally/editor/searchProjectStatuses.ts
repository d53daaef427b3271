import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { openClient, type ServiceRequest } from '../transport/client';
import { pages } from '../transport/pages';
import { send } from '../transport/send';
import { isPlainObject } from '../values/json';

/** No endpoint for statuses is known (docs/internal/beyond.md, 7 and 19), so these projects are read for them. */
const MAX_PROJECTS = 500;

/** Names of projects in the label of a status without a name. */
const MAX_EXAMPLES = 2;

interface SeenStatus {
	name?: string;
	examples: string[];
}

/**
 * The editor's search over the statuses of the newest projects. Where a project has no name of its status,
 * the label lists names of projects.
 */
export async function searchProjectStatuses(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const client = await openClient(this, 'vitallyApi');
	const sendOne = async (request: ServiceRequest) => await send(client, request);
	const statuses = new Map<string, SeenStatus>();
	let read = 0;
	const list = { path: '/resources/projects', query: { sortBy: 'createdAt' } };
	for await (const page of pages(sendOne, list)) {
		for (const { projectStatusId, projectStatus, name } of page) {
			if (typeof projectStatusId !== 'string') continue;
			const status = statuses.get(projectStatusId) ?? { examples: [] };
			if (isPlainObject(projectStatus) && typeof projectStatus.name === 'string') {
				status.name = projectStatus.name;
			}
			if (status.examples.length < MAX_EXAMPLES) status.examples.push(String(name));
			statuses.set(projectStatusId, status);
		}
		read += page.length;
		if (read >= MAX_PROJECTS) break;
	}
	const wanted = filter.trim().toLowerCase();
	const results = [...statuses]
		.map(([value, { name, examples }]) => ({
			value,
			name: name ?? `Status of ${examples.join(', ')}`,
		}))
		.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
	return { results };
}

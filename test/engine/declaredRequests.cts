import type {
	OperationDefinition,
	Resource,
} from '../../nodes/Vitally/operations/definition/operationDefinition';
import { RESOURCES } from '../../nodes/Vitally/resources';
import { RECORD_TYPES } from '../../nodes/Vitally/resources/recordTypes';
import { ANALYTICS_RESOURCES } from '../../nodes/VitallyAnalytics/resources';
import { readsOf } from '../../scripts/generate/operationsPage.cts';

/** The resources by the name of their node. */
export const resourcesOf: Record<string, readonly Resource[]> = {
	vitally: RESOURCES,
	vitallyAnalytics: ANALYTICS_RESOURCES,
};

/** The endpoints by which the External ID or the email address of another record is looked up. */
function lookUpsOf(resource: string): string[] {
	const others = RECORD_TYPES.filter(({ name }) => name !== resource);
	const byExternalId = others
		.filter(({ externalIds }) => externalIds)
		.flatMap(({ path }) => [`GET ${path}/:id`, `GET ${path}`]);
	const byEmail = others.filter(({ hasEmail }) => hasEmail).map(({ path }) => `GET ${path}/search`);

	return [...byExternalId, ...byEmail];
}

/** The lists in which a record is looked for by its name. */
const NAME_LISTS = RECORD_TYPES.filter(({ nameFields }) => nameFields).map(
	({ path }) => `GET ${path}`,
);

/** The list in which a trait of the type Automatic is looked up. */
const DEFINITIONS_OF_TRAITS = 'GET /resources/customFields';

/**
 * Returns the requests to which nothing in docs/operations.md would lead.
 *
 * @param looksForNames whether a record was picked by its name
 */
export function undeclared(
	resource: Resource,
	{ endpoints, docsNote = '', fields }: OperationDefinition,
	requests: Array<{ method: string; path: string }>,
	{ looksForNames }: { looksForNames: boolean },
): string[] {
	const names = looksForNames ? NAME_LISTS : [];
	const types = fields.some(({ name }) => name === 'traits') ? [DEFINITIONS_OF_TRAITS] : [];
	const inNote = [...docsNote.matchAll(/`(GET [^`]+)`/g)].map(([, endpoint]) => endpoint);
	const declared = [
		...endpoints,
		...inNote,
		...readsOf(resource),
		...lookUpsOf(resource.name),
		...names,
		...types,
	].map((endpoint) => new RegExp(`^${endpoint.replace(/:\w+/g, '[^/]+')}$`));

	return requests
		.map(({ method, path }) => `${method} ${path}`)
		.filter((request) => !declared.some((pattern) => pattern.test(request)));
}

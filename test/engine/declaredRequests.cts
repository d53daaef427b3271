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

/** Where the External ID or the email address of another record is looked up. */
const lookUpsOf = (resource: string) =>
	RECORD_TYPES.filter(({ name }) => name !== resource).flatMap(
		({ path, externalIds, hasEmail }) => [
			...(externalIds ? [`GET ${path}/:id`, `GET ${path}`] : []),
			...(hasEmail ? [`GET ${path}/search`] : []),
		],
	);

/** Where a record is looked for by its name. */
const NAME_LISTS = RECORD_TYPES.filter(({ nameFields }) => nameFields).map(
	({ path }) => `GET ${path}`,
);

/** What a trait of the type Automatic is looked up in. */
const DEFINITIONS_OF_TRAITS = 'GET /resources/customFields';

/**
 * Those of the requests to which nothing in docs/operations.md would lead.
 *
 * @param looksForNames whether a name was given
 */
export function undeclared(
	resource: Resource,
	{ endpoints, docsNote = '', fields }: OperationDefinition,
	requests: Array<{ method: string; path: string }>,
	looksForNames: boolean,
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

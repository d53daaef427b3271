import { article, type Locator } from '../fields/locators';
import { VitallyError } from '../errors/vitallyError';
import { formatValue } from '../errors/formatValue';
import type { RecordType } from './recordType';

/** Where the pages are that are known, by the kind of record; those of others are on no public page. */
export const APP_PATHS = { account: '/accounts', organization: '/organizations' } as const;

/** docs/public-facts.md, 4: the service's ids are UUIDs. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An address with its protocol, or as people copy it without. */
const LINK = /^(?:https?:\/\/|[\w-]+\.vitally(?:-eu)?\.io\/)/i;

/** Whether a value has the form of an ID that Vitally assigned. */
export function isServiceId(value: unknown): boolean {
	return typeof value === 'string' && UUID.test(value.trim());
}

/**
 * A locator that names no record by a link: of a link remains the ID that it holds.
 *
 * @param field label of the field in the editor
 * @param appUrl of the workspace, if that is known
 * @throws VitallyError for a link to something else or to another workspace, and under `url` for no link
 */
export function withoutLink(
	{ mode, value }: Locator,
	type: RecordType,
	field: string,
	appUrl?: string,
): Locator {
	if (mode !== 'url')
		return { mode, value: mode === 'id' ? linked(value, type, field, appUrl) : value };
	if (value === null || value === undefined || value === '' || isServiceId(value)) {
		return { mode: 'id', value };
	}
	const id = linked(value, type, field, appUrl);
	if (id !== value) return { mode: 'id', value: id };
	throw new VitallyError(`The value ${formatValue(value)} of '${field}' is no link`, howTo(type), {
		field,
	});
}

/**
 * The ID in a link to a record, and any other value as it is. Errors as `withoutLink`.
 */
export function linked(value: unknown, type: RecordType, field: string, appUrl?: string): unknown {
	const text = typeof value === 'string' ? value.trim() : '';
	if (!LINK.test(text)) return value;
	const refuse = (what: string) =>
		new VitallyError(`The link of '${field}' ${what}`, howTo(type), { field });
	const address = /^https?:/i.test(text) ? text : `https://${text}`;
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (!url) throw refuse('is broken');
	if (appUrl !== undefined && url.host !== new URL(appUrl).host) {
		throw refuse(
			`leads to ${url.host}, and the workspace of the credential is ${new URL(appUrl).host}`,
		);
	}
	const segments = url.pathname.split('/').filter((segment) => segment !== '');
	const id = idBehindPage(segments, type) ?? lastId(segments, type);
	if (id !== undefined) return id;
	const other = Object.entries(APP_PATHS).find(
		([kind, path]) => kind !== type.name && segments.includes(path.slice(1)),
	);
	throw refuse(
		other ? `leads to an ${other[0]}` : `has no ID of ${article(type.noun)} ${type.noun}`,
	);
}

function idBehindPage(segments: string[], { appPath }: RecordType): string | undefined {
	const index = appPath === undefined ? -1 : segments.lastIndexOf(appPath.slice(1));
	return index === -1 || index + 1 === segments.length ? undefined : decoded(segments[index + 1]);
}

/** The ID at the end of a link whose path is not known, unless it is that of a known other kind. */
function lastId(segments: string[], { appPath }: RecordType): string | undefined {
	const id = segments.filter((segment) => UUID.test(segment)).at(-1);
	if (id === undefined || appPath !== undefined) return undefined;
	const page = segments[segments.lastIndexOf(id) - 1];
	return Object.values(APP_PATHS).some((path) => path === `/${page}`) ? undefined : id;
}

/** What is broken stays, and is no ID. */
function decoded(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}

function howTo(type: RecordType): string {
	const other = type.hasExternalId ? ", or choose 'By External ID' if it is an External ID" : '';
	return `Open the ${type.noun} in Vitally and copy the address from there${other}.`;
}

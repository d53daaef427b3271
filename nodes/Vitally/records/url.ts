import { formatValue } from '../errors/formatValue';
import { VitallyError } from '../errors/vitallyError';
import { article, type Locator } from '../fields/locators';
import { isVitallyId, UUID } from '../values/vitallyId';
import type { RecordType } from './recordType';

/** Paths of the pages in Vitally, by the kind of record; those of other kinds are not published. */
export const APP_PATHS = { account: '/accounts', organization: '/organizations' } as const;

/** An address with its protocol, or without. */
const LINK = /^(?:https?:\/\/|[\w-]+\.vitally(?:-eu)?\.io\/)/i;

/**
 * Replaces a link in a locator by the ID that it contains.
 *
 * @param field label of the field in the editor
 * @param appUrl of the workspace, if that is known
 * @throws VitallyError for a link to something else or to another workspace, and in the mode `url` for no
 * link
 */
export function resolveUrl(
	{ mode, value }: Locator,
	type: RecordType,
	field: string,
	appUrl?: string,
): Locator {
	if (mode !== 'url')
		return { mode, value: mode === 'id' ? idFromUrl(value, type, field, appUrl) : value };
	if (value === null || value === undefined || value === '' || isVitallyId(value)) {
		return { mode: 'id', value };
	}
	const id = idFromUrl(value, type, field, appUrl);
	if (id !== value) return { mode: 'id', value: id };
	throw new VitallyError(`The value ${formatValue(value)} of '${field}' is no link`, howTo(type), {
		field,
	});
}

/**
 * The ID in a link to a record; any other value is returned unchanged. Errors as `resolveUrl`.
 */
export function idFromUrl(
	value: unknown,
	type: RecordType,
	field: string,
	appUrl?: string,
): unknown {
	const text = typeof value === 'string' ? value.trim() : '';
	if (!LINK.test(text)) return value;
	const linkError = (what: string) =>
		new VitallyError(`The link of '${field}' ${what}`, howTo(type), { field });
	const address = /^https?:/i.test(text) ? text : `https://${text}`;
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (!url) throw linkError('is broken');
	if (appUrl !== undefined && url.host !== new URL(appUrl).host) {
		throw linkError(
			`leads to ${url.host}, and the workspace of the credential is ${new URL(appUrl).host}`,
		);
	}
	const segments = url.pathname.split('/').filter((segment) => segment !== '');
	const id = idAfterPage(segments, type) ?? lastId(segments, type);
	if (id !== undefined) return id;
	const other = Object.entries(APP_PATHS).find(
		([kind, path]) => kind !== type.name && segments.includes(path.slice(1)),
	);
	throw linkError(
		other ? `leads to an ${other[0]}` : `has no ID of ${article(type.noun)} ${type.noun}`,
	);
}

function idAfterPage(segments: string[], { appPath }: RecordType): string | undefined {
	const index = appPath === undefined ? -1 : segments.lastIndexOf(appPath.slice(1));
	return index === -1 || index + 1 === segments.length ? undefined : decoded(segments[index + 1]);
}

/** The last ID in a link of a type whose path is not known, unless the path is that of another type. */
function lastId(segments: string[], { appPath }: RecordType): string | undefined {
	const id = segments.filter((segment) => UUID.test(segment)).at(-1);
	if (id === undefined || appPath !== undefined) return undefined;
	const page = segments[segments.lastIndexOf(id) - 1];
	return Object.values(APP_PATHS).some((path) => path === `/${page}`) ? undefined : id;
}

/** Text that cannot be decoded is returned unchanged. */
function decoded(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}

function howTo(type: RecordType): string {
	const other = type.externalIdLookup ? ", or choose 'By External ID' if it is an External ID" : '';
	return `Open the ${type.noun} in Vitally and copy the address from there${other}.`;
}

import { VitallyError } from '../errors/vitallyError';
import { article } from '../fields/locators';
import { UUID, type RecordType } from './recordType';

/** Paths of the pages in Vitally, by the kind of record; those of other kinds are not published. */
export const APP_PATHS = {
	account: '/accounts',
	conversation: '/conversations/active',
	organization: '/organizations',
} as const;
const PAGES: readonly string[] = Object.values(APP_PATHS);

/** The hosts of both data centers (docs/internal/public-facts.md, 1). */
const VITALLY_HOST = /(?:^|\.)vitally(?:-eu)?\.io$/;

/**
 * The ID in a link to a record.
 *
 * @param field label of the field in the editor
 * @param appHost host of the workspace or domain of its data center, where that is known
 * @returns `undefined` for anything but an address in Vitally
 * @throws VitallyError for a link to something else, or to another workspace
 */
export function idInLink(
	value: unknown,
	type: RecordType,
	field: string,
	appHost?: string,
): string | undefined {
	const url = parseLink(value);
	if (!url) return undefined;
	const linkError = (what: string) =>
		new VitallyError(`The link of '${field}' ${what}`, howToCopy(type), { field });
	if (appHost !== undefined && url.host !== appHost && !url.host.endsWith(`.${appHost}`)) {
		throw linkError(`leads to ${url.host}, and the workspace of the credential is at ${appHost}`);
	}
	const segments = url.pathname.split('/');
	const id = idIn(segments, type);
	if (id !== undefined) return id;
	const other = Object.entries(APP_PATHS).find(
		([kind, path]) => kind !== type.name && segments.includes(path.split('/')[1]),
	);
	throw linkError(
		other
			? `leads to ${article(other[0])} ${other[0]}`
			: `has no ID of ${article(type.noun)} ${type.noun}`,
	);
}

/** How a user gets a link to a record. */
export function howToCopy({ noun, externalIds }: RecordType): string {
	const other = externalIds ? ", or choose 'By External ID' if it is an External ID" : '';
	return `Open the ${noun} in Vitally and copy the address from there${other}.`;
}

/** An address in Vitally, with its protocol or without; other addresses may be external IDs. */
function parseLink(value: unknown): URL | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
	if (!text.includes('/') || !URL.canParse(address)) return undefined;
	const url = new URL(address);
	return VITALLY_HOST.test(url.host) ? url : undefined;
}

/** The Vitally ID behind the page of a type, or the last one that is behind no page of another type. */
function idIn(segments: string[], { appPath }: RecordType): string | undefined {
	const isExpected = (index: number) =>
		appPath === undefined
			? !PAGES.some((page) => isBehind(page, segments, index))
			: isBehind(appPath, segments, index);
	return segments.filter((segment, index) => UUID.test(segment) && isExpected(index)).at(-1);
}

/** A page may have a view in its path, such as that of active conversations, and be without it. */
function isBehind(page: string, segments: string[], index: number): boolean {
	const [, folder, ...view] = page.split('/');
	return segments.slice(index - 1 - view.length, index).includes(folder);
}

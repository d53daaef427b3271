import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { ItemContext } from '../execution/operation';
import { article } from '../fields/locators';
import { UUID, type RecordType } from './recordType';

/** What a link may lead to: nouns by the word in front of an ID, see `kindKey`. */
const kinds = new Map<string, string>();

/** Tells links to records of a type from those to others. */
export function registerLinkedKind({ path, noun }: RecordType): void {
	kinds.set(lastWord(path), noun);
}

/** The hosts of both data centers (docs/internal/public-facts.md, 1). */
const VITALLY_HOST = /(?:^|\.)vitally(?:-eu)?\.io$/;

/**
 * The ID in a link to a record: the last one behind the word of its kind, or else behind no word that is known.
 *
 * @param appHost host of the workspace or domain of its data center, where that is known
 * @returns `undefined` for anything but an address in Vitally
 * @throws VitallyError for a link to something else, or to another workspace
 */
export function parseRecordLink(
	value: unknown,
	type: RecordType,
	field: string,
	appHost?: string,
): string | undefined {
	const url = parseLink(value);
	if (!url) return undefined;

	const linkError = (what: string) =>
		new VitallyError(`The link of '${field}' ${what}`, linkAdvice(type), { field });

	if (appHost !== undefined && url.host !== appHost && !url.host.endsWith(`.${appHost}`)) {
		throw linkError(`leads to ${url.host}, and the workspace of the credential is at ${appHost}`);
	}

	const own = kinds.get(lastWord(type.path));
	/** The IDs in the link, the last one first, each with the kind that it is behind. */
	const ids: Array<{ id: string; kind?: string; isOnPage: boolean }> = [];
	let kind: string | undefined;
	const segments = url.pathname.split('/');

	for (const [index, id] of segments.entries()) {
		if (!UUID.test(id)) {
			kind = kinds.get(kindKey(id)) ?? kind;
			continue;
		}

		const isOnPage = type.appPath === undefined || isBehind(type.appPath, segments, index);

		ids.unshift({ id, kind, isOnPage });
		kind = undefined;
	}

	const onPage = ids.filter(({ isOnPage }) => isOnPage);
	const found = onPage.find((one) => one.kind === own) ?? onPage.find((one) => !one.kind);
	if (found) return found.id;

	const other = ids[0]?.kind ?? kind;

	throw linkError(
		other === undefined || other === own
			? `has no ID of ${article(type.noun)} ${type.noun}`
			: `leads to ${article(other)} ${other}`,
	);
}

/** The link to a record in Vitally, where the address is known (docs/internal/public-facts.md, 1). */
export function appLink(
	{ appUrl }: Pick<ItemContext, 'appUrl'>,
	{ appPath }: Pick<RecordType, 'appPath'>,
	{ id }: IDataObject,
): IDataObject & { url?: string } {
	if (appUrl === undefined || appPath === undefined || typeof id !== 'string') return {};

	return { url: `${appUrl}${appPath}/${encodeURIComponent(id)}` };
}

export function linkAdvice({ noun, externalIds }: RecordType): string {
	const other = externalIds ? ", or choose 'By External ID' if it is an External ID" : '';

	return `Open the ${noun} in Vitally and copy the address from there${other}.`;
}

/** The time in which a host of other characters than ASCII is read grows with the square of its length. */
const MAX_LINK_LENGTH = 2000;

/** An address in Vitally, with its protocol or without; other addresses may be external IDs. */
function parseLink(value: unknown): URL | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
	const isShort = text.length <= MAX_LINK_LENGTH;
	if (!isShort || !text.includes('/') || !URL.canParse(address)) return undefined;

	const url = new URL(address);

	return VITALLY_HOST.test(url.host) ? url : undefined;
}

const lastWord = (path: string) => kindKey(path.slice(path.lastIndexOf('/')));

/** `npsResponses` and `nps-responses` are one word. */
function kindKey(text: string): string {
	return text.toLowerCase().replace(/[^a-z]|s$/g, '');
}

/** A page may have a view in its path, such as that of active conversations, and be without it. */
function isBehind(page: string, segments: string[], index: number): boolean {
	const [, folder, ...view] = page.split('/');

	return segments.slice(index - 1 - view.length, index).includes(folder);
}

import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { ItemContext } from '../execution/operation';
import { article } from '../fields/locators';
import { UUID, type RecordType } from './recordType';

/** The hosts of both data centers (docs/internal/public-facts.md, 1). */
const VITALLY_HOST = /(?:^|\.)vitally(?:-eu)?\.io$/;

/** The time in which a host of other characters than ASCII is read grows with the square of its length. */
const MAX_LINK_LENGTH = 2000;

/** What a link may lead to: the nouns of record types by the word in front of an ID, see `wordKey`. */
const nouns = new Map<string, string>();

/** An ID in a link. */
interface LinkedId {
	id: string;
	/** The noun of the record type whose word is in front of the ID. */
	noun?: string;
	/** Whether the ID is where the pages of the wanted type have it. */
	isOnPage: boolean;
}

/** Tells links to records of a type from links to other records. */
export function registerLinkedKind({ path, noun }: RecordType): void {
	nouns.set(lastWordKey(path), noun);
}

/**
 * Returns the ID in a link to a record: the last ID behind the word of its type, or else behind no word that is known.
 *
 * @param appHost is the host of the workspace or the domain of its data center, where that is known
 * @returns `undefined` for anything but an address in Vitally
 * @throws VitallyError for a link to something else, or to another workspace
 */
export function parseRecordLink(
	value: unknown,
	type: RecordType,
	field: string,
	appHost?: string,
): string | undefined {
	const url = parseVitallyUrl(value);
	if (!url) return undefined;

	const linkError = (what: string) =>
		new VitallyError(`The link of '${field}' ${what}`, linkAdvice(type), { field });

	if (appHost !== undefined && url.host !== appHost && !url.host.endsWith(`.${appHost}`)) {
		throw linkError(`leads to ${url.host}, and the workspace of the credential is at ${appHost}`);
	}

	const ownNoun = nouns.get(lastWordKey(type.path));
	const { ids, lastNoun } = readPath(url.pathname, type);
	const onPage = ids.filter(({ isOnPage }) => isOnPage);
	const found = onPage.find(({ noun }) => noun === ownNoun) ?? onPage.find(({ noun }) => !noun);
	if (found) return found.id;

	const otherNoun = ids[0]?.noun ?? lastNoun;

	throw linkError(
		otherNoun === undefined || otherNoun === ownNoun
			? `has no ID of ${article(type.noun)} ${type.noun}`
			: `leads to ${article(otherNoun)} ${otherNoun}`,
	);
}

/** Returns the link to a record in Vitally, where the address is known (docs/internal/public-facts.md, 1). */
export function appLink(
	{ appUrl }: Pick<ItemContext, 'appUrl'>,
	{ appPath }: Pick<RecordType, 'appPath'>,
	{ id }: IDataObject,
): IDataObject & { url?: string } {
	if (appUrl === undefined || appPath === undefined || typeof id !== 'string') return {};

	return { url: `${appUrl}${appPath}/${encodeURIComponent(id)}` };
}

/** Says how a user gets the link to a record. */
export function linkAdvice({ noun, externalIds }: RecordType): string {
	const other = externalIds ? ", or choose 'By External ID' if it is an External ID" : '';

	return `Open the ${noun} in Vitally and copy the address from there${other}.`;
}

/** Reads an address in Vitally, with its protocol or without; other addresses may be external IDs. */
function parseVitallyUrl(value: unknown): URL | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text.length > MAX_LINK_LENGTH || !text.includes('/')) return undefined;

	const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
	if (!URL.canParse(address)) return undefined;

	const url = new URL(address);

	return VITALLY_HOST.test(url.host) ? url : undefined;
}

/**
 * Reads the IDs in the path of a link, the last one first.
 *
 * @returns with them the noun of a word behind which there is no ID
 */
function readPath(path: string, type: RecordType): { ids: LinkedId[]; lastNoun?: string } {
	const segments = path.split('/');
	const ids: LinkedId[] = [];
	let noun: string | undefined;

	for (const [index, segment] of segments.entries()) {
		if (!UUID.test(segment)) {
			noun = nouns.get(wordKey(segment)) ?? noun;
			continue;
		}

		const isOnPage = type.appPath === undefined || isBehind(type.appPath, segments, index);

		ids.unshift({ id: segment, noun, isOnPage });
		noun = undefined;
	}

	return { ids, lastNoun: noun };
}

function lastWordKey(path: string): string {
	return wordKey(path.slice(path.lastIndexOf('/')));
}

/** Returns one key for the forms of a word, such as `npsResponses` and `nps-responses`. */
function wordKey(text: string): string {
	return text.toLowerCase().replace(/[^a-z]|s$/g, '');
}

/** Whether an ID is behind the path of a page. The view in this path, such as active conversations, may be missing. */
function isBehind(page: string, segments: string[], index: number): boolean {
	const [, folder, ...view] = page.split('/');

	return segments.slice(index - 1 - view.length, index).includes(folder);
}

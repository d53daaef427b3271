import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { assertNotNullLikeId, isEmpty } from '../values/emptyValues';
import { singleEntry } from '../values/singleEntry';
import { readIdText, readText } from '../values/text';
import type { ItemParameters } from './itemParameters';
import type { ParameterRef } from './readers';

/** The ways to pick a record; `column` is the mode of a value without one, such as that of a mapped column. */
const MODES = ['list', 'email', 'id', 'externalId', 'name', 'url', 'column'] as const;

export interface Locator {
	mode: (typeof MODES)[number];
	/** The ID, name, address or link, not validated yet; see `pathSegment`. */
	value: unknown;
}

/** Facts that decide on the modes that not all record types have. */
export interface LocatorModes {
	hasEmail?: boolean;
	/** The fields that contain a name of a record; none where records have no names. */
	nameFields?: readonly string[];
	/** Whether a record has a page in Vitally, so that its link can be entered. */
	hasPage?: boolean;
}

/** Allows all modes, for callers that read only the value. */
export const ALL_MODES: LocatorModes = { hasEmail: true, nameFields: [], hasPage: true };

interface LocatorField extends LocatorModes {
	name: string;
	displayName: string;
	/** The noun for a record, such as `account`. */
	record: string;
	/** The method of the list mode, see `methods/listSearch`; without one there is no list. */
	search?: string;
	externalIds?: { example?: string };
	description?: string;
}

/** A search reads up to twenty pages of a list. */
const SLOW_LIST = { message: 'By External ID is faster', timeout: 5000 };

/** A field that picks one record: from a searchable list, by an ID, an email address, a name or a link. */
export function locatorField(field: LocatorField): INodeProperties {
	const { displayName, name, search, description } = field;

	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: search === undefined ? 'id' : 'list', value: '' },
		description,
		modes: modesOf(field),
	};
}

/** The modes of a field, in the order in which the editor lists them. */
function modesOf(field: LocatorField): INodePropertyMode[] {
	const modes: INodePropertyMode[] = [];

	if (field.search !== undefined) modes.push(listMode(field));

	modes.push(textMode('By Email', 'email', 'e.g. name@email.com'));
	modes.push(textMode('By ID', 'id', 'e.g. 4ad5c6f0-2a1b-…'));

	if (field.externalIds) {
		const example = field.externalIds.example ?? 'customer-42';

		modes.push(textMode('By External ID', 'externalId', `e.g. ${example}`));
	}

	modes.push(textMode('By Name', 'name'));
	modes.push(textMode('By URL', 'url'));

	return modes.filter((mode) => isOffered(mode.name, field));
}

function listMode({ record, search, externalIds }: LocatorField): INodePropertyMode {
	return {
		...modeOf('list', 'From List', 'list', `Select ${article(record)} ${record}...`),
		typeOptions: {
			searchListMethod: search,
			searchable: true,
			slowLoadNotice: externalIds && SLOW_LIST,
		},
	};
}

function textMode(displayName: string, name: string, placeholder?: string): INodePropertyMode {
	return modeOf('string', displayName, name, placeholder);
}

function modeOf(
	type: INodePropertyMode['type'],
	displayName: string,
	name: string,
	placeholder?: string,
): INodePropertyMode {
	return { displayName, name, type, placeholder };
}

function isOffered(mode: string, { hasEmail, nameFields, hasPage }: LocatorModes): boolean {
	if (mode === 'email') return hasEmail === true;
	if (mode === 'name') return nameFields !== undefined;

	return mode !== 'url' || hasPage === true;
}

/** The indefinite article of a noun, as it is spoken: it is 'a user', but 'an NPS response'. */
export function article(noun: string): string {
	return /^(?:[aeio]|NPS\b)/.test(noun) ? 'an' : 'a';
}

/**
 * Reads a field that picks one record.
 *
 * @param modes that the field offers
 * @throws VitallyError when the parameter is neither a locator nor the text of an ID
 */
export function readLocator(
	item: ItemParameters,
	{ parameter, label }: ParameterRef,
	modes: LocatorModes = {},
): Locator {
	return parseLocator(item.param(parameter, ''), label, modes);
}

/**
 * Parses what was entered in a field that picks one record. Errors as `readLocator`.
 *
 * @param stored the locator of the editor, or the text of an ID that an expression returned
 * @param label of the field
 */
export function parseLocator(stored: unknown, label: string, modes: LocatorModes = {}): Locator {
	if (typeof stored !== 'object' || stored === null) {
		return { mode: 'id', value: trimText(stored) };
	}

	const { mode, value } = stored as { mode?: string; value?: unknown };
	const known = MODES.find((candidate) => candidate === mode);

	if (known && isOffered(known, modes)) {
		return { mode: known, value: known === 'externalId' ? singleEntry(value) : trimText(value) };
	}

	throw new VitallyError(
		`The field '${label}' does not specify a record`,
		'Choose a record from the list, or enter its ID.',
		{ field: label },
	);
}

/** External IDs may have blanks around them, Vitally IDs never. */
function trimText(value: unknown): unknown {
	const entry = singleEntry(value);

	return typeof entry === 'string' ? entry.trim() : entry;
}

/**
 * The text of an ID that must not be empty.
 *
 * @throws VitallyError when the value is blank, null-like or no text; see `readText`
 */
export function readRequiredId(value: unknown, label: string): string {
	if (!isEmpty(value)) return readIdText(value, label);

	throw new VitallyError(
		`The field '${label}' is empty`,
		`Choose a record for '${label}', or check that the expression returns an ID.`,
		{ field: label },
	);
}

/**
 * The text by which a locator finds its record: an ID, or a name, which may have any characters.
 *
 * @throws VitallyError as `readRequiredId`, and for a word for nothing in place of a name
 */
export function readFoundBy({ mode, value }: Locator, label: string): string {
	if (mode !== 'name' || isEmpty(value)) return readRequiredId(value, label);

	const name = readText(value, label);

	assertNotNullLikeId(name, label);

	return name;
}

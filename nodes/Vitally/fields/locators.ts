import type { INodeProperties } from 'n8n-workflow';

import { assertNotNullLike } from '../errors/nullLike';
import { VitallyError } from '../errors/vitallyError';
import type { ItemParameters } from './itemParameters';
import { textOf } from './text';

/** What a resource locator of this node gives for an item. */
export interface Locator {
	/** How the record is named: by the service's id (`list`, `id`, and `url`, which holds it) or in words. */
	mode: (typeof LOCATOR_MODES)[number];
	/** As the user gave it; `pathSegment` checks it. */
	value: unknown;
}

const LOCATOR_MODES = ['list', 'email', 'id', 'externalId', 'name', 'url'] as const;

/** The ways to name a record that not all kinds of records have. */
export interface LocatorWays {
	/** Whether people are picked, who have an email address. */
	hasEmail?: boolean;
	/** The fields that hold a name of a record; none where records have no names. */
	nameFields?: readonly string[];
	/** Whether a record has a page in Vitally, whose link names it. */
	hasPage?: boolean;
}

/** For who only looks at the value. */
export const ANY_WAY: LocatorWays = { hasEmail: true, nameFields: [], hasPage: true };

interface LocatorField extends LocatorWays {
	name: string;
	displayName: string;
	/** One record in running text, such as `account`. */
	record: string;
	/** Method of the list mode, see `methods/listSearch`; without one there is no list. */
	search?: string;
	/** Whether the user's own id is offered too. */
	hasExternalId?: boolean;
	/** Where it says more than the modes do. */
	description?: string;
	isRequired?: boolean;
}

/** A field that picks one record: from a searchable list, by an ID, by what it is called, or by a link. */
export function locatorField(field: LocatorField): INodeProperties {
	const property: INodeProperties = {
		displayName: field.displayName,
		name: field.name,
		type: 'resourceLocator',
		default: { mode: field.search === undefined ? 'id' : 'list', value: '' },
		description: field.description ?? howToPick(field),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select ${article(field.record)} ${field.record}...`,
				typeOptions: { searchListMethod: field.search, searchable: true },
			},
			{
				displayName: 'By Email',
				name: 'email',
				type: 'string',
				placeholder: 'e.g. name@email.com',
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f',
			},
			{
				displayName: 'By External ID',
				name: 'externalId',
				type: 'string',
				placeholder: 'e.g. customer-42',
			},
			{ displayName: 'By Name', name: 'name', type: 'string' },
			{
				displayName: 'By URL',
				name: 'url',
				type: 'string',
				placeholder: 'e.g. https://acme.vitally.io/…',
			},
		],
	};
	const offered = property.modes?.filter(
		({ name }) =>
			(name !== 'list' || field.search !== undefined) &&
			(name !== 'externalId' || field.hasExternalId) &&
			isOffered(name, field),
	);
	// Fields inside a collection cannot be required.
	return { ...property, modes: offered, ...(field.isRequired && { required: true }) };
}

function isOffered(mode: string, { hasEmail, nameFields, hasPage }: LocatorWays): boolean {
	if (mode === 'email') return hasEmail === true;
	if (mode === 'name') return nameFields !== undefined;
	return mode !== 'url' || hasPage === true;
}

function howToPick({ search, hasEmail, hasExternalId, nameFields, hasPage }: LocatorField): string {
	const entered = [
		...(hasEmail ? ['the email address'] : []),
		'the Vitally ID',
		...(hasExternalId ? ['your external ID'] : []),
		...(nameFields ? ['the name'] : []),
		...(hasPage ? ['a link'] : []),
	];
	const last = entered.pop();
	const choice = entered.length > 0 ? `${entered.join(', ')} or ${last}` : last;
	return search === undefined ? `Enter ${choice}` : `Choose from the list, or enter ${choice}`;
}

/** Before a 'u' as in 'user' stands 'a'. */
export function article(noun: string): string {
	return /^[aeio]/.test(noun) ? 'an' : 'a';
}

/**
 * What the user picked for an item.
 *
 * @param name of the parameter; `collection.field` for one in a collection
 * @param ways that the field offers
 * @throws VitallyError when the parameter is neither a locator nor the text of an id
 */
export function locatorOf(item: ItemParameters, name: string, ways: LocatorWays = {}): Locator {
	return storedLocator(item.param(name, ''), name, ways);
}

/**
 * As `locatorOf`, for a locator in a row of a form.
 *
 * @param stored by the editor, or what an expression gives in its place: the text of an id
 * @param name of the field, for the error text
 */
export function storedLocator(stored: unknown, name: string, ways: LocatorWays = {}): Locator {
	if (typeof stored !== 'object' || stored === null) {
		return { mode: 'id', value: withoutBlanks(stored) };
	}
	const { mode, value } = stored as { mode?: string; value?: unknown };
	const known = LOCATOR_MODES.find((one) => one === mode);
	if (known && isOffered(known, ways)) {
		return { mode: known, value: known === 'externalId' ? value : withoutBlanks(value) };
	}
	throw new VitallyError(
		`The parameter '${name}' does not say which record to use`,
		'Choose a record from the list, or enter its ID.',
	);
}

/** An ID that Vitally gives has no blanks around it; one of the user's own is taken as it is. */
function withoutBlanks(value: unknown): unknown {
	return typeof value === 'string' ? value.trim() : value;
}

/** @throws VitallyError when the value is no text, blank, or a word for nothing; see `textOf` */
export function idText(value: unknown, label: string): string {
	const text = textOf(value ?? '', label);
	assertNotNullLike(text, label);
	if (text.trim() !== '') return text;
	throw new VitallyError(
		`The field '${label}' is empty`,
		`Choose a record for '${label}', or check that the expression returns an ID.`,
		{ field: label },
	);
}

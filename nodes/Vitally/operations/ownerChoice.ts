import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../fields/itemParameters';
import { choiceProperty } from '../fields/properties';
import { readChoice } from '../fields/readers';
import { parameterOf, requiredLocator, type RecordType } from '../records/recordType';
import { readRecordId, type BodyValues } from '../records/resolveId';

/** A choice of what a record belongs to, with a field to pick it. */
export interface OwnerChoice {
	fields: INodeProperties[];
	/**
	 * The field of a body that names the owner.
	 *
	 * @returns its ID or a `PendingValue`, by the name of the field
	 * @throws VitallyError when nothing is named
	 */
	read(item: ItemParameters): BodyValues;
}

interface OwnerLabels {
	name: string;
	displayName: string;
	description: string;
	/** Returns parameter, label and description of the field for a kind of owner. */
	locator?: (type: RecordType) => { name?: string; displayName?: string; description?: string };
}

/** The choice of what a new record is added to, see `ownerChoice`. */
export function ownerOfNew({ name, label, noun }: RecordType, kinds: RecordType[]): OwnerChoice {
	const description = `The record to add the ${noun} to`;

	return ownerChoice(kinds, { name: `${name}For`, displayName: `${label} For`, description });
}

/**
 * The fields for what a record belongs to: a selector of its type, and a locator for each type.
 *
 * @param kinds that it may belong to; the first is the default
 */
export function ownerChoice(kinds: RecordType[], labels: OwnerLabels): OwnerChoice {
	const { name, displayName, description } = labels;
	const kindField = choiceProperty(displayName, name, {
		options: kinds.map((kind) => ({ name: kind.label, value: kind.name })),
		default: kinds[0].name,
		description,
	});
	const locatorOf = (kind: RecordType) => requiredLocator(kind, labels.locator?.(kind));
	const locators = kinds.map((kind) => ({
		...locatorOf(kind),
		displayOptions: { show: { [name]: [kind.name] } },
	}));

	return {
		fields: [kindField, ...locators],
		read: (item) => {
			const chosen = readChoice(item, kindField);
			const kind = kinds.find((candidate) => candidate.name === chosen) ?? kinds[0];
			const locator = locatorOf(kind);
			const id = readRecordId(item, kind, locator.name, locator.displayName);

			return { [parameterOf(kind)]: id };
		},
	};
}

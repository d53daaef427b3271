import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { mapRecords, yieldToEventLoop } from '../execution/concurrency';
import type { BatchOperation, ItemContext, Operation } from '../execution/operation';
import { paramIn, replaceParam, type ItemParameters } from '../fields/itemParameters';
import { textProperty, choiceProperty, formRow, rowsProperty } from '../fields/properties';
import { readChoice, readRows, requiredText } from '../fields/readers';
import {
	notClearable,
	requiredTextField,
	textField,
	type BodyField,
} from '../operations/body/bodyField';
import type { OperationDefinition } from '../operations/definition/operationDefinition';
import { defineResource } from '../operations/definition/resource';
import { recordFilters } from '../operations/filters/recordFilters';
import { create, get, getMany, update } from '../operations/standardOperations';
import { pages } from '../transport/pages';
import type { JsonObject } from '../values/json/json';
import { normalizeName } from '../values/parse';
import { customObjectType } from './recordTypes';

const nameField = textProperty('Name', 'name', {
	placeholder: 'e.g. customerGoals',
	description: 'The name for the API, which people do not see',
});

const labelField = textProperty('Label', 'label', {
	placeholder: 'e.g. Goals',
	description: 'The name that people see in Vitally',
});

const writeModeField = choiceProperty('Write Mode', 'writeMode', {
	options: [
		{ name: 'Admins and Leaders', value: 'writable' },
		{ name: 'All Team Members', value: 'writableByAll' },
		{ name: 'No One', value: 'readonly' },
	],
	default: 'writable',
	description: 'Who may change instances in Vitally',
});

const writeMode: BodyField = {
	property: writeModeField,
	empty: 'none',
	read: (item, parameter) => readChoice({ param: () => item.param(parameter) }, writeModeField),
};

const fieldType = choiceProperty('Field Type', 'type', {
	options: [
		{ name: 'Boolean', value: 'boolean' },
		{ name: 'Date', value: 'date' },
		{ name: 'Date and Time', value: 'datetime' },
		{ name: 'Number', value: 'number' },
		{ name: 'String', value: 'string' },
		{ name: 'Text Area', value: 'textarea' },
	],
	default: 'string',
});

const createUnlocked = create(customObjectType, {
	description: 'Create a type of custom object, such as Goals',
	docsNote: 'Vitally derives the keys of its traits from the labels of the fields.',
	required: [
		requiredTextField({ ...nameField, required: true }),
		requiredTextField({ ...labelField, required: true }),
		{ ...writeMode, property: { ...writeMode.property, required: true } },
		customFieldsField('The fields of an instance, which are its traits'),
	],
	prepare: assertNewName,
});

/** Behind a table the name is often the same for all items, so they are compared before the first request. */
const rejectRepeatedNames: BatchOperation = {
	size: Infinity,
	isWanted: () => true,
	run: async (items, settle, runItem) => {
		const names = await mapRecords(items, readNameIfValid);
		const counts = countEach(names);

		for (const [index, item] of items.entries()) {
			await yieldToEventLoop();

			const name = names[index];
			const creation = createUnlessRepeated(item, runItem, { name, count: counts.get(name) ?? 1 });

			await settle(item, await creation.catch((error: Error) => error));
		}
	},
};

const createCustomObject: OperationDefinition = {
	...createUnlocked,
	batch: rejectRepeatedNames,
	// Otherwise two runs could both find that a name is new.
	run: async (item) =>
		await item.lock(customObjectType.path, async () => await createUnlocked.run(item)),
};

/** Source: docs/internal/service.md, Custom objects; docs/internal/public-facts.md, 4.12 */
export const customObject = defineResource(customObjectType, {
	// People know the label: the name is that of the API.
	simpleFields: [
		'label',
		'name',
		'customFieldLabels',
		'writeMode',
		'syncActive',
		'createdAt',
		'updatedAt',
		'id',
	],
	operations: [
		createCustomObject,
		get(customObjectType, { description: 'Retrieve a custom object and its fields' }),
		getMany(customObjectType, {
			// The label is the name in the user interface.
			filters: recordFilters('Name', 'label'),
		}),
		update(customObjectType, {
			description: 'Change a custom object, or add fields to it',
			docsNote: 'Vitally does not document what happens to fields that you leave out.',
			optional: [
				customFieldsField(
					'Fields to add. Whether Vitally keeps fields that you leave out is not documented.',
				),
				notClearable(textField(labelField)),
				notClearable(textField(nameField)),
				writeMode,
			],
			// A repeated request may add the fields twice.
			isIdempotent: ({ customFields }) => customFields === undefined,
		}),
	],
});

function customFieldsField(description: string): BodyField {
	return {
		property: rowsProperty('Custom Fields', 'customFields', {
			placeholder: 'Add Field',
			description,
			options: formRow('Field', 'field', [
				textProperty('Field Label', 'label', { placeholder: 'e.g. Renewal Risk' }),
				fieldType,
			]),
		}),
		empty: 'none',
		read: readCustomFields,
	};
}

/**
 * Reads the fields of a custom object from the rows of a form.
 *
 * @returns `undefined` when the form has no row
 * @throws VitallyError for a field without a label, or of an unknown type
 */
function readCustomFields(item: ItemParameters, parameter: string): JsonObject[] | undefined {
	const rows = readRows(item, { parameter, label: 'Custom Fields' }, 'field');
	if (rows.length === 0) return undefined;

	return rows.map((row) => {
		const values = replaceParam(item, paramIn(row));

		return {
			label: requiredText(values, 'label', 'Field Label'),
			type: readChoice(values, fieldType),
			model: 'CustomObject',
		};
	});
}

/** Vitally may accept a name twice, and the API deletes no custom object. */
async function assertNewName(item: ItemContext, body: IDataObject): Promise<void> {
	const wanted = normalizeName(String(body.name));

	for await (const { records } of pages(item, { path: customObjectType.path })) {
		const found = records.find((existing) => normalizeName(String(existing.name)) === wanted);
		if (!found) continue;

		throw new VitallyError(
			`A custom object with the name "${String(found.name)}" already exists`,
			"Use 'Update' to change it, or enter another 'Name'.",
			{ field: 'Name' },
		);
	}
}

/** Returns the name in an item, or '' where it is not valid: the item fails with the error when it runs. */
function readNameIfValid(item: ItemContext): string {
	try {
		return requiredText(item, 'name', 'Name');
	} catch {
		return '';
	}
}

function countEach(names: string[]): Map<string, number> {
	const counts = new Map<string, number>();

	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);

	return counts;
}

/** @param named the name of the item, and the number of items with this name */
async function createUnlessRepeated(
	item: ItemContext,
	create: Operation,
	named: { name: string; count: number },
): Promise<IDataObject[]> {
	const { name, count } = named;
	if (name === '' || count === 1) return await create(item);

	throw new VitallyError(
		`${count} items would create the custom object '${name}' ${count} times`,
		"Turn on 'Execute Once' in Settings.",
		{ field: 'Name' },
	);
}

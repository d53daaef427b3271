import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { mapRecords, yieldToEventLoop } from '../execution/concurrency';
import type { BatchOperation, ItemContext } from '../execution/operation';
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
import { omitUndefined } from '../values/json';
import { normalizeName } from '../values/parse';
import { customObjectType } from './recordTypes';

const name = textProperty('Name', 'name', {
	placeholder: 'e.g. customerGoals',
	description: 'The name for the API, which people do not see',
});

const label = textProperty('Label', 'label', {
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

const customFields = (description: string): BodyField => ({
	property: rowsProperty('Custom Fields', 'customFields', {
		placeholder: 'Add Field',
		description,
		options: formRow('Field', 'field', [textProperty('Field Label', 'label'), fieldType]),
	}),
	empty: 'none',
	read: readCustomFields,
});

/** @throws VitallyError for a field without a label, or of an unknown type */
function readCustomFields(item: ItemParameters, parameter: string): IDataObject[] | undefined {
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

/** The columns that people know, before those of the API. */
const labelFirst = (operation: OperationDefinition): OperationDefinition => ({
	...operation,
	run: async (item) =>
		await mapRecords(
			await operation.run(item),
			({ label: shown, name: key, customFields: fields, id, ...rest }) =>
				omitUndefined({ label: shown, name: key, customFields: fields, ...rest, id }),
		),
});

const createUnlocked = create(customObjectType, {
	description: 'Create a type of custom object, such as Goals',
	docsNote: 'Vitally derives the keys of its traits from the labels of the fields.',
	required: [
		requiredTextField({ ...name, required: true }),
		requiredTextField({ ...label, required: true }),
		{ ...writeMode, property: { ...writeMode.property, required: true } },
		customFields('The fields of an instance, which are its traits'),
	],
	prepare: assertNewName,
});

const createOne = labelFirst({
	...createUnlocked,
	// Otherwise two runs could both find that a name is new.
	run: async (item) =>
		await item.lock(customObjectType.path, async () => await createUnlocked.run(item)),
});

/** Vitally may accept a name twice, and the API deletes no custom object. */
async function assertNewName(item: ItemContext, body: IDataObject): Promise<void> {
	const wanted = normalizeName(String(body.name));

	for await (const { records } of pages(item, { path: customObjectType.path })) {
		const found = records.find((existing) => normalizeName(String(existing.name)) === wanted);
		if (!found) continue;

		throw new VitallyError(
			`A custom object '${String(found.name)}' exists already`,
			"Use 'Update' to change it, or enter another 'Name'.",
			{ field: 'Name' },
		);
	}
}

/** Behind a table the name is often the same for all items, so they are compared before the first request. */
const oneForEachName: BatchOperation = {
	size: Infinity,
	isWanted: () => true,
	run: async (items, settle) => {
		const counts = new Map<string, number>();
		const names = await mapRecords(items, nameOrEmpty);

		for (const one of names) counts.set(one, (counts.get(one) ?? 0) + 1);

		for (const [index, item] of items.entries()) {
			await yieldToEventLoop();
			const result = createIfOnce(names[index], counts.get(names[index]) ?? 1, item);

			await settle(item, await result.catch((error: Error) => error));
		}
	},
};

function nameOrEmpty(item: ItemContext): string {
	try {
		return requiredText(item, 'name', 'Name');
	} catch {
		// The item fails with this error when it runs.
		return '';
	}
}

async function createIfOnce(given: string, count: number, item: ItemContext) {
	if (given === '' || count === 1) return await createOne.run(item);

	throw new VitallyError(
		`${count} items would create the custom object '${given}' ${count} times`,
		"Turn on 'Execute Once' in Settings.",
		{ field: 'Name' },
	);
}

/** docs/internal/service.md, Custom objects; docs/internal/public-facts.md, 4.12 */
export const customObject = defineResource(customObjectType, {
	operations: [
		{ ...createOne, batch: oneForEachName },
		...[
			get(customObjectType, { description: 'Retrieve a custom object and its fields' }),
			getMany(customObjectType, {
				// The label is the name in the user interface.
				filters: recordFilters('Name', 'label'),
			}),
			update(customObjectType, {
				description: 'Change a custom object, or add fields to it',
				docsNote: 'What Vitally does with fields that are left out is not documented.',
				optional: [
					customFields(
						'Fields to add. Whether Vitally keeps fields that you leave out is not documented.',
					),
					notClearable(textField(label)),
					notClearable(textField(name)),
					writeMode,
				],
				// A repeated request may add the fields twice.
				isIdempotent: ({ customFields: fields }) => fields === undefined,
			}),
		].map(labelFirst),
	],
});

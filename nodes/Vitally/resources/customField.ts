import type { ItemContext } from '../execution/operation';
import { labelOf } from '../fields/fieldLabels';
import { readLimit, returnAllOrLimit } from '../fields/listFields';
import { choiceProperty } from '../fields/properties';
import { readChoice } from '../fields/readers';
import { TRAIT_MODELS } from '../operations/body/traitDefinitions';
import type { OperationDefinition, Resource } from '../operations/definition/operationDefinition';
import { ALL } from '../operations/listScope';
import { locateByVitallyId, readSelection } from '../records/locate';
import { optionalLocator } from '../records/recordType';
import type { ServiceRequest } from '../transport/client';
import { recordsFrom } from '../transport/responses';
import { customObjectType } from './recordTypes';

const PATH = '/resources/customFields';

const CUSTOM_OBJECTS = TRAIT_MODELS.customObjectInstance;

const MODELS = [
	{ name: 'All', value: ALL, description: 'Traits of all kinds of records' },
	{ name: 'Team', value: 'team' },
	...Object.entries(TRAIT_MODELS).map(([resource, value = '']) => ({
		name: labelOf(resource.replace('Instance', '')),
		value,
	})),
];

const modelField = choiceProperty('Kind of Record', 'model', {
	options: MODELS.sort((a, b) => a.name.localeCompare(b.name)),
	default: ALL,
	description: 'The kind of records that have the traits',
});

/** The response is an array of all definitions, without pages (docs/internal/beyond.md, 9). */
const getAll: OperationDefinition = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many trait definitions',
	description: 'Retrieve a list of trait definitions with their labels, keys and types',
	docsNote: "The key of a trait is under 'path'.",
	endpoints: [`GET ${PATH}`],
	fields: [
		modelField,
		{
			// The field is not marked as required, because n8n would always require it if the model is an expression.
			...optionalLocator(customObjectType),
			displayOptions: { show: { [modelField.name]: [CUSTOM_OBJECTS] } },
		},
		...returnAllOrLimit,
	],
	run: async (item) => {
		const limit = readLimit(item);
		const { query, explain } = await readModel(item);
		const response = await item.send({ method: 'GET', path: PATH, query, explain });

		return recordsFrom(response).slice(0, limit);
	},
};

/** The API calls the definition of a trait a custom field (docs/internal/beyond.md, 9). */
export const customField: Resource = {
	name: 'customField',
	label: 'Trait Definition',
	defaultOperation: 'getAll',
	operations: [getAll],
};

/** Reads which definitions are listed: the query, and the explanation when the custom object does not exist. */
async function readModel(item: ItemContext): Promise<Pick<ServiceRequest, 'query' | 'explain'>> {
	const model = readChoice(item, modelField);
	if (model === ALL) return {};
	if (model !== CUSTOM_OBJECTS) return { query: { model } };

	const selection = readSelection(customObjectType, item);
	const located = await locateByVitallyId(item, customObjectType, selection);
	const { id: customObjectId, explain } = located;

	return { query: { model, customObjectId }, explain };
}

import type { INodeProperties } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import { readLimit, returnAllOrLimit } from '../fields/listFields';
import { readRequiredId } from '../fields/locators';
import { textProperty } from '../fields/properties';
import type { OperationDefinition, Resource } from '../operations/definition/operationDefinition';
import { readList } from '../operations/getMany';
import { locationOfVitallyId, type RecordLocation } from '../records/locate';
import { parameterOf, type RecordType } from '../records/recordType';
import { objectFrom, recordFrom } from '../transport/responses';
import { created } from './events';
import { defineType, surveyType } from './recordTypes';

const responseType = defineType('response', {
	label: 'Response ID',
	path: '/resources/surveyResponses',
});

const questionType = defineType('question', {
	label: 'Question ID',
	path: '/resources/surveyQuestions',
});

export const surveyId = idField(
	surveyType,
	'Vitally has no list of surveys: take the ID from the address bar when the survey is open there',
);

const getResponses: OperationDefinition = {
	name: 'Get Responses',
	value: 'getResponses',
	action: 'Get survey responses',
	description: 'Retrieve the responses to a custom survey',
	docsNote: "The responses are in Vitally's order, which is not documented.",
	endpoints: ['GET /resources/surveys/:surveyId/responses'],
	fields: [surveyId, ...returnAllOrLimit],
	run: async (item) => {
		const limit = readLimit(item);
		const { path, explain } = locate(item, surveyType);

		return await readList(item, { path: `${path}/responses`, explain }, limit);
	},
};

/** Surveys are read-only, and there is no list of them (docs/internal/beyond.md, 12). */
export const survey: Resource = {
	name: 'survey',
	label: 'Survey',
	simpleFields: [
		'title',
		'respondedAt',
		'questionResponses',
		'userID',
		'organizationName',
		'organizationId',
		'surveyId',
		'id',
	],
	events: [
		{
			...created(surveyType.noun),
			name: 'ResponseCreated',
			label: 'Response Created',
			description:
				'When someone responds to the custom survey with an ID. Every poll reads all its responses, one request for each 100.',
			collection: 'responses',
			parent: surveyType,
			sortBy: undefined,
			isReadWhole: true,
		},
	],
	defaultOperation: 'getResponses',
	operations: [
		{
			name: 'Get Question',
			value: 'getQuestion',
			action: 'Get survey question',
			description: 'Retrieve a question of a custom survey',
			...getById(questionType, "As 'Get Responses' shows it under questionResponses"),
		},
		{
			name: 'Get Response',
			value: 'getResponse',
			action: 'Get survey response',
			description: 'Retrieve one response to a custom survey',
			...getById(responseType, "As 'Get Responses' shows it"),
		},
		getResponses,
	],
};

/**
 * Defines how a record is read by its ID. It is in `data` of the body; the page shows a question also without it.
 *
 * @param hint tells where the ID is shown
 */
function getById(
	type: RecordType,
	hint: string,
): Pick<OperationDefinition, 'endpoints' | 'fields' | 'run'> {
	return {
		endpoints: [`GET ${type.path}/:id`],
		fields: [idField(type, hint)],
		run: async (item) => {
			const { path, explain } = locate(item, type);
			const response = await item.send({ method: 'GET', path, explain });
			const body = objectFrom(response);

			return [recordFrom({ ...response, body: body.data ?? body })];
		},
	};
}

function idField(type: RecordType, hint: string): INodeProperties {
	return textProperty(type.label, parameterOf(type), {
		required: true,
		placeholder: 'e.g. 4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f',
		hint,
	});
}

/** Locates the record whose ID an item contains. */
function locate(item: ItemContext, type: RecordType): RecordLocation {
	const id = readRequiredId(item.param(parameterOf(type), ''), type.label);

	return locationOfVitallyId(type, id.trim());
}

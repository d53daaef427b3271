import type { INodeProperties } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import { readLimit, returnAllOrLimit } from '../fields/list';
import { readRequiredId } from '../fields/locators';
import { textProperty } from '../fields/properties';
import type { OperationDefinition, Resource } from '../operations/definition/types';
import type { ServiceRequest } from '../transport/client';
import { PAGE_SIZE, pages } from '../transport/pages';
import { pathSegment } from '../transport/pathSegment';
import { objectFrom, recordFrom } from '../transport/records';
import { created } from '../trigger/events/resourceEvents';
import { explainStatus } from './explainStatus';
import { surveyType } from './recordTypes';

const idField = (displayName: string, name: string, description: string): INodeProperties =>
	textProperty(displayName, name, {
		required: true,
		placeholder: 'e.g. 4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f',
		description,
	});

export const surveyId = idField(
	'Survey ID',
	'surveyId',
	'Vitally has no list of surveys: take the ID from the address bar when the survey is open there',
);
const responseId = idField('Response ID', 'responseId', "As 'Get Responses' shows it");
const questionId = idField(
	'Question ID',
	'questionId',
	"As 'Get Responses' shows it under questionResponses",
);

function readSegment(item: ItemContext, { name, displayName }: INodeProperties): string {
	return pathSegment(readRequiredId(item.param(name, ''), displayName).trim(), displayName);
}

function explainMissing(item: ItemContext, noun: string, { name, displayName }: INodeProperties) {
	return explainStatus({
		404: {
			message: `The ${noun} "${String(item.param(name, ''))}" was not found`,
			description: `Check the value of '${displayName}': it may belong to another workspace than the credential.`,
			field: displayName,
		},
	});
}

const getResponses: OperationDefinition = {
	name: 'Get Responses',
	value: 'getResponses',
	action: 'Get survey responses',
	description: 'Retrieve the responses to a custom survey',
	docsNote: 'In the order of Vitally, which is not documented.',
	endpoints: ['GET /resources/surveys/:surveyId/responses'],
	fields: [surveyId, ...returnAllOrLimit],
	run: async (item) => {
		const limit = readLimit(item);
		const path = `/resources/surveys/${readSegment(item, surveyId)}/responses`;
		const explain = explainMissing(item, 'survey', surveyId);
		const send = async (request: ServiceRequest) => await item.send({ ...request, explain });
		const records = [];
		for await (const page of pages(send, { path }, Math.min(PAGE_SIZE, limit))) {
			records.push(...page.slice(0, limit - records.length));
			if (records.length === limit) break;
		}
		return records;
	},
};

interface GetOne extends Pick<OperationDefinition, 'name' | 'value' | 'action' | 'description'> {
	path: string;
	id: INodeProperties;
	noun: string;
}

/** The record is in `data` of the body; the page shows a question also without it. */
function getOne({ path, id, noun, ...definition }: GetOne): OperationDefinition {
	return {
		...definition,
		endpoints: [`GET ${path}/:id`],
		fields: [id],
		run: async (item) => {
			const request: ServiceRequest = {
				method: 'GET',
				path: `${path}/${readSegment(item, id)}`,
				explain: explainMissing(item, noun, id),
			};
			const response = await item.send(request);
			const body = objectFrom(response, request);
			return [recordFrom({ ...response, body: body.data ?? body }, request)];
		},
	};
}

/** docs/internal/beyond.md, 12: surveys are read-only, and there is no list of them. */
export const survey: Resource = {
	name: 'survey',
	label: 'Survey',
	simpleFields: [
		'title',
		'respondedAt',
		'questionResponses',
		'userID',
		'organizationId',
		'surveyId',
		'id',
	],
	events: [
		{
			...created,
			name: 'ResponseCreated',
			label: 'Response Created',
			description: 'When someone responds to a custom survey',
			collection: 'responses',
			parent: surveyType,
			isUnsorted: true,
		},
	],
	defaultOperation: 'getResponses',
	operations: [
		getOne({
			name: 'Get Question',
			value: 'getQuestion',
			action: 'Get survey question',
			description: 'Retrieve a question of a custom survey',
			path: '/resources/surveyQuestions',
			id: questionId,
			noun: 'question',
		}),
		getOne({
			name: 'Get Response',
			value: 'getResponse',
			action: 'Get survey response',
			description: 'Retrieve one response to a custom survey',
			path: '/resources/surveyResponses',
			id: responseId,
			noun: 'response',
		}),
		getResponses,
	],
};

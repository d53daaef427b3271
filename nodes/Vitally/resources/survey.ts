import type { INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { ItemContext } from '../execution/operation';
import { readLimit, returnAllOrLimit } from '../fields/list';
import { readRequiredId } from '../fields/locators';
import { optionsField } from '../fields/options';
import { textProperty } from '../fields/properties';
import type { OperationDefinition, Resource } from '../operations/definition/types';
import type { ServiceRequest, ServiceResponse } from '../transport/client';
import { PAGE_SIZE, pages } from '../transport/pages';
import { pathSegment } from '../transport/pathSegment';
import { isRecord, recordFrom } from '../transport/records';

const field = (displayName: string, name: string, description: string): INodeProperties =>
	textProperty(displayName, name, {
		required: true,
		placeholder: 'e.g. 4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f',
		description,
	});

const surveyId = field(
	'Survey ID',
	'surveyId',
	'Vitally has no list of surveys: take the ID from the address bar when the survey is open there',
);
const responseId = field('Response ID', 'responseId', "As 'Get Responses' shows it");
const questionId = field(
	'Question ID',
	'questionId',
	"As 'Get Responses' shows it under questionResponses",
);

/** The segment of a path from a field. */
function idIn(item: ItemContext, { name, displayName }: INodeProperties): string {
	return pathSegment(readRequiredId(item.param(name, ''), displayName).trim(), displayName);
}

function explainIn(item: ItemContext, what: string, where: INodeProperties) {
	return (status: number) =>
		status === 404
			? {
					message: `The ${what} "${String(item.param(where.name, ''))}" was not found`,
					description: `Check the value of '${where.displayName}': it may belong to another workspace than the credential.`,
					field: where.displayName,
				}
			: undefined;
}

/** A list is under `data`; only clients know of `next`. */
function asPage({ body, ...response }: ServiceResponse): ServiceResponse {
	const { data, next } = isRecord(body) ? body : {};
	return { ...response, body: { results: data, next } };
}

const getResponses: OperationDefinition = {
	name: 'Get Responses',
	value: 'getResponses',
	action: 'Get survey responses',
	description: 'Retrieve the responses to a custom survey',
	docsNote: 'In the order of Vitally, which is not documented.',
	endpoints: ['GET /resources/surveys/:surveyId/responses'],
	fields: [surveyId, ...returnAllOrLimit, optionsField()],
	run: async (item) => {
		const limit = readLimit(item);
		const path = `/resources/surveys/${idIn(item, surveyId)}/responses`;
		const explain = explainIn(item, 'survey', surveyId);
		const send = async (request: ServiceRequest) =>
			asPage(await item.send({ ...request, explain }));
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

/** Reads one record: a response is under `data`, a question is the body itself. */
function getOne({ path, id, noun, ...texts }: GetOne): OperationDefinition {
	return {
		...texts,
		endpoints: [`GET ${path}/:id`],
		fields: [id, optionsField()],
		run: async (item) => {
			const request: ServiceRequest = {
				method: 'GET',
				path: `${path}/${idIn(item, id)}`,
				explain: explainIn(item, noun, id),
			};
			const record = recordFrom(await item.send(request), request);
			const { data = record } = record;
			if (isRecord(data)) return [data];
			throw new VitallyError(
				`The response has no ${noun}`,
				`Run the item again; if it stays so, check the address in the credential. (GET ${request.path})`,
			);
		},
	};
}

/** docs/beyond.md, 12: nothing is written, and there is no list of surveys. */
export const survey: Resource = {
	name: 'survey',
	label: 'Survey',
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

import type { INodePropertyOptions } from 'n8n-workflow';

import type { Operation } from '../../transport/item';
import { isRecord } from '../../transport/records';
import { route } from '../../operations/route';
import { accountPath, explainAccount } from './account';

/**
 * The body is not shown in the document, so it is handed on as it comes: an object as one item, a list
 * as one item for each entry.
 * Source: docs/service.md, Accounts
 */
const getAccountHealthScores: Operation = async (item, service) => {
	const { body } = await service.send({
		method: 'GET',
		path: `${accountPath(item)}/healthScores`,
		explain: explainAccount(item),
	});
	const parts = Array.isArray(body) ? body : [body];
	return parts.map((part: unknown) => (isRecord(part) ? part : { healthScores: part as string }));
};

export const getHealthScores: INodePropertyOptions = {
	name: 'Get Health Scores',
	value: 'getHealthScores',
	action: 'Get the health scores of an account',
	description: 'Retrieve the breakdown of the health score of an account',
	routing: route(getAccountHealthScores),
};

import type { OperationDefinition } from '../../operations/definition/types';
import { locateByPath } from '../../records/locate';
import { requiredLocator } from '../../records/recordType';
import { recordsFrom } from '../../transport/records';
import { accountType } from '../recordTypes';

/**
 * The body is not documented, so it is returned unchanged: an object as one item, a list
 * as one item for each entry.
 * Source: docs/internal/service.md, Accounts
 */
export const getHealthScores: OperationDefinition = {
	name: 'Get Health Scores',
	value: 'getHealthScores',
	action: 'Get account health scores',
	description: "Retrieve an account's health score breakdown",
	docsNote: 'Returned as Vitally sends it.',
	endpoints: [`GET ${accountType.path}/:id/healthScores`],
	fields: [requiredLocator(accountType)],
	run: async (item) => {
		const { path, explain } = await locateByPath(accountType)(item);
		const request = { method: 'GET' as const, path: `${path}/healthScores`, explain };
		return recordsFrom(await item.send(request), request);
	},
};

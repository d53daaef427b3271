import { optionsField } from '../../fields/options';
import type { OperationRow } from '../../operations/resource';
import { recordsOf } from '../../transport/records';
import { accountType } from '../recordTypes';
import { locateByPath } from '../../records/locate';
import { requiredLocator } from '../../records/recordType';

/**
 * The body is not shown in the document, so it is handed on as it comes: an object as one item, a list
 * as one item for each entry.
 * Source: docs/service.md, Accounts
 */
export const getHealthScores: OperationRow = {
	name: 'Get Health Scores',
	value: 'getHealthScores',
	action: 'Get account health scores',
	description: "Retrieve an account's health score breakdown",
	remark: 'Returned as Vitally sends it.',
	endpoints: [`GET ${accountType.path}/:id/healthScores`],
	fields: [requiredLocator(accountType), optionsField()],
	run: async (item) => {
		const { path, explain } = await locateByPath(accountType)(item);
		const request = { method: 'GET' as const, path: `${path}/healthScores`, explain };
		return recordsOf(await item.send(request), request);
	},
};

import { describeOperation } from '../engine/operationCases.cts';
import { byExternalId, byId } from '../fixtures/locators.cts';

/** What programs write for a missing ID would find the wrong record; test/contract/fields has the IDs of new records. */
describeOperation(
	'a null-like text in place of an ID',
	[byId, byExternalId].map((named) => ({
		name: `picks no record: ${named('').mode}`,
		parameters: { resource: 'account', operation: 'get', accountId: named('NaN') },
		throws: `The value "NaN" of 'Account' is a word for nothing`,
		sends: [],
	})),
);

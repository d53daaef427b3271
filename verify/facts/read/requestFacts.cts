import { describeResponse, describeType } from '../../describeValue.cts';
import type { Evidence } from '../../evidence.cts';
import { compare, notObservable, observed, type Finding, type ReadFact } from '../fact.cts';
import { ACCOUNTS, ALL_ACCOUNTS, get } from './queries.cts';

const MAX_ANSWER_MS = 10_000;

/** Errors, limits, cursors and addresses, which are the same for all records. */
export const REQUEST_FACTS: readonly ReadFact[] = [
	{
		id: 'V1',
		statement: 'A 400 says why: `error` is a text, or has a `message` and a list `errors`',
		section: 'public-facts.md, 2',
		ifItDiffers: 'An error in n8n lacks its reason; transport/errors/apiErrors.ts reads it.',
		ask: async (evidence) => {
			const rejection = await evidence.rejectionOf(get(ACCOUNTS, { sortBy: 'no such order' }), {
				acceptedInstead: async () => await evidence.readPage(ACCOUNTS),
			});
			if (!rejection) return notObservable('accepted');
			if (rejection.status !== 400) return notObservable(describeResponse(rejection));

			const { error } = (rejection.body ?? {}) as { error?: unknown };
			const { message, errors } = (error ?? {}) as { message?: unknown; errors?: unknown };
			const isText = typeof error === 'string';
			const hasMessageAndErrors = typeof message === 'string' && Array.isArray(errors);

			return compare(describeType(rejection.body, 4), {
				isAsExpected: isText || hasMessageAndErrors,
			});
		},
	},
	{
		id: 'V17',
		statement: 'What `limit=101` does',
		section: 'public-facts.md, 9',
		ifItDiffers: 'Nothing: the nodes ask for 100.',
		ask: async (evidence) => await observeStatusAndCount(evidence, { limit: 101, ...ALL_ACCOUNTS }),
	},
	{
		id: 'V18',
		statement: 'What an invalid cursor does',
		section: 'public-facts.md, 9',
		ifItDiffers: 'Nothing: a poll whose cursor has expired begins at the top.',
		ask: async (evidence) =>
			await observeStatusAndCount(evidence, { limit: 1, from: btoa('not a cursor') }),
	},
	{
		id: 'V41',
		statement: 'The API of the US also answers without a subdomain',
		section: 'public-facts.md, 1',
		ifItDiffers: 'Nothing: the subdomain is required.',
		ask: async ({ fields }) => {
			if (fields.dataCenter !== 'us') return notObservable('the workspace is not in the US');

			return await observeAnswerWithoutKey('https://rest.vitally.io');
		},
	},
	{
		id: 'V42',
		statement: 'The API of the EU also answers with a subdomain',
		section: 'public-facts.md, 1',
		ifItDiffers: 'Nothing: the address without a subdomain is used.',
		ask: async ({ fields }) => {
			if (fields.dataCenter !== 'eu') return notObservable('the workspace is not in the EU');
			if (!fields.subdomain) return notObservable('VITALLY_SUBDOMAIN is not set');

			return await observeAnswerWithoutKey(`https://${fields.subdomain}.rest.vitally-eu.io`);
		},
	},
];

/** Observes how many accounts a query lists, and the status. */
async function observeStatusAndCount(
	evidence: Evidence,
	query: Record<string, string | number>,
): Promise<Finding> {
	const { text, recordCount } = await evidence.describeAnswer(get(ACCOUNTS, query));
	const status = text.slice(0, 3);

	return observed(`${status}, ${recordCount} records`);
}

/** Asks a host without the key, which goes to no host that the credential does not name. */
async function observeAnswerWithoutKey(baseUrl: string): Promise<Finding> {
	const url = `${baseUrl}/resources/accounts?limit=1`;
	const signal = AbortSignal.timeout(MAX_ANSWER_MS);

	try {
		const { status } = await fetch(url, { redirect: 'manual', signal });

		return observed(`${status} without a key`);
	} catch {
		return observed('no answer');
	}
}

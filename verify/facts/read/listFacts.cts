import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import type { Evidence } from '../../evidence.cts';
import { compare, notObservable, observed, type ReadFact } from '../fact.cts';
import { compareListing } from './compareListing.cts';
import { ACCOUNTS, get } from './queries.cts';

const ORGANIZATIONS = '/resources/organizations';
const USERS = '/resources/users';
const USER_SEARCH = '/resources/users/search';
const ADMIN_SEARCH = '/resources/admins/search';

const DAY_MS = 24 * 3_600_000;

/** Tells which lists and searches there are, and what their parameters do. */
export const LIST_FACTS: readonly ReadFact[] = [
	{
		id: 'V22',
		statement: 'What `status` does in the list of the accounts of an organization',
		section: 'public-facts.md, 3',
		ifItDiffers: 'Nothing: the nodes do not send it there.',
		ask: async (evidence) => {
			const [organization] = await evidence.readNewestRecords(ORGANIZATIONS);
			const path = `${ORGANIZATIONS}/${organization.id}/accounts`;
			const { text } = await evidence.describeAnswer(get(path, { status: 'activeOrChurned' }));

			return observed(`status: ${text}`);
		},
	},
	{
		id: 'V50',
		statement: 'Whether the list of accounts shows ignored ones for `status=ignored`',
		section: 'public-facts.md, 4.1',
		ifItDiffers: 'Nothing: the nodes do not send it.',
		ask: async (evidence) => {
			const { text } = await evidence.describeAnswer(get(ACCOUNTS, { status: 'ignored' }));

			return observed(`status: ${text}`);
		},
	},
	{
		id: 'V51',
		statement: 'Accounts that were created long before their first activity, as ignored ones are',
		section: 'public-facts.md, 4.1',
		ifItDiffers: 'Account Created may miss such accounts; docs/trigger.md.',
		ask: async (evidence) => {
			const accounts = await evidence.readPage(ACCOUNTS, { sortBy: 'updatedAt' });
			const older = accounts.filter(wasCreatedLongBefore);

			return observed(`${older.length} of ${accounts.length} accounts`);
		},
	},
	{
		id: 'V23',
		statement: 'What `archived` does in the list of the projects of an account',
		section: 'public-facts.md, 3',
		ifItDiffers: 'Nothing: the nodes do not send it there.',
		ask: async (evidence) => {
			const [account] = await evidence.readNewestRecords(ACCOUNTS);
			const path = `${ACCOUNTS}/${account.id}/projects`;
			const { text } = await evidence.describeAnswer(get(path, { archived: true }));

			return observed(`archived: ${text}`);
		},
	},
	{
		id: 'V24',
		statement: 'There is a list of admins',
		section: 'beyond.md, 6',
		ifItDiffers: 'Teammates cannot be picked from a list; resources/admin.ts.',
		ask: async (evidence) => await compareListing(evidence, '/resources/admins', { limit: 20 }),
	},
	{
		id: 'V25',
		statement: 'A search without a match answers an empty list, for admins also 404',
		section: 'public-facts.md, 9',
		ifItDiffers: 'A person who is not there ends in an error; records/search.ts.',
		ask: async (evidence) => {
			const users = await evidence.readNewestRecords(USERS);
			const user = users.find(({ email }) => email);
			if (!user) return notObservable('no user of the first page has an email address');

			const unusedEmail = `nobody-${randomUUID()}@example.invalid`;
			const known = await searchUsers(evidence, { email: user.email });
			const nobody = await searchUsers(evidence, { email: unusedEmail });
			if (known === 0) return notObservable('the search does not find a user who is there');

			const admins = await evidence.describeAnswer(get(ADMIN_SEARCH, { email: unusedEmail }));
			const isRejectedSearch = admins.text.startsWith('400');
			const isNotFound = admins.text.startsWith('404');
			const isNoAdmin = !isRejectedSearch && (isNotFound || admins.recordCount === 0);

			return compare(`users: ${known}, then ${nobody}; admins: ${admins.text}`, {
				isAsExpected: known < 300 && nobody === 0 && isNoAdmin,
			});
		},
	},
	{
		id: 'V39',
		statement: 'Meetings can be listed over REST',
		section: 'beyond.md, 11',
		ifItDiffers: 'Get Many and the events of meetings end in an error; resources/meeting/.',
		ask: async (evidence) =>
			await compareListing(evidence, '/resources/meetings', { limit: 20, sortBy: 'updatedAt' }),
	},
];

/** Returns how many users the search finds, or the status of a rejection, which is 300 or above. */
async function searchUsers(evidence: Evidence, query: IDataObject): Promise<number> {
	const rejection = await evidence.rejectionOf(get(USER_SEARCH, query), {
		acceptedInstead: async () => await evidence.readPage(USERS),
	});
	if (rejection) return rejection.status;

	return (await evidence.readPage(USER_SEARCH, query)).length;
}

/** Whether an account was created more than a day before its first activity. */
function wasCreatedLongBefore({ createdAt, firstSeenTimestamp }: IDataObject): boolean {
	return Date.parse(String(firstSeenTimestamp)) - Date.parse(String(createdAt)) > DAY_MS;
}

import { compare, observed, type ReadFact } from '../fact.cts';
import { compareListing } from './compareListing.cts';

const NPS_RESPONSES = '/resources/npsResponses';

const NEEDED_FIELDS = ['score', 'userId', 'respondedAt', 'user'];
const OPTIONAL_FIELDS = [
	'dismissedAt',
	'createdByService',
	'outboundMessageId',
	'surveyResponseId',
];

export const NPS_FACTS: readonly ReadFact[] = [
	{
		id: 'V12',
		statement: 'A row of an NPS list has `score`, `userId`, `respondedAt` and the whole `user`',
		section: 'beyond.md, 5',
		ifItDiffers: 'Simplified responses lack the name of the user; resources/npsResponse/.',
		ask: async (evidence) => {
			const responses = await evidence.readNewestRecords(NPS_RESPONSES);
			const missing = NEEDED_FIELDS.filter((name) =>
				responses.some((response) => response[name] === undefined),
			);
			const present = OPTIONAL_FIELDS.filter((name) =>
				responses.some((response) => response[name] !== undefined),
			);

			return compare(`missing: ${listOrNone(missing)}; also there: ${listOrNone(present)}`, {
				isAsExpected: missing.length === 0,
			});
		},
	},
	{
		id: 'V13',
		statement: 'The list of NPS responses accepts `target=organization`',
		section: 'beyond.md, 18',
		ifItDiffers:
			'NPS responses of organizations are not found; resources/npsResponse/npsResponseFields.ts.',
		ask: async (evidence) =>
			await compareListing(evidence, NPS_RESPONSES, { limit: 20, target: 'organization' }),
	},
	{
		id: 'V14',
		statement: 'Whether a response is in the lists of both targets',
		section: 'beyond.md, 19',
		ifItDiffers: 'Nothing: each response is returned once.',
		ask: async (evidence) => {
			const ofAccounts = await evidence.readPage(NPS_RESPONSES, { limit: 20, target: 'accounts' });
			const ofOrganizations = await evidence.readPage(NPS_RESPONSES, {
				limit: 20,
				target: 'organization',
			});

			const ids = new Set(ofAccounts.map(({ id }) => id));
			const inBoth = ofOrganizations.filter(({ id }) => ids.has(id));

			return observed(
				`${ids.size} and ${ofOrganizations.length} on the first pages, ${inBoth.length} in both`,
			);
		},
	},
];

function listOrNone(names: string[]): string {
	return names.join(', ') || 'none';
}

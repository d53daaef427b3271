import type { IDataObject } from 'n8n-workflow';

import { describeResponse, maskFieldName } from '../../describeValue.cts';
import { compare, notObservable, observed, type ReadFact } from '../fact.cts';
import { ACCOUNTS, ALL_ACCOUNTS, get } from './queries.cts';

const CONVERSATIONS = '/resources/conversations';

/** What single records and answers contain. */
export const RECORD_FACTS: readonly ReadFact[] = [
	{
		id: 'V16',
		statement: 'The body of the health scores of an account',
		section: 'public-facts.md, 9',
		ifItDiffers: 'Nothing: it is returned as it comes.',
		ask: async (evidence) => {
			const [account] = await evidence.readNewestRecords(ACCOUNTS, ALL_ACCOUNTS);
			const request = get(`${ACCOUNTS}/${account.id}/healthScores`);
			const { text } = await evidence.describeAnswer(request);

			return observed(text);
		},
	},
	{
		id: 'V44',
		statement: 'Responses to a survey are in `data`, with `next`',
		section: 'beyond.md, 12',
		ifItDiffers: 'Survey responses beyond the first page are missing; resources/survey.ts.',
		ask: async (evidence) => {
			const { surveyId } = evidence.fields;
			if (!surveyId) return notObservable('no list of surveys; VITALLY_SURVEY_ID names one');

			const path = `/resources/surveys/${encodeURIComponent(surveyId)}/responses`;
			const responses = await evidence.readPage(path, { limit: 1 });
			if (responses.length === 0) return notObservable('no responses');

			const answer = await evidence.sendAccepted(get(path, { limit: 1 }));
			const { data, next } = (answer.body ?? {}) as { data?: unknown; next?: unknown };

			return compare(describeResponse(answer), {
				isAsExpected: Array.isArray(data) && next !== undefined,
			});
		},
	},
	{
		id: 'V48',
		statement: 'Whether key roles without a person are listed',
		section: 'public-facts.md, 4',
		ifItDiffers: 'Nothing: they are shown as unassigned.',
		ask: async (evidence) => {
			const accounts = await evidence.readNewestRecords(ACCOUNTS, ALL_ACCOUNTS);
			const roles = accounts.flatMap(({ keyRoles }) => (keyRoles ?? []) as IDataObject[]);
			if (roles.length === 0) return notObservable('no key roles on the first page');

			const unassigned = roles.filter(({ vitallyUser }) => vitallyUser == null);

			return observed(`${unassigned.length} of ${roles.length} have no person`);
		},
	},
	{
		id: 'V49',
		statement: 'The `type` of messages, by what `from` says',
		section: 'public-facts.md, 4.5',
		ifItDiffers: 'Nothing: the direction is that of `from`.',
		ask: async (evidence) => {
			const [newest] = await evidence.readNewestRecords(CONVERSATIONS);
			const conversation = await evidence.readRecord(`${CONVERSATIONS}/${newest.id}`);
			const messages = (conversation.messages ?? []) as IDataObject[];

			if (messages.length === 0) {
				return notObservable('the newest conversation has no messages');
			}

			const kinds = new Set(messages.map(describeMessage));

			return observed([...kinds].sort().join(', '));
		},
	},
];

function describeMessage({ type, from }: IDataObject): string {
	const sender = (from as IDataObject | undefined)?.type;

	return `${maskFieldName(String(sender))}: ${maskFieldName(String(type))}`;
}

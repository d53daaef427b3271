import type { IDataObject } from 'n8n-workflow';

import type { Evidence } from '../../evidence.cts';
import { compare, notObservable, observed, type ReadFact } from '../fact.cts';
import { get } from './queries.cts';

export const CUSTOM_OBJECT_FACTS: readonly ReadFact[] = [
	{
		id: 'V40',
		statement: 'No path reads one instance; rows may have `descriptionBody`',
		section: 'beyond.md, 10',
		ifItDiffers: 'Instances could be read with one request; resources/customObjectInstance/.',
		ask: async (evidence) => {
			for (const path of await instanceLists(evidence)) {
				const [instance] = await evidence.readPage(path);
				if (!instance) continue;

				const rejection = await evidence.rejectionOf(get(`${path}/${instance.id}`), {
					acceptedInstead: async () => await evidence.readPage(path),
				});
				const answer = rejection?.status ?? 'found';
				const article = instance.descriptionBody === undefined ? 'no' : 'a';

				return compare(`${answer}; rows have ${article} descriptionBody`, {
					isAsExpected: rejection !== undefined,
				});
			}

			return notObservable('no custom object has an instance');
		},
	},
	{
		id: 'V47',
		statement: 'Whether a search by `customerId` finds instances of which it is a further account',
		section: 'beyond.md, 10',
		ifItDiffers:
			'A search would do where Get Brief reads whole lists; resources/customers/accountBriefDetails.ts.',
		ask: async (evidence) => {
			for (const path of await instanceLists(evidence)) {
				for (const instance of await evidence.readPage(path)) {
					const furtherAccount = findFurtherAccount(instance);
					if (!furtherAccount) continue;

					const query = { customerId: furtherAccount.id };
					const found = await evidence.readPage(`${path}/search`, query);
					const isFound = found.some(({ id }) => id === instance.id);

					return observed(`found: ${isFound}`);
				}
			}

			return notObservable('no instance of the first pages has two accounts');
		},
	},
];

/** Returns the path of the list of instances of each custom object. */
async function instanceLists(evidence: Evidence): Promise<string[]> {
	const customObjects = await evidence.readNewestRecords('/resources/customObjects');

	return customObjects.map(({ id }) => `/resources/customObjects/${id}/instances`);
}

function findFurtherAccount({ customerId, customers }: IDataObject): IDataObject | undefined {
	return ((customers ?? []) as IDataObject[]).find(({ id }) => id !== customerId);
}

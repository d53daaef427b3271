import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../../../nodes/Vitally/transport/client';
import { describeType } from '../../describeValue.cts';
import type { Evidence } from '../../evidence.cts';
import type { TestRecords } from '../../testRecords.cts';
import { compare, notObservable, NotObservableError, observed, type WriteFact } from '../fact.cts';

/** What updates do with traits, tags and other fields. */
export const UPDATE_FACTS: readonly WriteFact[] = [
	{
		id: 'V15',
		statement: 'An update of an NPS response requires all three fields',
		section: 'beyond.md, 18',
		ifItDiffers: 'One request less would do; resources/npsResponse/npsResponse.ts.',
		ask: async (evidence, records) => {
			const { id, userId, respondedAt } = await records.npsResponse();
			const path = `/resources/npsResponses/${id}`;

			const rejection = await evidence.rejectionOf(put(path, { score: 8 }), {
				acceptedInstead: async () =>
					await evidence.updateRecord(path, { userId, score: 8, respondedAt }),
			});

			return compare(`an update of the score alone: ${rejection?.status ?? 'accepted'}`, {
				isAsExpected: rejection?.status === 400,
			});
		},
	},
	{
		id: 'V28',
		statement: 'Null deletes a trait',
		section: 'public-facts.md, 5',
		ifItDiffers: 'Traits are not cleared; values/emptyValues.ts.',
		ask: async (evidence, records) => {
			const path = await accountPath(records);
			const stored = await updateTraits(evidence, path, { n8nVerify: 'a' });
			if (stored.n8nVerify !== 'a') return notObservable('a trait is not stored');

			const traits = await updateTraits(evidence, path, { n8nVerify: null });
			const isDeleted = !Object.hasOwn(traits, 'n8nVerify');
			const observation = isDeleted ? 'deleted' : `kept as ${describeType(traits.n8nVerify)}`;

			return compare(observation, { isAsExpected: isDeleted });
		},
	},
	{
		id: 'V29',
		statement: 'A trait accepts a list as its value',
		section: 'public-facts.md, 4',
		ifItDiffers: 'Multi-select traits end in an error; values/traits/traitValue.ts.',
		ask: async (evidence, records) => {
			const path = await accountPath(records);
			const list = { n8nVerifyList: ['a', 'b'] };

			const rejection = await evidence.rejectionOf(put(path, { traits: list }), {
				acceptedInstead: async () => await updateTraits(evidence, path, { n8nVerify: 'a' }),
			});
			if (rejection) return compare(String(rejection.status), { isAsExpected: false });

			const { traits } = await evidence.readRecord(path);
			const value = ((traits ?? {}) as IDataObject).n8nVerifyList ?? null;

			return compare(describeType(value), {
				isAsExpected: Array.isArray(value) && value.length === 2,
			});
		},
	},
	{
		id: 'V30',
		statement: 'Tags left out of an update of a note are removed',
		section: 'public-facts.md, 8',
		ifItDiffers: 'Nothing: every update sends the tags that were read.',
		ask: async (evidence, records) => {
			const { id } = await records.note();
			const tagCount = await countTagsAfterUpdate(evidence, `/resources/notes/${id}`, {
				note: '<p>Changed</p>',
			});

			return compare(`${tagCount} of 1 tags are left`, { isAsExpected: tagCount === 0 });
		},
	},
	{
		id: 'V31',
		statement: 'Tags left out of an update of a task stay',
		section: 'public-facts.md, 9',
		ifItDiffers: 'Nothing: every update sends the tags that were read.',
		ask: async (evidence, records) => {
			const { id } = await records.task();
			const tagCount = await countTagsAfterUpdate(evidence, `/resources/tasks/${id}`, {
				description: '<p>Changed</p>',
			});

			return compare(`${tagCount} of 1 tags are left`, { isAsExpected: tagCount === 1 });
		},
	},
	{
		id: 'V32',
		statement: 'An update changes the External ID of a note',
		section: 'public-facts.md, 8',
		ifItDiffers: "'External ID' in Note, Update does nothing; resources/note/noteFields.ts.",
		ask: async (evidence, records) => {
			const { id } = await records.note();
			const path = `/resources/notes/${id}`;
			const externalId = `${records.prefix}-note-changed`;

			const rejection = await evidence.rejectionOf(put(path, { externalId }), {
				acceptedInstead: async () => await evidence.readRecord(path),
			});
			const note = await evidence.readRecord(path);
			const isChanged = note.externalId === externalId;

			return compare(`${rejection?.status ?? 'accepted'}, changed: ${isChanged}`, {
				isAsExpected: isChanged,
			});
		},
	},
	{
		id: 'V37',
		statement: 'The cost of a write in the rate limit',
		section: 'public-facts.md, 9',
		ifItDiffers: 'Nothing: the nodes follow what the headers say.',
		ask: async (evidence, records) => {
			const path = await accountPath(records);
			const read: ServiceRequest = { method: 'GET', path };
			const write = put(path, { traits: { n8nVerify: 'b' } });

			const remainingAfterRead = await evidence.readNumberHeader(read, 'ratelimit-remaining');
			const remainingAfterWrite = await evidence.readNumberHeader(write, 'ratelimit-remaining');
			const cost = remainingAfterRead - remainingAfterWrite;

			return observed(Number.isNaN(cost) ? 'no header' : `${cost} units`);
		},
	},
];

async function accountPath(records: TestRecords): Promise<string> {
	const { id } = await records.account();

	return `/resources/accounts/${id}`;
}

function put(path: string, body: IDataObject): ServiceRequest {
	return { method: 'PUT', path, body, target: 'noRecord' };
}

/** Returns the traits after an update. */
async function updateTraits(
	evidence: Evidence,
	path: string,
	traits: IDataObject,
): Promise<IDataObject> {
	const record = await evidence.updateRecord(path, { traits });

	return (record.traits ?? {}) as IDataObject;
}

/** Returns how many tags a record with one tag has after an update without tags. */
async function countTagsAfterUpdate(
	evidence: Evidence,
	path: string,
	body: IDataObject,
): Promise<number> {
	const before = await evidence.readRecord(path);

	if (!Array.isArray(before.tags) || before.tags.length !== 1) {
		throw new NotObservableError('no tag before the update');
	}

	await evidence.updateRecord(path, body);
	const after = await evidence.readRecord(path);

	return Array.isArray(after.tags) ? after.tags.length : 0;
}

import type { Evidence } from '../../evidence.cts';
import { compare, notObservable, type Finding, type ReadFact } from '../fact.cts';
import { get } from './queries.cts';

/** Tells which records are found by their external ID in the path. */
export const EXTERNAL_ID_FACTS: readonly ReadFact[] = [
	{
		id: 'V6',
		statement: 'A task is not found by its External ID alone',
		section: 'beyond.md, 4',
		ifItDiffers: 'Tasks could be read by External ID with one request; resources/recordTypes.ts.',
		ask: async (evidence) =>
			await readByExternalId(evidence, '/resources/tasks', { isFoundExpected: false }),
	},
	{
		id: 'V8',
		statement: 'A note is found by its External ID in the path, without `source`',
		section: 'public-facts.md, 8',
		ifItDiffers: 'Notes by External ID end in "not found"; resources/recordTypes.ts.',
		ask: async (evidence) =>
			await readByExternalId(evidence, '/resources/notes', { isFoundExpected: true }),
	},
	{
		id: 'V9',
		statement: 'A conversation is not found by its External ID in the path',
		section: 'public-facts.md, 4.5',
		ifItDiffers: 'Conversations could be read by External ID with one request.',
		ask: async (evidence) =>
			await readByExternalId(evidence, '/resources/conversations', { isFoundExpected: false }),
	},
	{
		id: 'V11',
		statement: 'An NPS response is not found by its External ID in the path',
		section: 'beyond.md, 5',
		ifItDiffers: 'NPS responses could be read by External ID with one request.',
		ask: async (evidence) =>
			await readByExternalId(evidence, '/resources/npsResponses', { isFoundExpected: false }),
	},
];

/** Reads a record by its external ID, and by its Vitally ID as the control. */
async function readByExternalId(
	evidence: Evidence,
	path: string,
	{ isFoundExpected }: { isFoundExpected: boolean },
): Promise<Finding> {
	const records = await evidence.readNewestRecords(path);
	const record = records.find(({ externalId }) => externalId);
	if (!record) return notObservable('no record of the first page has an External ID');

	const pathByExternalId = `${path}/${encodeURIComponent(String(record.externalId))}`;
	const rejection = await evidence.rejectionOf(get(pathByExternalId), {
		acceptedInstead: async () => await evidence.readRecord(`${path}/${record.id}`),
	});

	if (rejection) {
		const isNotFound = rejection.status === 404;

		return compare(String(rejection.status), { isAsExpected: !isFoundExpected && isNotFound });
	}

	const found = await evidence.readRecord(pathByExternalId);
	const isSame = found.id === record.id;

	return compare(`the same record: ${isSame}`, { isAsExpected: isFoundExpected && isSame });
}

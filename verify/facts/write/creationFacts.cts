import type { IDataObject } from 'n8n-workflow';

import type { Evidence } from '../../evidence.cts';
import { KINDS, type Kind, type TestRecords } from '../../testRecords.cts';
import { compare, notObservable, observed, type Finding, type WriteFact } from '../fact.cts';

/** What a creation does with the external ID of a record that is there. */
interface SecondCreation {
	status: number;
	effect: 'rejected' | 'updated' | 'created' | 'unknown';
}

/** What creations do, and what is found of the records that they create. */
export const CREATION_FACTS: readonly WriteFact[] = [
	{
		id: 'V33',
		statement: 'A new note and a new user move `updatedAt` of their account',
		section: 'beyond.md, 1',
		ifItDiffers: 'The event "On account updated" does not fire for them; docs/trigger.md.',
		ask: async (evidence, records) => {
			const { id } = await records.account();
			const account = `/resources/accounts/${id}`;

			const user = await isMovedBy(evidence, account, async () => await records.user());
			const note = await isMovedBy(evidence, account, async () => await records.note());
			const task = await isMovedBy(evidence, account, async () => await records.task());
			const conversation = await isMovedBy(
				evidence,
				account,
				async () => await records.conversation(),
			);

			return compare(`user: ${user}, note: ${note}; task: ${task}, conversation: ${conversation}`, {
				isAsExpected: user && note,
			});
		},
	},
	{
		id: 'V2',
		statement: 'What POST of a known External ID does: accounts',
		section: 'beyond.md, 19',
		ifItDiffers: 'Nothing: the nodes look first.',
		ask: async (_evidence, records) => {
			const account = await records.account();
			const body = { name: account.name };

			return observeEffect(await createAgain(records, KINDS.account, account, body));
		},
	},
	{
		id: 'V3',
		statement: 'What POST of a known External ID does: users',
		section: 'beyond.md, 19',
		ifItDiffers: 'Nothing: the nodes look first.',
		ask: async (_evidence, records) => {
			const user = await records.user();
			const account = await records.account();
			const body = { accountIds: [String(account.id)] };

			return observeEffect(await createAgain(records, KINDS.user, user, body));
		},
	},
	{
		id: 'V4',
		statement: 'What POST of a known External ID does: organizations',
		section: 'beyond.md, 19',
		ifItDiffers: 'Nothing: the nodes look first.',
		ask: async (_evidence, records) => {
			const organization = await records.organization();
			const body = { name: organization.name };

			return observeEffect(await createAgain(records, KINDS.organization, organization, body));
		},
	},
	{
		id: 'V5',
		statement: 'What POST of a known External ID does: notes',
		section: 'public-facts.md, 9',
		ifItDiffers: 'Nothing: the nodes look first.',
		ask: async (_evidence, records) => {
			const note = await records.note();
			const account = await records.account();
			const body = {
				accountId: String(account.id),
				note: '<p>May be deleted</p>',
				noteDate: new Date().toISOString(),
			};

			return observeEffect(await createAgain(records, KINDS.note, note, body));
		},
	},
	{
		id: 'V7',
		statement: 'POST of a known External ID updates a task',
		section: 'beyond.md, 4',
		ifItDiffers: 'Create or Update of a task ends in an error; resources/task/.',
		ask: async (_evidence, records) => {
			const task = await records.task();
			const account = await records.account();
			const body = { accountId: String(account.id), name: task.name };

			const creation = await createAgain(records, KINDS.task, task, body);
			const finding = observeEffect(creation);
			if (creation.effect === 'unknown') return finding;

			return compare(finding.observation, { isAsExpected: creation.effect === 'updated' });
		},
	},
	{
		id: 'V10',
		statement: 'A message is not found by its External ID',
		section: 'beyond.md, 18',
		ifItDiffers: 'Messages could be read by External ID with one request.',
		ask: async (evidence, records) => {
			const { id } = await records.conversation();
			const conversation = await evidence.readRecord(`/resources/conversations/${id}`);
			const [message] = (conversation.messages ?? []) as IDataObject[];
			if (!message) return notObservable('the conversation has no message');

			const rejection = await evidence.rejectionOf(
				{ method: 'GET', path: `/resources/messages/${records.prefix}-message` },
				{
					acceptedInstead: async () =>
						await evidence.readRecord(`/resources/messages/${message.id}`),
				},
			);

			return compare(String(rejection?.status ?? 'found'), {
				isAsExpected: rejection?.status === 404,
			});
		},
	},
];

/** Returns whether a creation moves `updatedAt` of an account. */
async function isMovedBy(
	evidence: Evidence,
	account: string,
	create: () => Promise<unknown>,
): Promise<boolean> {
	const before = await evidence.readRecord(account);

	await create();
	const after = await evidence.readRecord(account);

	return after.updatedAt !== before.updatedAt;
}

/**
 * Sends a creation with the external ID of a record of this run.
 *
 * @param body besides the external ID
 */
async function createAgain(
	records: TestRecords,
	kind: Kind,
	record: IDataObject,
	body: IDataObject,
): Promise<SecondCreation> {
	const externalId = String(record.externalId);
	const { status, body: answer } = await records.create(kind, { externalId, ...body });
	if (status >= 300) return { status, effect: 'rejected' };

	const { id } = (answer ?? {}) as { id?: unknown };
	if (typeof id !== 'string') return { status, effect: 'unknown' };

	return { status, effect: id === record.id ? 'updated' : 'created' };
}

function observeEffect({ status, effect }: SecondCreation): Finding {
	switch (effect) {
		case 'rejected':
			return observed(`${status}: refused`);
		case 'updated':
			return observed(`${status}: the record is updated`);
		case 'created':
			return observed(`${status}: a second record is created`);
		case 'unknown':
			return notObservable('the answer is no record');
	}
}

import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../nodes/Vitally/transport/client';
import type { Evidence } from './evidence.cts';
import {
	describeResponse,
	judge,
	notSeen,
	NotShown,
	seen,
	shapeOf,
	type Finding,
	type WriteFact,
} from './fact.cts';
import type { ThrowAway } from './throwAway.cts';

type Json = Record<string, unknown>;

/** Creates once more with the external ID of a record of this run. */
async function createAgain(
	own: ThrowAway,
	kind: string,
	path: string,
	record: IDataObject,
	body: IDataObject,
): Promise<Finding> {
	const externalId = String(record.externalId);
	const response = await own.create(kind, path, { externalId, ...body });
	if (response.status >= 300) return seen(`${response.status}: refused`);

	const { id } = (response.body ?? {}) as Json;
	if (typeof id !== 'string') return notSeen('the answer is no record');

	const isSame = id === record.id;

	return seen(
		`${response.status}: ${isSame ? 'the record is updated' : 'a second record is created'}`,
	);
}

/** How many of its tags a record has after an update without tags. */
async function tagsAfterUpdate(
	evidence: Evidence,
	path: string,
	body: IDataObject,
): Promise<number> {
	const { tags: before } = await evidence.record(path);
	if (!Array.isArray(before) || before.length !== 1) throw new NotShown('no tag before the update');

	await evidence.change(path, body);
	const { tags } = await evidence.record(path);

	return Array.isArray(tags) ? tags.length : 0;
}

/** Whether a creation moves `updatedAt` of the account. */
async function movesAccount(
	evidence: Evidence,
	own: ThrowAway,
	create: () => Promise<unknown>,
): Promise<boolean> {
	const path = `/resources/accounts/${(await own.account()).id}`;
	const { updatedAt: before } = await evidence.record(path);

	await create();

	return (await evidence.record(path)).updatedAt !== before;
}

/** In this order: a later fact relies on the records of those before it. */
export const WRITE_FACTS: readonly WriteFact[] = [
	{
		id: 'V33',
		statement: 'A new note and a new user move `updatedAt` of their account',
		section: 'beyond.md, 1',
		ifItDiffers: 'The event "On account updated" does not fire for them; docs/trigger.md.',
		ask: async (evidence, own) => {
			const moves = async (create: () => Promise<unknown>) =>
				await movesAccount(evidence, own, create);
			const user = await moves(async () => await own.user());
			const note = await moves(async () => await own.note());
			const task = await moves(async () => await own.task());
			const conversation = await moves(async () => await own.conversation());

			return judge(
				user && note,
				`user: ${user}, note: ${note}; task: ${task}, conversation: ${conversation}`,
			);
		},
	},
	{
		id: 'V2',
		statement: 'What POST of a known external ID does: accounts',
		section: 'beyond.md, 19',
		ifItDiffers: 'Nothing: the nodes look first.',
		ask: async (_evidence, own) => {
			const account = await own.account();

			return await createAgain(own, 'account', '/resources/accounts', account, {
				name: String(account.name),
			});
		},
	},
	{
		id: 'V3',
		statement: 'What POST of a known external ID does: users',
		section: 'beyond.md, 19',
		ifItDiffers: 'Nothing: the nodes look first.',
		ask: async (_evidence, own) =>
			await createAgain(own, 'user', '/resources/users', await own.user(), {
				accountIds: [String((await own.account()).id)],
			}),
	},
	{
		id: 'V4',
		statement: 'What POST of a known external ID does: organizations',
		section: 'beyond.md, 19',
		ifItDiffers: 'Nothing: the nodes look first.',
		ask: async (_evidence, own) => {
			const organization = await own.organization();

			return await createAgain(own, 'organization', '/resources/organizations', organization, {
				name: String(organization.name),
			});
		},
	},
	{
		id: 'V5',
		statement: 'What POST of a known external ID does: notes',
		section: 'public-facts.md, 9',
		ifItDiffers: 'Nothing: the nodes look first.',
		ask: async (_evidence, own) =>
			await createAgain(own, 'note', '/resources/notes', await own.note(), {
				accountId: String((await own.account()).id),
				note: '<p>May be deleted</p>',
				noteDate: new Date().toISOString(),
			}),
	},
	{
		id: 'V7',
		statement: 'POST of a known external ID updates a task',
		section: 'beyond.md, 4',
		ifItDiffers: 'Create or Update of a task ends in an error; resources/task/.',
		ask: async (_evidence, own) => {
			const task = await own.task();
			const finding = await createAgain(own, 'task', '/resources/tasks', task, {
				accountId: String((await own.account()).id),
				name: String(task.name),
			});
			if (finding.result === 'notSeen') return finding;

			return judge(finding.seen.includes('is updated'), finding.seen);
		},
	},
	{
		id: 'V10',
		statement: 'A message is not found by its external ID',
		section: 'beyond.md, 18',
		ifItDiffers: 'Messages could be read by External ID with one request.',
		ask: async (evidence, own) => {
			const path = `/resources/conversations/${(await own.conversation()).id}`;
			const [message] = ((await evidence.record(path)).messages ?? []) as IDataObject[];
			if (!message) return notSeen('the conversation has no message');

			const request = { method: 'GET' as const, path: `/resources/messages/${own.prefix}-message` };
			const refusal = await evidence.refusal(request, async () =>
				evidence.record(`/resources/messages/${message.id}`),
			);

			return judge(refusal?.status === 404, String(refusal?.status ?? 'found'));
		},
	},
	{
		id: 'V15',
		statement: 'An update of an NPS response requires all three fields',
		section: 'beyond.md, 18',
		ifItDiffers: 'One request less would do; resources/npsResponse/update.ts.',
		ask: async (evidence, own) => {
			const { id, userId, respondedAt } = await own.npsResponse();
			const path = `/resources/npsResponses/${id}`;
			const alone = { method: 'PUT', path, body: { score: 8 }, target: 'noRecord' } as const;
			const refusal = await evidence.refusal(alone, async () =>
				evidence.change(path, { userId, score: 8, respondedAt }),
			);

			return judge(
				refusal?.status === 400,
				`an update of the score alone: ${refusal?.status ?? 'accepted'}`,
			);
		},
	},
	{
		id: 'V28',
		statement: 'Null deletes a trait',
		section: 'public-facts.md, 5',
		ifItDiffers: 'Traits are not cleared; values/emptyValues.ts.',
		ask: async (evidence, own) => {
			const path = `/resources/accounts/${(await own.account()).id}`;
			const traitsAfter = async (value: string | null) =>
				((await evidence.change(path, { traits: { n8nVerify: value } })).traits ?? {}) as Json;
			if ((await traitsAfter('a')).n8nVerify !== 'a') return notSeen('a trait is not stored');

			const traits = await traitsAfter(null);
			const isDeleted = !Object.hasOwn(traits, 'n8nVerify');

			return judge(isDeleted, isDeleted ? 'deleted' : `kept as ${shapeOf(traits.n8nVerify)}`);
		},
	},
	{
		id: 'V29',
		statement: 'A trait accepts a list as its value',
		section: 'public-facts.md, 4',
		ifItDiffers: 'Multi-select traits end in an error; values/traitValue.ts.',
		ask: async (evidence, own) => {
			const path = `/resources/accounts/${(await own.account()).id}`;
			const traits = { n8nVerifyList: ['a', 'b'] };
			const request = { method: 'PUT', path, body: { traits }, target: 'noRecord' } as const;
			const refusal = await evidence.refusal(request, async () =>
				evidence.change(path, { traits: { n8nVerify: 'a' } }),
			);
			if (refusal) return judge(false, String(refusal.status));

			const { n8nVerifyList: value } = ((await evidence.record(path)).traits ?? {}) as Json;

			return judge(Array.isArray(value) && value.length === 2, shapeOf(value ?? null));
		},
	},
	{
		id: 'V30',
		statement: 'Tags left out of an update of a note are removed',
		section: 'public-facts.md, 8',
		ifItDiffers: 'Nothing: every update sends the tags that were read.',
		ask: async (evidence, own) => {
			const path = `/resources/notes/${(await own.note()).id}`;
			const left = await tagsAfterUpdate(evidence, path, { note: '<p>Changed</p>' });

			return judge(left === 0, `${left} of 1 tags are left`);
		},
	},
	{
		id: 'V31',
		statement: 'Tags left out of an update of a task stay',
		section: 'public-facts.md, 9',
		ifItDiffers: 'Nothing: every update sends the tags that were read.',
		ask: async (evidence, own) => {
			const path = `/resources/tasks/${(await own.task()).id}`;
			const left = await tagsAfterUpdate(evidence, path, { description: '<p>Changed</p>' });

			return judge(left === 1, `${left} of 1 tags are left`);
		},
	},
	{
		id: 'V32',
		statement: 'An update changes the external ID of a note',
		section: 'public-facts.md, 8',
		ifItDiffers: "'External ID' in Note, Update does nothing; resources/note/fields.ts.",
		ask: async (evidence, own) => {
			const externalId = `${own.prefix}-note-changed`;
			const path = `/resources/notes/${(await own.note()).id}`;
			const request = { method: 'PUT', path, body: { externalId }, target: 'noRecord' } as const;
			const refusal = await evidence.refusal(request, async () => evidence.record(path));
			const isChanged = (await evidence.record(path)).externalId === externalId;

			return judge(isChanged, `${refusal?.status ?? 'accepted'}, changed: ${isChanged}`);
		},
	},
	{
		id: 'V34',
		statement: 'The status and body of a deletion, and of the second one',
		section: 'public-facts.md, 2',
		ifItDiffers: 'Nothing: any 2xx is a deletion, and 404 is an error with a reason.',
		ask: async (evidence, own) => {
			const path = `/resources/notes/${(await own.note()).id}`;
			const request = { method: 'DELETE', path, target: 'noRecord' } as const;
			const [first, second] = [await evidence.describe(request), await evidence.describe(request)];

			return seen(`${first.text}; again: ${second.text}`);
		},
	},
	{
		id: 'V37',
		statement: 'The cost of a write in the rate limit',
		section: 'public-facts.md, 9',
		ifItDiffers: 'Nothing: the nodes follow what the headers say.',
		ask: async (evidence, own) => {
			const path = `/resources/accounts/${(await own.account()).id}`;
			const body = { traits: { n8nVerify: 'b' } };
			const remaining = async (request: ServiceRequest) =>
				await evidence.header(request, 'ratelimit-remaining');
			const read = await remaining({ method: 'GET', path });
			const write = await remaining({ method: 'PUT', path, body, target: 'noRecord' });

			return seen(Number.isNaN(read - write) ? 'no header' : `${read - write} units`);
		},
	},
	{
		id: 'V38',
		statement: 'Whether a deleted user is gone or marked',
		section: 'beyond.md, 3',
		ifItDiffers: 'Nothing: what is read is returned.',
		ask: async (evidence, own) => {
			const path = `/resources/users/${(await own.user()).id}`;
			const { text } = await evidence.describe({ method: 'DELETE', path, target: 'noRecord' });
			const after = await evidence.describe({ method: 'GET', path });

			return seen(`${text}, then ${after.text}`);
		},
	},
	{
		id: 'V43',
		statement: 'A task can be linked to a milestone of a project by its name',
		section: 'service.md, Projects',
		ifItDiffers: 'The milestone is not set; resources/project/taskLink.ts.',
		ask: async () =>
			notSeen('a project comes from a template, whose tasks may notify the people they name'),
	},
];

/** What the Analytics API answers, with its own key. */
export const ANALYTICS_FACT: WriteFact = {
	id: 'V45',
	statement: 'The Analytics key is sent as it stands, and a bad message rejects its whole batch',
	section: 'public-facts.md, 6',
	ifItDiffers: 'Batches with a bad message are reported wrong; VitallyAnalytics/batch.ts.',
	ask: async (analytics, own) => {
		const accountId = String((await own.account()).externalId);
		const good = { type: 'account', accountId, traits: {}, messageId: `${own.prefix}-good` };
		const bad = { type: 'account', traits: {}, messageId: `${own.prefix}-bad` };
		const batchOf = (body: IDataObject[]): ServiceRequest => ({
			method: 'POST',
			path: '/analytics/v1/batch',
			body,
			target: 'noRecord',
		});
		const refusal = await analytics.refusal(batchOf([good, bad]), async () =>
			analytics.accepted(batchOf([good])),
		);

		return judge(refusal?.status === 400, refusal ? describeResponse(refusal) : 'accepted');
	},
};

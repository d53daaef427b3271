import type { IDataObject } from 'n8n-workflow';

import type { ServiceResponse } from '../../nodes/Vitally/transport/client';
import {
	describeResponse,
	judge,
	notSeen,
	seen,
	shapeOf,
	type Finding,
	type WriteFact,
} from './fact.cts';
import type { ThrowAway } from './throwAway.cts';
import type { Workspace } from './workspace.cts';

type Json = Record<string, unknown>;

const bodyOf = ({ body }: ServiceResponse) => (body ?? {}) as Json;

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
	const isSame = bodyOf(response).id === record.id;
	return seen(
		`${response.status}: ${isSame ? 'the record is updated' : 'a second record is created'}`,
	);
}

async function put(
	workspace: Workspace,
	path: string,
	body: IDataObject,
): Promise<ServiceResponse> {
	return await workspace.send({ method: 'PUT', path, body, target: 'noRecord' });
}

async function get(workspace: Workspace, path: string): Promise<ServiceResponse> {
	return await workspace.send({ method: 'GET', path });
}

/** What an update without tags does to the tags of a record. */
async function tagsAfterUpdate(
	workspace: Workspace,
	path: string,
	body: IDataObject,
): Promise<number> {
	const { tags } = bodyOf(await put(workspace, path, body));
	return Array.isArray(tags) ? tags.length : 0;
}

/** Whether a creation moves `updatedAt` of the account. */
async function movesAccount(
	workspace: Workspace,
	own: ThrowAway,
	create: () => Promise<unknown>,
): Promise<boolean> {
	const path = `/resources/accounts/${(await own.account()).id}`;
	const before = bodyOf(await get(workspace, path)).updatedAt;
	await create();
	return bodyOf(await get(workspace, path)).updatedAt !== before;
}

/** In this order: a later fact relies on the records of those before it. */
export const WRITE_FACTS: readonly WriteFact[] = [
	{
		id: 'V33',
		statement: 'A new note and a new user move `updatedAt` of their account',
		section: 'beyond.md, 1',
		ifItDiffers: 'The event "On account updated" does not fire for them; docs/trigger.md.',
		ask: async (workspace, own) => {
			const moves = async (create: () => Promise<unknown>) =>
				await movesAccount(workspace, own, create);
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
		ask: async (_workspace, own) => {
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
		ask: async (_workspace, own) =>
			await createAgain(own, 'user', '/resources/users', await own.user(), {
				accountIds: [String((await own.account()).id)],
			}),
	},
	{
		id: 'V4',
		statement: 'What POST of a known external ID does: organizations',
		section: 'beyond.md, 19',
		ifItDiffers: 'Nothing: the nodes look first.',
		ask: async (_workspace, own) => {
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
		ask: async (_workspace, own) =>
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
		ask: async (_workspace, own) => {
			const task = await own.task();
			const finding = await createAgain(own, 'task', '/resources/tasks', task, {
				accountId: String((await own.account()).id),
				name: String(task.name),
			});
			return judge(finding.seen.includes('is updated'), finding.seen);
		},
	},
	{
		id: 'V10',
		statement: 'A message is not found by its external ID',
		section: 'beyond.md, 18',
		ifItDiffers: 'Messages could be read by External ID with one request.',
		ask: async (workspace, own) => {
			await own.conversation();
			const { status } = await get(workspace, `/resources/messages/${own.prefix}-message`);
			return judge(status === 404, String(status));
		},
	},
	{
		id: 'V15',
		statement: 'An update of an NPS response requires all three fields',
		section: 'beyond.md, 18',
		ifItDiffers: 'One request less would do; resources/npsResponse/update.ts.',
		ask: async (workspace, own) => {
			const { id } = await own.npsResponse();
			const { status } = await put(workspace, `/resources/npsResponses/${id}`, { score: 8 });
			return judge(status === 400, `an update of the score alone: ${status}`);
		},
	},
	{
		id: 'V28',
		statement: 'Null deletes a trait',
		section: 'public-facts.md, 5',
		ifItDiffers: 'Traits are not cleared; values/emptyValues.ts.',
		ask: async (workspace, own) => {
			const path = `/resources/accounts/${(await own.account()).id}`;
			const key = 'n8nVerify';
			await put(workspace, path, { traits: { [key]: 'a' } });
			const after = bodyOf(await put(workspace, path, { traits: { [key]: null } }));
			const value = (after.traits as Json | undefined)?.[key];
			return judge(value === undefined || value === null, shapeOf(value ?? null));
		},
	},
	{
		id: 'V29',
		statement: 'A trait accepts a list as its value',
		section: 'public-facts.md, 4',
		ifItDiffers: 'Multi-select traits end in an error; values/traitValue.ts.',
		ask: async (workspace, own) => {
			const path = `/resources/accounts/${(await own.account()).id}`;
			const response = await put(workspace, path, { traits: { n8nVerifyList: ['a', 'b'] } });
			const { n8nVerifyList: value } = (bodyOf(response).traits ?? {}) as Json;
			return judge(
				response.status < 300 && Array.isArray(value),
				`${response.status}, ${shapeOf(value ?? null)}`,
			);
		},
	},
	{
		id: 'V30',
		statement: 'Tags left out of an update of a note are removed',
		section: 'public-facts.md, 8',
		ifItDiffers: 'Nothing: every update sends the tags that were read.',
		ask: async (workspace, own) => {
			const path = `/resources/notes/${(await own.note()).id}`;
			const left = await tagsAfterUpdate(workspace, path, { note: '<p>Changed</p>' });
			return judge(left === 0, `${left} of 1 tags are left`);
		},
	},
	{
		id: 'V31',
		statement: 'Tags left out of an update of a task stay',
		section: 'public-facts.md, 9',
		ifItDiffers: 'Nothing: every update sends the tags that were read.',
		ask: async (workspace, own) => {
			const path = `/resources/tasks/${(await own.task()).id}`;
			const left = await tagsAfterUpdate(workspace, path, { description: '<p>Changed</p>' });
			return judge(left === 1, `${left} of 1 tags are left`);
		},
	},
	{
		id: 'V32',
		statement: 'An update changes the external ID of a note',
		section: 'public-facts.md, 8',
		ifItDiffers: "'External ID' in Note, Update does nothing; resources/note/fields.ts.",
		ask: async (workspace, own) => {
			const externalId = `${own.prefix}-note-changed`;
			const path = `/resources/notes/${(await own.note()).id}`;
			const response = await put(workspace, path, { externalId });
			const isChanged = bodyOf(response).externalId === externalId;
			return judge(isChanged, `${response.status}, changed: ${isChanged}`);
		},
	},
	{
		id: 'V34',
		statement: 'The status and body of a deletion, and of the second one',
		section: 'public-facts.md, 2',
		ifItDiffers: 'Nothing: any 2xx is a deletion, and 404 is an error with a reason.',
		ask: async (workspace, own) => {
			const path = `/resources/notes/${(await own.note()).id}`;
			const first = await workspace.send({ method: 'DELETE', path, target: 'noRecord' });
			const second = await workspace.send({ method: 'DELETE', path, target: 'noRecord' });
			return seen(`${describeResponse(first)}; again: ${describeResponse(second)}`);
		},
	},
	{
		id: 'V37',
		statement: 'The cost of a write in the rate limit',
		section: 'public-facts.md, 9',
		ifItDiffers: 'Nothing: the nodes follow what the headers say.',
		ask: async (workspace, own) => {
			const path = `/resources/accounts/${(await own.account()).id}`;
			const remaining = ({ headers }: ServiceResponse) => Number(headers['ratelimit-remaining']);
			const read = remaining(await get(workspace, path));
			const write = remaining(await put(workspace, path, { traits: { n8nVerify: 'b' } }));
			return seen(Number.isNaN(read - write) ? 'no header' : `${read - write} units`);
		},
	},
	{
		id: 'V38',
		statement: 'Whether a deleted user is gone or marked',
		section: 'beyond.md, 3',
		ifItDiffers: 'Nothing: what is read is returned.',
		ask: async (workspace, own) => {
			const path = `/resources/users/${(await own.user()).id}`;
			const { status } = await workspace.send({ method: 'DELETE', path, target: 'noRecord' });
			const after = await get(workspace, path);
			const { deactivatedAt } = bodyOf(after);
			return seen(
				`${status}, then ${after.status}, deactivatedAt: ${shapeOf(deactivatedAt ?? null)}`,
			);
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
		const path = '/analytics/v1/batch';
		const body = [good, bad] as IDataObject[];
		const response = await analytics.send({ method: 'POST', path, body, target: 'noRecord' });
		return judge(response.status === 400, describeResponse(response));
	},
};

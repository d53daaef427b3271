import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest, ServiceResponse } from '../nodes/Vitally/transport/client';
import { recordsIn, type Workspace } from './workspace.cts';

/** A record that this run created. */
interface Created {
	kind: string;
	path: string;
	id: string;
}

/** A creation whose answer did not arrive. */
interface Uncertain {
	kind: string;
	path: string;
	externalId: string;
}

/** The external IDs of all runs begin so. */
const PREFIX = 'n8n-verify-';

/** Where records of runs may be left, those below others first. */
const KINDS: ReadonlyArray<[kind: string, path: string, query?: IDataObject]> = [
	['note', '/resources/notes'],
	['task', '/resources/tasks'],
	['NPS response', '/resources/npsResponses'],
	['conversation', '/resources/conversations'],
	['user', '/resources/users'],
	['organization', '/resources/organizations'],
	['account', '/resources/accounts', { status: 'activeOrChurned' }],
];

/** Records that the run creates below one account, and deletes at its end. */
export class ThrowAway {
	/** Of all records of this run. */
	readonly prefix = `${PREFIX}${Date.now()}`;
	private readonly created: Created[] = [];
	private readonly uncertain = new Set<Uncertain>();
	private readonly records = new Map<string, Promise<IDataObject>>();

	constructor(private readonly workspace: Workspace) {}

	async account(): Promise<IDataObject> {
		return await this.once('account', '/resources/accounts', () => ({
			name: 'n8n-nodes-vitally verify, may be deleted',
		}));
	}

	async user(): Promise<IDataObject> {
		return await this.once('user', '/resources/users', async () => ({
			accountIds: [(await this.account()).id],
			name: 'n8n-nodes-vitally verify',
			email: `${this.prefix}@example.invalid`,
		}));
	}

	async note(): Promise<IDataObject> {
		return await this.once('note', '/resources/notes', async () => ({
			accountId: (await this.account()).id,
			subject: 'n8n-nodes-vitally verify',
			note: '<p>May be deleted</p>',
			noteDate: new Date().toISOString(),
			tags: [this.prefix],
		}));
	}

	async task(): Promise<IDataObject> {
		return await this.once('task', '/resources/tasks', async () => ({
			accountId: (await this.account()).id,
			name: 'n8n-nodes-vitally verify, may be deleted',
			tags: [this.prefix],
		}));
	}

	async npsResponse(): Promise<IDataObject> {
		return await this.once('NPS response', '/resources/npsResponses', async () => ({
			userId: (await this.user()).id,
			score: 9,
			respondedAt: new Date().toISOString(),
		}));
	}

	async conversation(): Promise<IDataObject> {
		return await this.once('conversation', '/resources/conversations', async () => {
			const user = { type: 'user', id: (await this.user()).id as string };

			return {
				subject: 'n8n-nodes-vitally verify, may be deleted',
				messages: [
					{ externalId: `${this.prefix}-message`, message: '<p>Test</p>', from: user, to: [user] },
				],
			};
		});
	}

	async organization(): Promise<IDataObject> {
		return await this.once('organization', '/resources/organizations', () => ({
			name: 'n8n-nodes-vitally verify, may be deleted',
		}));
	}

	/**
	 * Sends a creation, and remembers what it created or may have created.
	 *
	 * @param kind for the list of what could not be deleted
	 * @param body with an external ID, by which the record is found again
	 */
	async create(kind: string, path: string, body: IDataObject): Promise<ServiceResponse> {
		const request: ServiceRequest = { method: 'POST', path, body, target: 'noRecord' };
		const externalId = String(body.externalId);
		const creation = { kind, path, externalId };

		this.uncertain.add(creation);
		const response = await this.workspace.send(request);
		const { id } = (response.body ?? {}) as { id?: unknown };
		if (response.status < 300 && typeof id === 'string') this.remember({ kind, path, id });
		if (response.status >= 300 || typeof id === 'string') this.uncertain.delete(creation);

		return response;
	}

	/**
	 * Deletes all that the run created, the newest first, and what it may have created.
	 *
	 * @param workspace without a signal: the run may have been ended
	 * @param pauseMs before a second look: a message of Analytics creates its account again a while later
	 * @returns what could not be deleted, or may appear later
	 */
	async deleteAll(workspace: Workspace, pauseMs: number): Promise<string[]> {
		const left: string[] = [];

		for (const one of [...this.created].reverse()) left.push(...(await remove(workspace, one)));
		await sleep(pauseMs);
		const found = await deleteLeftOvers(workspace, this.prefix);
		const isThere = ({ externalId }: Uncertain) => found.externalIds.has(externalId);
		const uncertain = [...this.uncertain].filter((one) => !isThere(one));

		return [
			...new Set([...left, ...found.left]),
			...uncertain.map(
				({ kind, externalId }) => `${kind} with the external ID ${externalId}, if it was created`,
			),
		];
	}

	private async once(
		kind: string,
		path: string,
		body: () => IDataObject | Promise<IDataObject>,
	): Promise<IDataObject> {
		const record = this.records.get(kind) ?? this.createOne(kind, path, body);

		this.records.set(kind, record);

		return await record;
	}

	private async createOne(
		kind: string,
		path: string,
		body: () => IDataObject | Promise<IDataObject>,
	): Promise<IDataObject> {
		const externalId = `${this.prefix}-${kind.replace(' ', '-')}`;
		const response = await this.create(kind, path, { externalId, ...(await body()) });
		const record = response.body as IDataObject;
		if (response.status < 300 && typeof record?.id === 'string') return record;

		throw new NotCreated(kind, response.status);
	}

	private remember(created: Created): void {
		if (!this.created.some(({ id }) => id === created.id)) this.created.push(created);
	}
}

/**
 * Deletes what runs have left, such as one that was killed. Records are found in the newest page of each list.
 *
 * @param prefix of their external IDs
 * @returns the external IDs of what was found, and what could not be deleted
 */
export async function deleteLeftOvers(
	workspace: Workspace,
	prefix = PREFIX,
): Promise<{ externalIds: Set<string>; left: string[] }> {
	const externalIds = new Set<string>();
	const left: string[] = [];

	for (const [kind, path, query] of KINDS) {
		const newest = { limit: 100, sortBy: 'createdAt', ...query };
		const page = await workspace
			.send({ method: 'GET', path, query: newest })
			.catch(() => undefined);

		for (const { id, externalId, archivedAt } of (page && recordsIn(page)) ?? []) {
			if (!String(externalId).startsWith(prefix) || archivedAt) continue;

			externalIds.add(String(externalId));
			left.push(...(await remove(workspace, { kind, path, id: String(id) })));
		}
	}

	return { externalIds, left };
}

/** @returns the record where it could not be deleted */
async function remove(workspace: Workspace, { kind, path, id }: Created): Promise<string[]> {
	const request: ServiceRequest = {
		method: 'DELETE',
		path: `${path}/${id}`,
		wasRead: true,
		target: 'noRecord',
	};
	const status = await workspace.send(request).then(
		(response) => response.status,
		() => undefined,
	);

	// A deletion of an account or a user deletes what belongs to it.
	return status === undefined || (status >= 300 && status !== 404) ? [`${kind} ${id}`] : [];
}

/** The service refuses a record that the run needs. */
export class NotCreated extends Error {
	constructor(
		readonly kind: string,
		readonly status: number,
	) {
		super(`The service answers ${status} to a new ${kind}`);
	}
}

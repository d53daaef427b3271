import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import type {
	SendContext,
	ServiceRequest,
	ServiceResponse,
} from '../nodes/Vitally/transport/client';
import { pages } from '../nodes/Vitally/transport/pages';
import type { Workspace } from './workspace.cts';

/** The paths at which records of one kind are created, listed and deleted. */
export interface Kind {
	/** The name of the kind in the report. */
	name: string;
	path: string;
	/** Lists all of them, where some are left out otherwise. */
	query?: IDataObject;
}

/** A record that this run created. */
interface CreatedRecord {
	kind: Kind;
	id: string;
}

/** A creation whose answer did not arrive. */
interface UncertainCreation {
	kind: Kind;
	externalId: string;
}

/** Records that runs have left. */
interface LeftOvers {
	externalIds: Set<string>;
	/** Those that could not be deleted. */
	notDeleted: string[];
}

/** What a creation sends besides the external ID. */
type Body = () => IDataObject | Promise<IDataObject>;

/** The external IDs of all runs begin so. */
const PREFIX = 'n8n-verify-';

/** How far the clock of the service may be behind that of this machine. */
const CLOCK_MARGIN_MS = 24 * 60 * 60 * 1000;

const NAME = 'n8n-nodes-vitally verify';
const NAME_OF_DELETABLE = `${NAME}, may be deleted`;

export const KINDS = {
	account: {
		name: 'account',
		path: '/resources/accounts',
		query: { status: 'activeOrChurned' },
	},
	organization: { name: 'organization', path: '/resources/organizations' },
	user: { name: 'user', path: '/resources/users' },
	note: { name: 'note', path: '/resources/notes' },
	task: { name: 'task', path: '/resources/tasks' },
	npsResponse: { name: 'NPS response', path: '/resources/npsResponses' },
	conversation: { name: 'conversation', path: '/resources/conversations' },
} satisfies Record<string, Kind>;

/** Records below others come first. */
const ORDER_OF_DELETION: Kind[] = [
	KINDS.note,
	KINDS.task,
	KINDS.npsResponse,
	KINDS.conversation,
	KINDS.user,
	KINDS.organization,
	KINDS.account,
];

/** The service rejects a record that the run needs. */
export class NotCreatedError extends Error {
	constructor({ name }: Kind, status: number) {
		super(`The service answers ${status} to a new ${name}`);
	}
}

/** The records that a run creates below one account, and deletes at its end. Each is created when it is needed. */
export class TestRecords {
	private readonly startedMs = Date.now();
	/** All external IDs of this run begin so. */
	readonly prefix = `${PREFIX}${this.startedMs}`;
	private readonly created: CreatedRecord[] = [];
	private readonly uncertain = new Set<UncertainCreation>();
	private readonly records = new Map<Kind, Promise<IDataObject>>();

	constructor(private readonly workspace: Workspace) {}

	async account(): Promise<IDataObject> {
		return await this.createOnce(KINDS.account, () => ({ name: NAME_OF_DELETABLE }));
	}

	async user(): Promise<IDataObject> {
		return await this.createOnce(KINDS.user, async () => ({
			accountIds: [(await this.account()).id],
			name: NAME,
			email: `${this.prefix}@example.invalid`,
		}));
	}

	async note(): Promise<IDataObject> {
		return await this.createOnce(KINDS.note, async () => ({
			accountId: (await this.account()).id,
			subject: NAME,
			note: '<p>May be deleted</p>',
			noteDate: new Date().toISOString(),
			tags: [this.prefix],
		}));
	}

	async task(): Promise<IDataObject> {
		return await this.createOnce(KINDS.task, async () => ({
			accountId: (await this.account()).id,
			name: NAME_OF_DELETABLE,
			tags: [this.prefix],
		}));
	}

	async npsResponse(): Promise<IDataObject> {
		return await this.createOnce(KINDS.npsResponse, async () => ({
			userId: (await this.user()).id,
			score: 9,
			respondedAt: new Date().toISOString(),
		}));
	}

	async conversation(): Promise<IDataObject> {
		return await this.createOnce(KINDS.conversation, async () => {
			const user = { type: 'user', id: (await this.user()).id as string };
			const message = {
				externalId: `${this.prefix}-message`,
				message: '<p>Test</p>',
				from: user,
				to: [user],
			};

			return { subject: NAME_OF_DELETABLE, messages: [message] };
		});
	}

	async organization(): Promise<IDataObject> {
		return await this.createOnce(KINDS.organization, () => ({ name: NAME_OF_DELETABLE }));
	}

	/**
	 * Sends a creation, and remembers what it created or may have created.
	 *
	 * @param body with an external ID, by which the record is found again
	 */
	async create(kind: Kind, body: IDataObject): Promise<ServiceResponse> {
		const creation = { kind, externalId: String(body.externalId) };

		this.uncertain.add(creation);

		const response = await this.workspace.send({
			method: 'POST',
			path: kind.path,
			body,
			target: 'noRecord',
		});
		const { id } = (response.body ?? {}) as { id?: unknown };
		const isAccepted = response.status < 300;
		const hasId = typeof id === 'string';
		if (isAccepted && hasId) this.rememberCreated({ kind, id });
		if (!isAccepted || hasId) this.uncertain.delete(creation);

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
		const notDeleted = new Set<string>();

		for (const record of [...this.created].reverse()) {
			if (!(await tryToDelete(workspace, record))) notDeleted.add(describeRecord(record));
		}

		await sleep(pauseMs);
		const leftOvers = await deleteLeftOvers(
			workspace,
			this.prefix,
			this.startedMs - CLOCK_MARGIN_MS,
		);

		for (const record of leftOvers.notDeleted) notDeleted.add(record);

		for (const { kind, externalId } of this.uncertain) {
			if (leftOvers.externalIds.has(externalId)) continue;

			notDeleted.add(`${kind.name} with the External ID ${externalId}, if it was created`);
		}

		return [...notDeleted];
	}

	private async createOnce(kind: Kind, body: Body): Promise<IDataObject> {
		const record = this.records.get(kind) ?? this.createRecord(kind, body);

		this.records.set(kind, record);

		return await record;
	}

	/** @throws NotCreatedError if the service rejects the record, or answers no record */
	private async createRecord(kind: Kind, body: Body): Promise<IDataObject> {
		const externalId = `${this.prefix}-${kind.name.replace(' ', '-')}`;
		const response = await this.create(kind, { externalId, ...(await body()) });
		const record = response.body as IDataObject;
		if (response.status < 300 && typeof record?.id === 'string') return record;

		throw new NotCreatedError(kind, response.status);
	}

	private rememberCreated(record: CreatedRecord): void {
		// A creation with a known external ID may answer the record that is there.
		if (!this.created.some(({ id }) => id === record.id)) this.created.push(record);
	}
}

/**
 * Deletes what runs have left, such as one that was killed. The lists are read to their end.
 *
 * @param prefix of their external IDs
 * @param sinceMs when the first of them can have been created, in ms since 1970: older records are not read
 */
export async function deleteLeftOvers(
	workspace: Workspace,
	prefix = PREFIX,
	sinceMs = 0,
): Promise<LeftOvers> {
	const externalIds = new Set<string>();
	const notDeleted: string[] = [];

	for (const kind of ORDER_OF_DELETION) {
		const { found, failure } = await findLeftOvers(workspace, kind, prefix, sinceMs);

		if (failure !== undefined) {
			notDeleted.push(
				`${kind.name}s of this run or a former one, if there are any: the list cannot be read (${failure})`,
			);
		}

		for (const { id, externalId } of found) {
			const record = { kind, id: String(id) };

			externalIds.add(String(externalId));
			if (!(await tryToDelete(workspace, record))) notDeleted.push(describeRecord(record));
		}
	}

	return { externalIds, notDeleted };
}

/** Returns the left-overs that a list shows, and why it could not be read to its end. */
async function findLeftOvers(
	workspace: Workspace,
	{ path, query }: Kind,
	prefix: string,
	sinceMs: number,
): Promise<{ found: IDataObject[]; failure?: string }> {
	const found: IDataObject[] = [];
	let status: number | undefined;

	const context: SendContext = {
		send: async (request) => {
			const response = await workspace.send(request);

			status = response.status;

			return response;
		},
	};

	try {
		for await (const { records } of pages(context, {
			path,
			query: { sortBy: 'createdAt', ...query },
		})) {
			const isLeft = ({ externalId, archivedAt }: IDataObject) =>
				String(externalId).startsWith(prefix) && !archivedAt;

			found.push(...records.filter(isLeft));

			const oldestMs = Date.parse(String(records.at(-1)?.createdAt));
			if (oldestMs < sinceMs) break;
		}

		return { found };
	} catch {
		return { found, failure: status === undefined ? 'no answer' : `HTTP ${status}` };
	}
}

/** Returns whether the record is deleted. */
async function tryToDelete(workspace: Workspace, { kind, id }: CreatedRecord): Promise<boolean> {
	const request: ServiceRequest = {
		method: 'DELETE',
		path: `${kind.path}/${id}`,
		wasRead: true,
		target: 'noRecord',
	};

	try {
		const { status } = await workspace.send(request);

		// A deletion of an account or a user deletes what belongs to it.
		return status < 300 || status === 404;
	} catch {
		return false;
	}
}

function describeRecord({ kind, id }: CreatedRecord): string {
	return `${kind.name} ${id}`;
}

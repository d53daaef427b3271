import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { createAccount, updateAccount } from '../../../sandbox/state/accounts.cts';
import { archive } from '../../../sandbox/state/archive.cts';
import { isChurned, type Account } from '../../../sandbox/state/customers.cts';
import { createMeeting } from '../../../sandbox/state/meetings.cts';
import { createNote, updateNote, type Note } from '../../../sandbox/state/notes.cts';
import { createNpsResponse, updateNpsResponse } from '../../../sandbox/state/npsResponses.cts';
import { createOrganization } from '../../../sandbox/state/organizations.cts';
import { createProject, updateProject } from '../../../sandbox/state/projects.cts';
import type { Row, Traits } from '../../../sandbox/state/row.cts';
import type { ServiceState } from '../../../sandbox/state/serviceState.cts';
import { createUser } from '../../../sandbox/state/users.cts';
import type { Command } from './commandSequence.cts';

/** No test lasts that long: half a year. */
const AHEAD_MS = 15_768_000_000;

/** Records that others belong to. */
interface Around {
	accountId: string;
	organizationId: string;
	templateId: string;
	/** With an account, with an organization, with both. */
	userIds: string[];
}

type Table = 'accounts' | 'meetings' | 'notes' | 'npsResponses' | 'projects';

/** How records of a kind come about and change; the label is unique for every version. */
interface Kind {
	table: Table;
	create(store: ServiceState, label: string, around: Around): void;
	change(store: ServiceState, row: never, label: string): void;
}

const KINDS: Record<string, Kind> = {
	account: {
		table: 'accounts',
		create: (store, label) => {
			createAccount(store, { externalId: label, name: label }, 'reject').healthScore = 5;
		},
		change: (store, row, name) => updateAccount(store, row, { name, traits: {} }),
	},
	meeting: {
		table: 'meetings',
		create: (store, title) => {
			const participants = [{ userId: 'both', type: 'attendee' as const }];
			createMeeting(store, { externalId: title, title, participants }, 'reject');
		},
		change: (store, row, title) => store.meetings.change(row, { title, updatedAt: store.now() }),
	},
	note: {
		table: 'notes',
		create: (store, subject, { accountId }) =>
			createNote(store, { accountId, note: '', noteDate: store.now(), subject }, 'reject'),
		change: (store, row, subject) => updateNote(store, row, { subject }),
	},
	npsResponse: {
		table: 'npsResponses',
		create: (store, feedback, { userIds }) => {
			const userId = userIds[store.npsResponses.size % userIds.length];
			createNpsResponse(store, { userId, score: 5, respondedAt: store.now(), feedback });
		},
		change: (store, row: { userId: string }, feedback) => {
			const body = { userId: row.userId, score: 3, respondedAt: store.now(), feedback };
			updateNpsResponse(store, row as never, body);
		},
	},
	project: {
		table: 'projects',
		create: (store, name, { templateId, accountId }) =>
			createProject(store, { templateId, accountId, name }),
		change: (store, row, name) => updateProject(store, row, { name }),
	},
};

/** What a list must return of a record as it is now. */
export interface Standing {
	id: string;
	/** Unique for every version. */
	label: string;
	createdAt: string;
	updatedAt: string;
	/** `churnedAt` or `archivedAt`. */
	transitionedAt: string | null;
	score: number | null;
}

/** The records of one kind in the sandbox, changed without requests. */
export class SandboxRecords {
	readonly around: Around;
	private versions = 0;
	private readonly kind: Kind;
	private readonly initial: Set<string>;

	/** @param clock of the sandbox, moved by what happens */
	constructor(
		private readonly sandbox: Sandbox,
		private readonly clock: { now: number },
		triggerOn: string,
	) {
		const name = Object.keys(KINDS).find((kind) => triggerOn.startsWith(kind));
		this.kind = KINDS[name ?? 'account'];
		this.around = this.isAccount ? ({} as Around) : around(this.store);
		this.initial = new Set(this.rows().map(({ id }) => id));
	}

	do({ does, record, after }: Command): void {
		this.clock.now += after;
		const rows = this.rows().filter(({ id }) => !this.initial.has(id));
		if (does === 'create' || rows.length === 0) return this.create();
		const row = rows[record % rows.length];
		// Two versions of one record never share a timestamp: nothing could distinguish them.
		const updatedMs = Date.parse(row.updatedAt);
		if (updatedMs < this.clock.now + AHEAD_MS) {
			this.clock.now = Math.max(this.clock.now, updatedMs + 1);
		}
		if (does === 'burst') this.burst(record);
		else if (does === 'score') this.score(row as Account);
		else if (does === 'churn' || does === 'archive') this.end(row);
		else if (does === 'ahead') this.ahead(row);
		else if (does === 'return') this.return(row);
		else this.change(row);
	}

	/** The records in the lists now. */
	standings(): Standing[] {
		return this.rows().map((row) => {
			const { id, createdAt, updatedAt, healthScore } = row as Account;
			const { name, title, subject, feedback } = row as {
				name?: string;
				title?: string;
				subject?: string;
				feedback?: string;
			};
			const label = name ?? title ?? subject ?? feedback ?? '';
			const transitionedAt = this.transitionOf(row);
			return { id, label, createdAt, updatedAt, transitionedAt, score: healthScore ?? null };
		});
	}

	private transitionOf(row: Row): string | null {
		const { archivedAt, traits } = row as Partial<Account & Note>;
		return archivedAt ?? (traits?.churnedAt as string | undefined) ?? null;
	}

	private rows(): Row[] {
		return [...this.store[this.kind.table].all()];
	}

	private get store() {
		return this.sandbox.state;
	}

	private get isAccount(): boolean {
		return this.kind.table === 'accounts';
	}

	private get label(): string {
		return `version ${++this.versions}`;
	}

	private create(): void {
		this.kind.create(this.store, this.label, this.around);
	}

	private change(row: Row): void {
		this.kind.change(this.store, row as never, this.label);
	}

	private return(row: Row): void {
		if (this.isAccount) this.setChurnedAt(row as Account, null);
		else this.change(row);
	}

	/** Changed by a part of the service whose clock is a year fast. */
	private ahead(row: Row): void {
		if (!this.isAccount) return this.change(row);
		const updatedAt = new Date(this.clock.now + 2 * AHEAD_MS).toISOString();
		this.store.accounts.change(row as Account, { updatedAt, name: this.label });
	}

	/** Churned or archived, once at a time; where there is no such thing, only changed. */
	private end(row: Row): void {
		const { store } = this;
		const { archivedAt } = row as Partial<Note>;
		const isEnded = archivedAt || (this.isAccount && isChurned(row as Account));
		if (isEnded || (archivedAt === undefined && !this.isAccount)) return this.change(row);
		// People set the date, often to a day that has passed.
		const at = new Date(this.clock.now - (this.versions % 3) * 86_400_000).toISOString();
		if (this.isAccount) this.setChurnedAt(row as Account, at);
		else archive(store, store[this.kind.table] as never, row as Note);
	}

	private setChurnedAt(row: Account, churnedAt: string | null): void {
		const traits: Traits = { churnedAt };
		updateAccount(this.store, row, { name: this.label, traits });
	}

	private score(row: Account): void {
		if (!this.isAccount) return this.change(row);
		const healthScore = ((row.healthScore ?? 0) + 1) % 3;
		const change = { healthScore, updatedAt: this.store.now(), name: this.label };
		this.store.accounts.change(row, change);
	}

	private burst(seed: number): void {
		for (let index = 0; index < 4 + (seed % 12); index++) {
			const does = (['create', 'edit', 'score'] as const)[(seed + index) % 3];
			this.do({ does, record: seed + index, after: 0 });
		}
	}
}

function around(store: ServiceState): Around {
	const account = createAccount(store, { externalId: 'parent', name: 'Parent' }, 'reject');
	const organization = createOrganization(store, { externalId: 'group', name: 'Group' }, 'reject');
	const of = {
		account: { accountIds: [account.id] },
		group: { organizationIds: [organization.id] },
	};
	const ties = { a: of.account, b: of.group, both: { ...of.account, ...of.group } };
	const users = Object.entries(ties).map(([externalId, tie]) =>
		createUser(store, { externalId, name: externalId, ...tie }, 'reject'),
	);
	const template = store.projectTemplates.insert({
		...store.newRow(),
		name: 'Welcome',
		projectName: 'Welcome',
		description: '',
		projectCategoryId: null,
		traits: {},
		durationInDays: 30,
		ownedByVitallyUserId: null,
		milestones: [],
	});
	return {
		accountId: account.id,
		organizationId: organization.id,
		templateId: template.id,
		userIds: users.map(({ id }) => id),
	};
}

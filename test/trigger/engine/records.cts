import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { createAccount, updateAccount } from '../../../sandbox/state/accounts.cts';
import { archive } from '../../../sandbox/state/archive.cts';
import { createConversation, updateConversation } from '../../../sandbox/state/conversations.cts';
import { isChurned, type Account } from '../../../sandbox/state/customers.cts';
import { createNote, updateNote, type Note } from '../../../sandbox/state/notes.cts';
import { createProject, updateProject, type Project } from '../../../sandbox/state/projects.cts';
import type { Row, Traits } from '../../../sandbox/state/row.cts';
import type { Command } from './commandSequence.cts';

/** No test lasts that long: half a year. */
const AHEAD_MS = 15_768_000_000;

/** What a list must tell of a record as it stands. */
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

/** The records of one kind in the sandbox, changed behind the back of its HTTP side. */
export class SandboxRecords {
	private versions = 0;
	private readonly kind: 'accounts' | 'conversations' | 'notes' | 'projects';
	private parent = '';
	private template = '';

	/** @param clock of the sandbox, moved by what happens */
	constructor(
		private readonly sandbox: Sandbox,
		private readonly clock: { now: number },
		triggerOn: string,
	) {
		const kinds = ['accounts', 'conversations', 'notes', 'projects'] as const;
		this.kind = kinds.find((kind) => triggerOn.startsWith(kind.slice(0, -1))) ?? 'accounts';
		if (this.kind === 'accounts' || this.kind === 'conversations') return;
		this.parent = createAccount(this.store, { externalId: 'parent', name: 'Parent' }, 'refuse').id;
		this.template = this.store.projectTemplates.insert({
			...this.store.newRow(),
			name: 'Welcome',
			projectName: 'Welcome',
			description: '',
			projectCategoryId: null,
			traits: {},
			durationInDays: 30,
			ownedByVitallyUserId: null,
			milestones: [],
		}).id;
	}

	do({ does, record, after }: Command): void {
		this.clock.now += after;
		const rows = [...this.store[this.kind].all()];
		if (does === 'create' || rows.length === 0) return this.create();
		const row = rows[record % rows.length];
		// Two versions of one record never share a timestamp: nothing could tell them apart.
		const updatedMs = Date.parse(row.updatedAt);
		if (updatedMs < this.clock.now + AHEAD_MS) {
			this.clock.now = Math.max(this.clock.now, updatedMs + 1);
		}
		if (does === 'burst') this.burst(record);
		else if (does === 'score') this.score(row as Account);
		else if (does === 'churn' || does === 'archive') this.end(row);
		else if (does === 'ahead') this.ahead(row);
		else if (does === 'return') this.change(row, true);
		else this.change(row, false);
	}

	/** What stands in the lists now. */
	standings(): Standing[] {
		return [...this.store[this.kind].all()].map((row) => {
			const { id, createdAt, updatedAt } = row;
			const { name, subject, archivedAt, traits, healthScore } = row as Partial<Account & Note>;
			const transitionedAt = archivedAt ?? (traits?.churnedAt as string | undefined) ?? null;
			const label = name ?? subject ?? '';
			return { id, label, createdAt, updatedAt, transitionedAt, score: healthScore ?? null };
		});
	}

	private get store() {
		return this.sandbox.state;
	}

	private get label(): string {
		return `version ${++this.versions}`;
	}

	private create(): void {
		const { store, label, parent } = this;
		if (this.kind === 'accounts') {
			createAccount(store, { externalId: label, name: label }, 'refuse').healthScore = 5;
		} else if (this.kind === 'conversations') {
			createConversation(store, { externalId: label, subject: label }, 'refuse');
		} else if (this.kind === 'notes') {
			const noteDate = store.now();
			createNote(store, { accountId: parent, note: '', noteDate, subject: label }, 'refuse');
		} else {
			createProject(store, { templateId: this.template, accountId: parent, name: label });
		}
	}

	private change(row: Row, returns: boolean): void {
		const { store, label } = this;
		if (this.kind === 'accounts') {
			const traits: Traits = returns ? { churnedAt: null } : {};
			updateAccount(store, row as Account, { name: label, traits });
		} else if (this.kind === 'conversations') {
			updateConversation(store, row as Parameters<typeof updateConversation>[1], {
				subject: label,
			});
		} else if (this.kind === 'notes') {
			updateNote(store, row as Note, { subject: label });
		} else {
			updateProject(store, row as Project, { name: label });
		}
	}

	/** Changed by a part of the service whose clock is a year fast. */
	private ahead(row: Row): void {
		if (this.kind !== 'accounts') return this.change(row, false);
		const updatedAt = new Date(this.clock.now + 2 * AHEAD_MS).toISOString();
		this.store.accounts.change(row as Account, { updatedAt, name: this.label });
	}

	/** Churned or archived, once at a time; conversations only change. */
	private end(row: Row): void {
		const { store } = this;
		const isEnded = (row as Partial<Note>).archivedAt || isChurned(row as Account);
		if (isEnded || this.kind === 'conversations') return this.change(row, false);
		if (this.kind === 'accounts') {
			// People set the date, often to a day that has passed.
			const churnedAt = new Date(this.clock.now - (this.versions % 3) * 86_400_000).toISOString();
			updateAccount(store, row as Account, {
				traits: { churnedAt },
				name: this.label,
			});
		} else if (this.kind === 'notes') {
			archive(store, store.notes, row as Note);
		} else {
			archive(store, store.projects, row as Project);
		}
	}

	private score(row: Account): void {
		if (this.kind !== 'accounts') return this.change(row, false);
		const healthScore = ((row.healthScore ?? 0) + 1) % 3;
		const updatedAt = this.store.now();
		this.store.accounts.change(row, { healthScore, updatedAt, name: this.label });
	}

	private burst(seed: number): void {
		for (let index = 0; index < 4 + (seed % 12); index++) {
			const does = (['create', 'edit', 'score'] as const)[(seed + index) % 3];
			this.do({ does, record: seed + index, after: 0 });
		}
	}
}

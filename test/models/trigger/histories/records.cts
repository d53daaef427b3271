import type { Sandbox } from '../../../../sandbox/sandbox.cts';
import { newAccount, newOrganization, type Account } from '../../../../sandbox/state/customers.cts';
import type { Meeting } from '../../../../sandbox/state/meetings.cts';
import { addPeople } from '../../../fixtures/customers.cts';
import { addMeeting } from '../../../fixtures/meetings.cts';
import { row } from '../../../fixtures/records.cts';
import type { Oracle, Side } from './oracle.cts';

/** The limit of the trigger, and health scores on its two sides. */
export const THRESHOLD = 5;
const SCORE_BELOW = 2;
const SCORE_ABOVE = 8;

const SEGMENT = { id: 'segment-1', name: 'At Risk' };

/** The External ID of the organization to which a trigger may be limited. One account in 50 belongs to it. */
export const ORGANIZATION = 'O1';
const ORGANIZATION_ID = 'org-1';
const ACCOUNTS_FOR_EACH_INSIDE = 50;

/** A record at the service, with what a history changes. */
interface KeptRecord {
	id: string;
	updatedAt: string;
	name?: string;
	healthScore?: number | null;
	segments?: Array<{ id: string; name: string }>;
}

type Change = Partial<Omit<KeptRecord, 'id'>>;

/** How the service keeps a kind of record. */
export interface RecordKind {
	/** Adds what the records belong to. */
	prepare(sandbox: Sandbox): void;
	all(sandbox: Sandbox): Iterable<KeptRecord>;
	insert(sandbox: Sandbox, number: number): KeptRecord;
	change(sandbox: Sandbox, id: string, change: Change): void;
	remove(sandbox: Sandbox, id: string): void;
	isInOrganization(sandbox: Sandbox, id: string): boolean;
}

const accountOf = ({ state }: Sandbox, id: string) => state.accounts.get(id) as Account;

export const ACCOUNTS: RecordKind = {
	prepare: ({ state }) => {
		state.organizations.insert(newOrganization(row(ORGANIZATION_ID), ORGANIZATION, 'Group', {}));
	},
	all: ({ state }) => state.accounts.all(),
	insert: ({ state }, number) => {
		const isInside = number % ACCOUNTS_FOR_EACH_INSIDE === 0;
		const account = newAccount(state.newRow(), `account-${number}`, `Account ${number}`, {});

		return state.accounts.insert({
			...account,
			organizationId: isInside ? ORGANIZATION_ID : null,
			healthScore: SCORE_ABOVE,
		});
	},
	change: (sandbox, id, change) => {
		sandbox.state.accounts.change(accountOf(sandbox, id), change);
	},
	remove: (sandbox, id) => sandbox.state.accounts.remove(accountOf(sandbox, id)),
	isInOrganization: (sandbox, id) => accountOf(sandbox, id).organizationId === ORGANIZATION_ID,
};

const meetingOf = ({ state }: Sandbox, id: string) => state.meetings.get(id) as Meeting;

/** Meetings have no times in their list, which every poll reads as a whole. */
export const MEETINGS: RecordKind = {
	prepare: addPeople,
	all: ({ state }) => state.meetings.all(),
	insert: (sandbox, number) => {
		const { createdAt, updatedAt } = sandbox.state.newRow();

		return addMeeting(sandbox, `meeting-${number}`, { createdAt, updatedAt });
	},
	change: (sandbox, id, { name, updatedAt }) => {
		sandbox.state.meetings.change(meetingOf(sandbox, id), { title: name, updatedAt });
	},
	remove: (sandbox, id) => sandbox.state.meetings.remove(meetingOf(sandbox, id)),
	isInOrganization: () => false,
};

/** What the service may compute. */
const VALUES: Record<Side, Change> = {
	below: { healthScore: SCORE_BELOW, segments: [SEGMENT] },
	above: { healthScore: SCORE_ABOVE, segments: [] },
	unknown: { healthScore: null },
};

interface Watching {
	oracle: Oracle;
	/** The service's clock. */
	clock: { now: number };
	/** Whether the trigger watches the records of the organization only. */
	isLimited: boolean;
}

/** The records of one kind at the service, and what happens to them, which the oracle is told. */
export class Records {
	/** The number of the next record or edit. */
	private next = 0;
	/** The place at which the next records are picked, so that they are others each time. */
	private place = 0;

	constructor(
		private readonly sandbox: Sandbox,
		private readonly kind: RecordKind,
		private readonly watching: Watching,
	) {
		kind.prepare(sandbox);
	}

	/** Adds what the trigger finds at its activation. */
	begin(count: number): void {
		for (let index = 0; index < count; index++) {
			this.tell(this.insert(), (oracle, record) => oracle.crossed?.(record, 'above'));
		}
	}

	create(count: number): void {
		for (let index = 0; index < count; index++) {
			this.tell(this.insert(), (oracle, record) => {
				oracle.created?.(record);
				oracle.crossed?.(record, 'above');
			});
		}
	}

	delete(count: number): void {
		for (const record of this.pick(count)) {
			this.tell(record, (oracle) => oracle.deleted?.(record));
			this.kind.remove(this.sandbox, record.id);
		}
	}

	edit(count: number): void {
		for (const record of this.pick(count)) {
			this.edited(record, { name: `Edited ${this.next++}` });
		}
	}

	/** The service computes values anew, which is no edit. */
	compute(count: number, side: Side): void {
		for (const record of this.pick(count, (each) => isOther(each, side))) {
			this.kind.change(this.sandbox, record.id, VALUES[side]);
			this.noteSide(record, side);
		}
	}

	/** The same values by an edit. */
	editValues(count: number, side: Side): void {
		for (const record of this.pick(count, (each) => isOther(each, side))) {
			this.edited(record, VALUES[side]);
			this.noteSide(record, side);
		}
	}

	private edited(record: KeptRecord, change: Change): void {
		// Two edits never share a timestamp: nothing could distinguish them.
		this.watching.clock.now++;
		const updatedAt = this.sandbox.state.now();

		this.kind.change(this.sandbox, record.id, { ...change, updatedAt });
		this.tell(record, (oracle) => oracle.edited?.({ id: record.id, updatedAt }));
	}

	private noteSide(record: KeptRecord, side: Side): void {
		this.tell(record, (oracle) => oracle.crossed?.(record, side));
	}

	private insert(): KeptRecord {
		this.watching.clock.now++;

		return this.kind.insert(this.sandbox, this.next++);
	}

	private pick(
		count: number,
		isCandidate: (record: KeptRecord) => boolean = () => true,
	): KeptRecord[] {
		const candidates = [...this.kind.all(this.sandbox)].filter(isCandidate);
		const start = this.place % Math.max(1, candidates.length);

		this.place += count;

		return [...candidates.slice(start), ...candidates.slice(0, start)].slice(0, count);
	}

	private tell(record: KeptRecord, what: (oracle: Oracle, record: KeptRecord) => void): void {
		const { oracle, isLimited } = this.watching;

		if (!isLimited || this.kind.isInOrganization(this.sandbox, record.id)) what(oracle, record);
	}
}

/** Whether the record has other values than those. */
function isOther(record: KeptRecord, side: Side): boolean {
	return record.healthScore !== undefined && record.healthScore !== VALUES[side].healthScore;
}

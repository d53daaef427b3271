import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { newAccount, newOrganization } from '../../../sandbox/state/customers.cts';
import type { Row } from '../../../sandbox/state/row.cts';
import type { Table } from '../../../sandbox/state/table.cts';
import { newUser } from '../../../sandbox/state/users.cts';
import { addConversation } from '../../fixtures/conversations.cts';
import { addTeammate } from '../../fixtures/customers.cts';
import { addCustomObject, addInstance } from '../../fixtures/customObjects.cts';
import { addMeeting } from '../../fixtures/meetings.cts';
import { addNote } from '../../fixtures/notes.cts';
import { addNpsResponse } from '../../fixtures/npsResponses.cts';
import { addProject, addTask, addTemplate } from '../../fixtures/projects.cts';
import { row } from '../../fixtures/records.cts';
import { addSurvey } from '../../fixtures/surveys.cts';

/** Where a record belongs: to the account and organization that a trigger may be limited to, or to others. */
export type Place = 'inside' | 'outside';

/** The IDs of the account, the organization and the user of a place; the External IDs are the same in capitals. */
export const accountOf = (place: Place) => `account-${place}`;
export const organizationOf = (place: Place) => `organization-${place}`;
export const userOf = (place: Place) => `user-${place}`;

/** Adds what the records of all events belong to, long before they happen. */
export function addParents(sandbox: Sandbox): void {
	const { state } = sandbox;

	addTemplate(sandbox);
	addTeammate(sandbox, 'admin-2', 'Renewals Lead', 'renewals@team.example');
	addCustomObject(sandbox, 'obj-1', 'Deals');
	addSurvey(sandbox, 1);

	for (const place of ['inside', 'outside'] as const) {
		const account = accountOf(place);
		const organization = organizationOf(place);
		const user = userOf(place);
		const group = newOrganization(row(organization), organization.toUpperCase(), place, {});

		state.organizations.insert(group);
		state.accounts.insert({
			...newAccount(row(account), account.toUpperCase(), place, {}),
			organizationId: organization,
		});
		state.users.insert({
			...newUser(row(user), user.toUpperCase()),
			accountIds: [account],
			organizationIds: [organization],
		});
	}
}

/** What every new record has. */
type NewRecord = Omit<Row, 'externalId'>;

interface Adder {
	table(sandbox: Sandbox): unknown;
	/** @param fields the times of the record among them */
	add(sandbox: Sandbox, id: string, place: Place, fields: NewRecord): void;
}

const parentsOf = (place: Place) => ({
	accountId: accountOf(place),
	organizationId: organizationOf(place),
});

const tiesOf = (place: Place) => ({
	accountIds: [accountOf(place)],
	organizationIds: [organizationOf(place)],
});

/** How the records of each resource with events are added. */
const ADDERS: Record<string, Adder> = {
	account: {
		table: ({ state }) => state.accounts,
		add: ({ state }, id, place, fields) => {
			const organizationId = organizationOf(place);

			state.accounts.insert({ ...newAccount(fields, id, id, {}), organizationId, ...fields });
		},
	},
	organization: {
		table: ({ state }) => state.organizations,
		add: ({ state }, id, _place, fields) => {
			state.organizations.insert({ ...newOrganization(fields, id, id, {}), ...fields });
		},
	},
	user: {
		table: ({ state }) => state.users,
		add: ({ state }, id, place, fields) => {
			state.users.insert({ ...newUser(fields, id), ...tiesOf(place), ...fields });
		},
	},
	task: {
		table: ({ state }) => state.tasks,
		add: (sandbox, id, place, fields) => {
			addTask(sandbox, id, { ...parentsOf(place), ...fields });
		},
	},
	meeting: {
		table: ({ state }) => state.meetings,
		add: (sandbox, id, place, fields) => {
			addMeeting(sandbox, id, { ...tiesOf(place), ...fields });
		},
	},
	project: {
		table: ({ state }) => state.projects,
		add: (sandbox, id, place, fields) => {
			addProject(sandbox, id, { ...parentsOf(place), ...fields });
		},
	},
	note: {
		table: ({ state }) => state.notes,
		add: (sandbox, id, place, fields) => {
			addNote(sandbox, id, { ...parentsOf(place), ...fields });
		},
	},
	conversation: {
		table: ({ state }) => state.conversations,
		add: (sandbox, id, place, fields) => {
			addConversation(sandbox, id, { ...tiesOf(place), ...fields });
		},
	},
	npsResponse: {
		table: ({ state }) => state.npsResponses,
		add: (sandbox, id, place, fields) => {
			addNpsResponse(sandbox, id, { userId: userOf(place), ...fields });
		},
	},
	survey: {
		table: ({ state }) => state.surveyResponses,
		add: ({ state }, _id, _place, fields) => {
			const [response] = state.surveyResponses.all();

			state.surveyResponses.insert({ ...response, ...fields });
		},
	},
	customObjectInstance: {
		table: ({ state }) => state.instances,
		add: (sandbox, id, place, fields) => {
			const { accountId: customerId, organizationId } = parentsOf(place);

			addInstance(sandbox, id, { customerId, organizationId, ...fields });
		},
	},
};

/** The ID of a record of an event, which says what happens to it. */
export const idOf = (name: string, place: Place) =>
	place === 'inside' ? name : `${name} elsewhere`;

interface Setting {
	sandbox: Sandbox;
	clock: { now: number };
	/** Name of the resource. */
	resource: string;
	/** A record of each name belongs to each of these. */
	places: readonly Place[];
	/** What all records have. */
	common: object;
}

/** The records of one resource, which are added and changed a second after each other. */
export class EventRecords {
	constructor(private readonly setting: Setting) {}

	add(name: string, fields: object = {}): void {
		const { sandbox, resource, places, common } = this.setting;

		for (const place of places) {
			this.passSecond();
			const id = idOf(name, place);

			ADDERS[resource].add(sandbox, id, place, {
				...sandbox.state.newRow(),
				...common,
				...fields,
				id,
			});
		}
	}

	change(name: string, fields: object = {}): void {
		for (const place of this.setting.places) {
			this.passSecond();
			this.set(name, place, { ...fields, updatedAt: this.now });
		}
	}

	/** Changes records as the service does by itself, which is no edit. */
	compute(name: string, fields: object): void {
		for (const place of this.setting.places) this.set(name, place, fields);
	}

	get now(): string {
		return this.setting.sandbox.state.now();
	}

	private set(name: string, place: Place, fields: Partial<Row>): void {
		const { sandbox, resource } = this.setting;
		const table = ADDERS[resource].table(sandbox) as Table<Row>;

		table.change(table.get(idOf(name, place)) as Row, fields);
	}

	private passSecond(): void {
		this.setting.clock.now += 1000;
	}
}

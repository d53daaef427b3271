import { deserialize, serialize } from 'node:v8';

import type { Row } from '../state/row.cts';
import type { ServiceState } from '../state/serviceState.cts';
import { addConversations } from './conversations.cts';
import { addAccounts, addAdmins, addOrganizations } from './customers.cts';
import { addCustomObjects } from './deals.cts';
import { addMeetings } from './meetings.cts';
import { addNotes } from './notes.cts';
import { addNpsResponses } from './nps.cts';
import { addProjects, addTemplates } from './projects.cts';
import { addRarities } from './rarities.cts';
import { SeededRandom } from './seededRandom.cts';
import { addSurvey } from './surveys.cts';
import { addTasks } from './tasks.cts';
import { addSegments, sortTasks } from './teamwork.cts';
import { addTraitDefinitions } from './traitDefinitions.cts';
import { addUsers } from './users.cts';

/** How many records of each kind there are. */
interface DemoSize {
	accounts: number;
	organizations: number;
	users: number;
	admins: number;
	conversations: number;
	notes: number;
	projects: number;
	tasks: number;
	/** Instances of the custom object "deals". */
	deals: number;
	npsResponses: number;
	meetings: number;
	surveyResponses: number;
}

const DEMO_SIZE: DemoSize = {
	accounts: 240,
	organizations: 40,
	users: 600,
	admins: 12,
	conversations: 320,
	notes: 450,
	projects: 120,
	tasks: 500,
	deals: 180,
	npsResponses: 420,
	meetings: 60,
	surveyResponses: 45,
};

/** What a sandbox contains at its start; sizes that are left out are the demo's. */
export type Seed = 'demo' | 'empty' | Partial<DemoSize>;

/** The records of a seed, by its sizes: copying them is ten times as fast as building them. */
const seeded = new Map<string, Seeded>();

/** The records of a seed, as bytes. */
interface Seeded {
	/** The rows of each table. */
	rows: Buffer[];
	issued: number;
}

/** Fills an empty state; the same seed returns the same records, ids and times, whatever the time is. */
export function seedState(state: ServiceState, seed: Seed): ServiceState {
	if (seed === 'empty') return state;

	const size = seed === 'demo' ? DEMO_SIZE : { ...DEMO_SIZE, ...seed };
	const key = JSON.stringify(size);
	const known = seeded.get(key);
	if (known) return copyInto(state, known);

	addRecords(state, size);
	const rows = state.tables().map((table) => serialize([...table.all()]));

	seeded.set(key, { rows, issued: state.ids.issued });

	return state;
}

function copyInto(state: ServiceState, { rows, issued }: Seeded): ServiceState {
	for (const [index, table] of state.tables().entries()) {
		table.loadLater(() => deserialize(rows[index]) as Row[]);
	}

	state.ids.issued = issued;

	return state;
}

function addRecords(state: ServiceState, size: DemoSize): void {
	const random = new SeededRandom(1);
	const admins = addAdmins(state, size.admins);
	const organizations = addOrganizations(state, random, size.organizations);
	const accounts = addAccounts(state, random, size.accounts, { organizations, admins });
	const users = addUsers(state, random, size.users, accounts);

	addConversations(state, random, size.conversations, { users, admins });
	addNotes(state, random, size.notes, { accounts, admins });
	const templates = addTemplates(state, admins);
	const projects = addProjects(state, random, size.projects, { accounts, templates });

	addTasks(state, random, size.tasks, { projects, admins });
	addCustomObjects(state, random, size.deals, accounts);

	// A second random source, so that records before this line stay as they were.
	const later = new SeededRandom(2);

	addSegments(state, later, admins);
	sortTasks(state, later);
	addNpsResponses(state, later, size.npsResponses);
	addTraitDefinitions(state);
	addMeetings(state, later, size.meetings, { users, admins });
	addSurvey(state, later, size.surveyResponses, users);
	addRarities(state);
}

import { accounts } from './accounts.cts';
import { admins } from './admins.cts';
import { noteCategories, projectCategories, taskCategories } from './categories.cts';
import { conversations } from './conversations.cts';
import { customObjects, instances } from './customObjects.cts';
import { meetings } from './meetings.cts';
import { notes } from './notes.cts';
import { npsResponses } from './npsResponses.cts';
import { organizations } from './organizations.cts';
import { projects } from './projects.cts';
import { projectTemplates } from './projectTemplates.cts';
import type { Resource } from './resource.cts';
import type { Row } from './row.cts';
import { tasks } from './tasks.cts';
import { users } from './users.cts';

/**
 * Every kind of record with standard endpoints. The state has a table of the same name for each.
 */
export const RESOURCES = {
	organizations,
	accounts,
	users,
	admins,
	conversations,
	notes,
	noteCategories,
	projects,
	projectTemplates,
	projectCategories,
	tasks,
	taskCategories,
	npsResponses,
	meetings,
	customObjects,
	instances,
};

export type Kind = keyof typeof RESOURCES;

/** The same for code that treats all kinds alike: it gives each only records of its own. */
export const KINDS = Object.entries(RESOURCES) as unknown as [Kind, Resource<Row>][];

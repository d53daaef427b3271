import type { Clock } from '../clock.cts';
import type { Conversation } from './conversations.cts';
import type { DuplicateExternalId } from './externalIds.cts';
import type { CustomObject, Instance } from './customObjects.cts';
import type { Account, Organization } from './customers.cts';
import { idSequence } from './ids.cts';
import type { Row } from './row.cts';
import type { Category, Note } from './notes.cts';
import type { Admin, User } from './people.cts';
import type { Project, ProjectStatus, ProjectTemplate } from './projects.cts';
import type { Task } from './tasks.cts';
import { Table } from './table.cts';

/** What the document leaves open, and a sandbox may be told. */
export interface StateOptions {
	/** What a POST with a known external id does; `refuse` unless told. */
	duplicateExternalId?: DuplicateExternalId;
	/** Whether projects show `updatedAt`; the document's do not (service.md, Project). */
	projectsShowUpdatedAt?: boolean;
}

/** Everything the service remembers. The files beside this one say what may happen to it. */
export class ServiceState {
	readonly organizations = new Table<Organization>();
	readonly accounts = new Table<Account>(({ organizationId }) => [organizationId]);
	readonly users = new Table<User>((user) => [...user.accountIds, ...user.organizationIds]);
	readonly admins = new Table<Admin>();
	readonly conversations = new Table<Conversation>();
	readonly notes = new Table<Note>();
	readonly noteCategories = new Table<Category>();
	readonly projects = new Table<Project>();
	readonly projectTemplates = new Table<ProjectTemplate>();
	readonly projectCategories = new Table<Category>();
	readonly projectStatuses = new Table<ProjectStatus>();
	readonly tasks = new Table<Task>();
	readonly customObjects = new Table<CustomObject>();
	readonly instances = new Table<Instance>();

	/** Analytics messages that were counted already, by `messageId` or by their whole text. */
	readonly receivedMessages = new Set<string>();

	readonly newId = idSequence();

	readonly duplicateExternalId: DuplicateExternalId;
	readonly views: { projectsShowUpdatedAt: boolean };

	/** `accountMessagesBlocked`: every account message is answered 400 (service.md, Analytics API). */
	readonly analytics = { accountMessagesBlocked: false };

	constructor(
		private readonly clock: Clock,
		{ duplicateExternalId = 'refuse', projectsShowUpdatedAt = false }: StateOptions = {},
	) {
		this.duplicateExternalId = duplicateExternalId;
		this.views = { projectsShowUpdatedAt };
	}

	/** The time now, as the service writes it: ISO 8601 UTC. */
	now(): string {
		return new Date(this.clock()).toISOString();
	}

	/** How many records of each kind there are. */
	counts(): Record<string, number> {
		const tables = Object.entries(this).filter(([, value]) => value instanceof Table);
		return Object.fromEntries(tables.map(([name, table]) => [name, table.size]));
	}

	/** The fields that every new record starts with. */
	newRow(): Row {
		const now = this.now();
		return { id: this.newId(), createdAt: now, updatedAt: now };
	}
}

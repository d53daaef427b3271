import type { IDataObject } from 'n8n-workflow';

import { chosenCustomObjectPath, searchCustomFields } from './customFields';
import { searchOf } from './pickList';

/** Newest first: the order that stays complete while records change. */
const query = { sortBy: 'createdAt' };

/** The searches behind the locators; `fields/locators` names them. */
export const listSearch = {
	searchAccounts: searchOf({
		path: '/resources/accounts',
		query: { ...query, status: 'activeOrChurned' },
		label: nameAndExternalId,
		hasGet: true,
	}),
	// The list of organizations is not in the document (docs/public-facts.md, 4.2).
	searchOrganizations: searchOf({
		path: '/resources/organizations',
		query,
		label: nameAndExternalId,
		hasGet: true,
	}),
	searchConversations: searchOf({
		path: '/resources/conversations',
		query,
		label: subjectAndExternalId,
		hasGet: true,
	}),
	searchNotes: searchOf({ path: '/resources/notes', query, label: subjectAndDate, hasGet: true }),
	searchNoteCategories: searchOf({ path: '/resources/noteCategories', label: nameOrId }),
	searchProjects: searchOf({ path: '/resources/projects', query, label: nameOrId, hasGet: true }),
	// Tasks, admins and what belongs to projects: docs/public-facts.md, 4.4, 4.8 and 4.9.
	searchTasks: searchOf({ path: '/resources/tasks', query, label: nameAndExternalId }),
	searchProjectTemplates: searchOf({ path: '/resources/projectTemplates', label: nameOrId }),
	searchProjectCategories: searchOf({ path: '/resources/projectCategories', label: nameOrId }),
	searchAdmins: searchOf({ path: '/resources/admins', label: nameAndEmail }),
	searchCustomObjects: searchOf({
		path: '/resources/customObjects',
		query,
		label: ({ id, name, label }) => String(label ?? name ?? id),
		hasGet: true,
	}),
	searchCustomObjectInstances: searchOf({
		path: (context) => `${chosenCustomObjectPath(context)}/instances`,
		query,
		label: nameAndExternalId,
	}),
	searchCustomFields,
};

function nameOrId({ id, name }: IDataObject): string {
	return String(name ?? id);
}

function nameAndEmail({ id, name, email }: IDataObject): string {
	return email ? `${String(name ?? id)} (${String(email)})` : String(name ?? id);
}

function nameAndExternalId({ id, name, externalId }: IDataObject): string {
	return externalId ? `${String(name)} (${String(externalId)})` : String(name ?? id);
}

function subjectAndExternalId({ id, subject, externalId }: IDataObject): string {
	return nameAndExternalId({ id, name: subject || id, externalId });
}

function subjectAndDate({ id, subject, noteDate }: IDataObject): string {
	return `${String(subject || id)} (${String(noteDate).slice(0, 10)})`;
}

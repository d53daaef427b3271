import { at, on, type Endpoint } from '../endpoint.cts';

const admin = on('admin');

/** What is created in the app: docs/internal/beyond.md, 4, 6, 7 and 9. */
export const WORKSPACE: Endpoint[] = [
	at('GET', '/resources/admins', admin('getAll')),
	at('GET', '/resources/admins/search', admin('get', { email: 'lead@team.example' })),
	at('GET', '/resources/customFields', on('customField')('getAll')),
	at('GET', '/resources/taskCategories', on('taskCategory')('getAll')),
	at('GET', '/resources/projectTemplates', on('projectTemplate')('getAll')),
	at('GET', '/resources/projectCategories', on('projectCategory')('getAll')),
];

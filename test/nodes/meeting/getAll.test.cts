import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { addPeople } from '../../fixtures/customers.cts';
import { addMeeting, MEETINGS } from '../../fixtures/meetings.cts';

const getAll = { resource: 'meeting', operation: 'getAll', returnAll: true };
const query = { limit: '100', sortBy: 'createdAt' };

/** m-1 of acc-1, m-2 of acc-2, m-3 archived. */
const addMeetings = (sandbox: Sandbox) => {
	addPeople(sandbox);
	addMeeting(sandbox, 'm-1');
	addMeeting(sandbox, 'm-2', { accountIds: ['acc-2'], organizationIds: [], title: 'Renewal' });
	addMeeting(sandbox, 'm-3', { archivedAt: '2026-01-05T00:00:00.000Z' });
};
const ids = (...names: string[]) => names.map((id) => ({ id }));

describeOperation('meeting: getAll', [
	{
		name: 'reads all that are not archived',
		given: addMeetings,
		parameters: getAll,
		sends: [{ method: 'GET', path: MEETINGS, query }],
		returns: ids('m-2', 'm-1'),
	},
	{
		name: 'reads archived ones',
		given: addMeetings,
		parameters: { ...getAll, filters: { archived: true } },
		sends: [{ method: 'GET', path: MEETINGS, query: { ...query, archived: 'true' } }],
		returns: ids('m-3'),
	},
	{
		name: 'filters by title here',
		given: addMeetings,
		parameters: { ...getAll, filters: { nameContains: 'RENEW' } },
		returns: ids('m-2'),
	},
]);

import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { addPeople } from '../../fixtures/customers.cts';
import { byEmail } from '../../fixtures/locators.cts';
import { addMeetingWithTranscript, lookUpMeeting, MEETINGS } from '../../fixtures/meetings.cts';

const office = { email: 'office@customer.example' };
const create = {
	resource: 'meeting',
	operation: 'create',
	title: 'Review',
	participants: { participant: [office] },
	additionalFields: { externalId: 'M9' },
};
const body = {
	externalId: 'M9',
	title: 'Review',
	participants: [{ ...office, type: 'attendee' }],
};
const bodies = ({ requests }: Sandbox) =>
	requests.filter(({ method }) => method === 'POST').map((one) => one.body as typeof body);

describeOperation('meeting: create', [
	{
		name: 'sends only the fields that are set',
		given: addPeople,
		parameters: create,
		sends: [{ method: 'POST', path: MEETINGS, body }],
		returns: [{ externalId: 'M9', title: 'Review', accounts: [{ id: 'acc-1' }] }],
	},
	{
		name: 'sends each way to name a participant',
		given: addPeople,
		parameters: {
			...create,
			participants: {
				participant: [
					{ ...office, type: 'attendee', responseStatus: '' },
					{ participantBy: 'userId', userId: 'U1', responseStatus: 'tentative' },
					{
						participantBy: 'vitallyUserId',
						vitallyUserId: byEmail('lead@team.example'),
						type: 'organizer',
					},
				],
			},
		},
		sends: [
			{ method: 'GET', path: '/resources/admins/search', query: { email: 'lead@team.example' } },
			{
				method: 'POST',
				path: MEETINGS,
				body: {
					externalId: 'M9',
					title: 'Review',
					participants: [
						{ ...office, type: 'attendee' },
						{ userId: 'U1', type: 'attendee', responseStatus: 'tentative' },
						{ vitallyUserId: 'admin-1', type: 'organizer' },
					],
				},
			},
		],
	},
	{
		name: 'makes an External ID for each item that has none',
		given: addPeople,
		parameters: { ...create, additionalFields: {} },
		items: [{}, {}],
		then: (sandbox) => {
			const ids = bodies(sandbox).map(({ externalId }) => externalId);
			expect(new Set(ids).size).toBe(2);
			expect(ids.filter((id) => !/^n8n-[0-9a-f]{32}$/.test(id))).toEqual([]);
			expect(sandbox.state.meetings.size).toBe(2);
		},
	},
	{
		name: 'makes one meeting although the answer got lost',
		given: (sandbox) => {
			addPeople(sandbox);
			sandbox.faults.add({ kind: 'resetAfter', on: { method: 'POST' }, times: 1 });
		},
		parameters: create,
		sends: [{ method: 'POST', path: MEETINGS, body }, lookUpMeeting('M9')],
		returns: [{ externalId: 'M9' }],
		then: ({ state }) => expect(state.meetings.size).toBe(1),
	},
	{
		name: 'says that an External ID is taken',
		given: addMeetingWithTranscript,
		parameters: { ...create, additionalFields: { externalId: 'M-1' } },
		throws: 'The external ID "M-1" belongs to another meeting already',
	},
	{
		name: 'wants participants before anything is sent',
		parameters: { ...create, participants: {} },
		throws: /The meeting has no participants .*\nAdd at least one under 'Participants'/,
		sends: [],
	},
	{
		name: 'wants each of them named',
		parameters: { ...create, participants: { participant: [{ participantBy: 'userId' }] } },
		throws: "The field 'Participant External ID' is empty",
		sends: [],
	},
	{
		name: "gives the service's words when no participant leads to an account",
		given: addPeople,
		parameters: { ...create, participants: { participant: [{ email: 'nobody@else.example' }] } },
		throws: 'Vitally rejected this item: No participant leads to an account or organization',
	},
]);

import { describeOperation } from '../../engine/operationCases.cts';
import { ID, LINK, given } from './records.cts';

const writes = Array.from({ length: 24 }, (_, index) => ({
	...[
		{ mode: 'id', value: ID },
		{ mode: 'name', value: index % 8 ? 'Acme' : ' ACME' },
		{ mode: 'url', value: LINK },
		{ mode: 'externalId', value: `crm-${ID}` },
	][index % 4],
	health: index,
}));

describeOperation('one record in several ways', [
	{
		name: 'is written in the order of the items',
		given,
		parameters: {
			resource: 'account',
			operation: 'update',
			accountId: { __rl: true, mode: '={{ $json.mode }}', value: '={{ $json.value }}' },
			updateFields: {},
			traits: {
				trait: [
					{
						key: { __rl: true, mode: 'key', value: 'last' },
						type: 'number',
						numberValue: '={{ $json.health }}',
					},
				],
			},
		},
		items: writes,
		then: ({ requests, state }) => {
			const sent = requests
				.filter(({ method }) => method === 'PUT')
				.map(({ body }) => (body as { traits: { last: number } }).traits.last);
			expect(sent).toEqual(writes.map(({ health }) => health));
			expect(state.accounts.get(ID)?.traits).toMatchObject({ last: writes.length - 1 });
		},
	},
	{
		name: 'is one link of task and project, in the order of the items',
		given,
		parameters: {
			resource: 'project',
			operation: 'linkTask',
			projectId: { __rl: true, mode: '={{ $json.mode }}', value: '={{ $json.project }}' },
			taskId: { __rl: true, mode: '={{ $json.mode }}', value: '={{ $json.task }}' },
			options: { milestone: '={{ $json.milestone }}' },
		},
		items: Array.from({ length: 12 }, (_, index) => ({
			...[
				{ mode: 'id', project: 'p-1', task: 't-1' },
				{ mode: 'name', project: 'Name of p-1', task: 'Name of t-1' },
			][index % 2],
			milestone: index % 3 ? 'Kick-off' : 'Go-live',
		})),
		then: ({ requests }) =>
			expect(
				requests
					.filter(({ method }) => method === 'POST')
					.map(({ body }) => (body as { milestone: string }).milestone),
			).toEqual(Array.from({ length: 12 }, (_, index) => (index % 3 ? 'Kick-off' : 'Go-live'))),
	},
]);

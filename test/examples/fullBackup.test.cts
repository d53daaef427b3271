import { readExamples } from '../../scripts/generate/examplesPage.cts';
import { NODE, runIn } from '../engine/node.cts';
import { PROJECT_ROOT } from '../engine/nodeTypes.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

const readers = (
	readExamples(PROJECT_ROOT).find(({ file }) => file === 'full-backup.json')?.nodes ?? []
).filter(({ name }) => name.startsWith('Read ') && name !== 'Read Me');

describe('full-backup.json', () => {
	const sandbox = sandboxOfSuite();

	it.each(readers)('reads whole records, as its note says: $name', ({ parameters }) => {
		expect(parameters.output).toBe('raw');
	});

	it('reads the NPS responses of users without an account', async () => {
		const { state } = sandbox();
		const responses = [...state.npsResponses.all()];
		const user = state.users.get(responses[0].userId);
		const [organization] = state.organizations.all();

		if (user) state.users.change(user, { accountIds: [], organizationIds: [organization.id] });

		const lists = await Promise.all(
			readers
				.filter(({ parameters }) => parameters.resource === 'npsResponse')
				.map(async ({ parameters }) => await runIn(sandbox(), { parameters: { ...parameters } })),
		);
		const read = lists.flatMap((outcome) => outcome.items(NODE).map(({ json }) => json.id));

		expect(new Set(read)).toEqual(new Set(responses.map(({ id }) => id)));
	});
});

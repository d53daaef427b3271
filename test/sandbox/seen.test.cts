import { addConversation } from '../fixtures/conversations.cts';
import { addPeople } from '../fixtures/customers.cts';
import { addNote } from '../fixtures/notes.cts';
import { addNpsResponse } from '../fixtures/npsResponses.cts';
import { addAccountProject, addTask } from '../fixtures/projects.cts';
import { clientOfSuite, standingClock } from './client.cts';

/** What the real service was seen to answer (docs/internal/public-facts.md, 4); the sandbox answers the same. */
describe('the sandbox answers as the service was seen to', () => {
	const clock = standingClock();
	// The ids of the fixtures are no UUIDs: the contract is checked with the demo (test/sandbox/state.test.cts).
	const [sandbox, call] = clientOfSuite({
		seed: 'empty',
		now: clock.now,
		validateResponses: false,
	});

	beforeEach(() => addPeople(sandbox()));

	const read = async (path: string) => (await call('GET', `/resources/${path}`)).body;
	const firstOf = async (list: string) => (await read(list)).results[0];
	const fieldsOf = (row: object) => Object.keys(row).sort();

	it('an account has 26 fields', async () => {
		const { body } = await call('PUT', '/resources/accounts/acc-1', { name: 'New' });
		const fields =
			'id createdAt updatedAt externalId name traits organizationId accountOwnerId mrr nextRenewalDate churnedAt trialEndDate firstSeenTimestamp lastSeenTimestamp lastInboundMessageTimestamp lastOutboundMessageTimestamp usersCount npsDetractorCount npsPassiveCount npsPromoterCount npsScore healthScore csmId accountExecutiveId keyRoles segments';

		expect(fieldsOf(body)).toEqual(fields.split(' ').sort());
	});

	const note = { accountId: 'acc-1', note: '<p>Hello</p>', noteDate: '2026-01-01T10:00:03Z' };
	const user = { externalId: 'U9', accountIds: ['acc-1'] };

	it.each([
		{ list: 'notes', body: note, change: { subject: 'New' } },
		{ list: 'users', body: user, change: { name: 'New' } },
	])(
		'moves updatedAt of the account at a creation, and not at an update: $list',
		async ({ list, body, change }) => {
			clock.pass(1000);
			const created = (await call('POST', `/resources/${list}`, body)).body;

			expect((await read('accounts/acc-1')).updatedAt).toBe(created.updatedAt);

			clock.pass(1000);
			const updated = (await call('PUT', `/resources/${list}/${created.id}`, change)).body;

			expect(updated.updatedAt).not.toBe(created.updatedAt);
			expect((await read('accounts/acc-1')).updatedAt).toBe(created.updatedAt);
		},
	);

	it('a user joined when it was created, unless something else is sent', async () => {
		const created = (await call('POST', '/resources/users', user)).body;
		const { createdAt } = created;

		expect(created).toMatchObject({ joinDate: createdAt, firstKnown: createdAt, segments: [] });
		expect(created).not.toHaveProperty('permanentlyBounced');

		const joinDate = '2025-01-01T00:00:00.000Z';
		const other = { ...user, externalId: 'U10', joinDate };

		expect((await call('POST', '/resources/users', other)).body).toMatchObject({ joinDate });
	});

	it('accounts in users have no key roles, those in notes no segments either', async () => {
		addNote(sandbox(), 'n-1');
		const [inUser] = (await read('users/user-1')).accounts as object[];

		expect(inUser).toHaveProperty('segments');
		expect(inUser).not.toHaveProperty('keyRoles');

		const inNote = (await read('notes/n-1')).account;

		expect(inNote).not.toHaveProperty('segments');
		expect(inNote).not.toHaveProperty('keyRoles');
	});

	it('a note has neither source nor meetingDescription, and its date has milliseconds', async () => {
		const { body } = await call('POST', '/resources/notes', note);

		expect(body).toMatchObject({ noteDate: '2026-01-01T10:00:03.000Z' });
		expect(body).not.toHaveProperty('source');
		expect(body).not.toHaveProperty('meetingDescription');
	});

	it('a note is read by its External ID without source, and an update changes the External ID', async () => {
		addNote(sandbox(), 'n-1', { externalId: 'N1', source: 'zoom' });

		expect((await read('notes/N1')).id).toBe('n-1');

		const updated = await call('PUT', '/resources/notes/N1', { externalId: 'N2' });

		expect(updated.body).toMatchObject({ id: 'n-1', externalId: 'N2' });
		expect((await read('notes/N2')).id).toBe('n-1');
		expect((await call('GET', '/resources/notes/N1')).status).toBe(404);
	});

	it('a row of conversations has nine fields', async () => {
		addConversation(sandbox(), 'c-1');
		const fields = 'id createdAt updatedAt externalId subject status rating source traits';

		expect(fieldsOf(await firstOf('conversations'))).toEqual(fields.split(' ').sort());
	});

	it('projects show updatedAt, and tasks contain whole projects', async () => {
		sandbox().reset();
		addAccountProject(sandbox());
		addTask(sandbox(), 't-1', {
			accountId: 'acc-1',
			links: [{ projectId: 'p-1', milestoneId: null }],
		});
		const project = await firstOf('projects');

		expect(project).toHaveProperty('updatedAt');
		expect((await read('tasks/t-1')).projects).toEqual([project]);
	});

	it('an NPS response contains its user, and has no score when the survey was dismissed', async () => {
		const dismissedAt = '2026-01-02T00:00:00.000Z';

		addNpsResponse(sandbox(), 'nps-1', { score: null, respondedAt: null, dismissedAt });
		const response = await firstOf('npsResponses');

		expect(response).toMatchObject({ score: null, dismissedAt, user: await read('users/user-1') });
	});
});

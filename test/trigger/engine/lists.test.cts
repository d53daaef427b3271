import { rejectionOf } from '../../errors/thrownError.cts';
import { addPeople } from '../../fixtures/customers.cts';
import { addMeeting } from '../../fixtures/meetings.cts';
import { addNpsResponse } from '../../fixtures/npsResponses.cts';
import { pick } from '../../fixtures/pick.cts';
import { row } from '../../fixtures/records.cts';
import { addSurvey } from '../../fixtures/surveys.cts';
import { errorsOf, TriggerFixtures } from './fixtures.cts';

describe('events of lists that are read whole', () => {
	const fixtures = new TriggerFixtures();

	describe('meetings', () => {
		/** A trigger after a meeting got another title and summary, and another one was added. */
		const pollOf = async (parameters: Record<string, unknown>) => {
			const { sandbox } = fixtures;

			addPeople(sandbox);
			const old = addMeeting(sandbox, 'old');
			const node = await fixtures.activate(parameters);

			sandbox.state.meetings.change(old, { title: 'Renewal', summary: 'Well' });
			addMeeting(sandbox, 'new');
			await node.tick();
			await node.tick();

			return node;
		};

		it('start the workflow of Meeting Created once where they are new', async () => {
			const node = await pollOf({ triggerOn: 'meetingCreated' });

			expect({ errors: errorsOf(node), items: pick(node.items, 'id', 'title') }).toEqual({
				errors: [],
				items: [{ id: 'new', title: 'Title of new' }],
			});
			expect(fixtures.sandbox.contractErrors()).toEqual([]);
		});

		it('start the workflow of Meeting Updated with the value before of a watched field', async () => {
			const watching = { watch: 'fields', fieldsToWatch: ['title'] };
			const node = await pollOf({ triggerOn: 'meetingUpdated', ...watching });
			const changes = node.items.filter(({ id }) => id === 'old');

			expect({
				errors: errorsOf(node),
				items: pick(changes, 'changedFields', 'previousValues', 'currentValues'),
			}).toEqual({
				errors: [],
				items: [
					{
						changedFields: ['title'],
						previousValues: { title: 'Title of old' },
						currentValues: { title: 'Renewal' },
					},
				],
			});
		});

		it('start the workflow of Meeting Updated without a value before where they are new', async () => {
			const watching = { watch: 'fields', fieldsToWatch: ['title'] };
			const node = await pollOf({ triggerOn: 'meetingUpdated', ...watching });
			const added = node.items.filter(({ id }) => id === 'new');

			expect({
				errors: errorsOf(node),
				items: pick(added, 'changes', 'previousUnknown'),
			}).toEqual({
				errors: [],
				items: [{ changes: 'Title: unknown → Title of new', previousUnknown: true }],
			});
		});
	});

	it('include each change of a meeting back and forth, within seconds', async () => {
		const { sandbox } = fixtures;

		addPeople(sandbox);
		const meeting = addMeeting(sandbox, 'm-1');
		const watching = { watch: 'fields', fieldsToWatch: ['title'] };
		const node = await fixtures.activate({ triggerOn: 'meetingUpdated', ...watching });

		await node.tick();
		const titles = ['Renewal', 'Kick-Off', 'Renewal', 'Kick-Off'];

		for (const title of titles) {
			sandbox.state.meetings.change(meeting, { title });
			await node.tick();
		}

		expect({
			errors: errorsOf(node),
			items: node.items.map(({ currentValues }) => currentValues),
		}).toEqual({ errors: [], items: titles.map((title) => ({ title })) });
	});

	describe('responses to a survey', () => {
		const addResponse = (id: string, day: number) => {
			const { surveyResponses } = fixtures.sandbox.state;
			const [{ questionResponses, ...response }] = surveyResponses.all();
			const { createdAt } = row(id, day);
			const body = { ...response, ...row(id, day), surveyId: 'survey-1', userID: 'user-1' };

			surveyResponses.insert({ ...body, respondedAt: createdAt, questionResponses });
		};

		const open = (surveyId: unknown, parameters: object = {}, settings: object = {}) =>
			fixtures.open({ triggerOn: 'surveyResponseCreated', surveyId, ...parameters }, settings);

		describe('responses to a survey, with Include Related', () => {
			const userPath = '/resources/users/user-1';

			const activate = async () => {
				addPeople(fixtures.sandbox);
				addSurvey(fixtures.sandbox, 5);
				const node = open('survey-1', { options: { includeRelated: true } });

				await node.activate();

				return node;
			};

			/** A trigger after two new responses of one user, of which the list has one among old ones. */
			const pollTwoNew = async () => {
				const node = await activate();

				addResponse('late', 2);
				addResponse('new', 9);
				await node.tick();
				await node.tick();

				return node;
			};

			it('start the workflow once each, the oldest first, wherever the list has them', async () => {
				const { items, errors, warnings } = await pollTwoNew();
				const userName = fixtures.sandbox.state.users.get('user-1')?.name;

				expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
				expect(pick(items, 'id', 'userName')).toEqual([
					{ id: 'late', userName },
					{ id: 'new', userName },
				]);
				expect(fixtures.sandbox.contractErrors()).toEqual([]);
			});

			it('take one request for the user of both', async () => {
				await pollTwoNew();
				const asked = fixtures.sandbox.requests.filter(({ path }) => path === userPath);

				expect({ requestsForUser: asked.length }).toEqual({ requestsForUser: 1 });
			});

			it('come from the list of their survey, which accepts no order', async () => {
				await activate();
				const [{ path, query }] = fixtures.sandbox.requests;

				expect({ path, query }).toEqual({
					path: '/resources/surveys/survey-1/responses',
					query: { limit: '100' },
				});
			});

			it('come without a user that Vitally does not have', async () => {
				const { sandbox } = fixtures;
				const node = await activate();

				sandbox.faults.add({ kind: 'status', status: 404, on: { path: userPath } });
				addResponse('last', 10);
				await node.tick();

				expect({ errors: errorsOf(node), items: pick(node.items, 'id', 'userName') }).toEqual({
					errors: [],
					items: [{ id: 'last' }],
				});
				expect(sandbox.contractErrors()).toEqual([]);
			});
		});

		it('come without the user where reading that would take most of the time that n8n grants', async () => {
			const { sandbox } = fixtures;

			addSurvey(sandbox, 5);
			const limits: Array<{ ms: number; controller: AbortController }> = [];

			jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
				const controller = new AbortController();

				limits.push({ ms, controller });

				return controller.signal;
			});
			const node = open('survey-1', { options: { includeRelated: true } }, { budgetMs: 100_000 });

			await node.activate();
			addResponse('new', 9);
			limits.length = 0;
			let release = () => {};
			const until = new Promise<void>((resolve) => (release = resolve));

			const matches = () => {
				limits[1].controller.abort();

				return true;
			};

			const on = { path: /users/, matches };

			sandbox.faults.add({ kind: 'hold', until, on });
			await node.tick();
			release();

			expect({ errors: errorsOf(node), items: pick(node.items, 'id', 'userName') }).toEqual({
				errors: [],
				items: [{ id: 'new' }],
			});
			expect({ msForPoll: limits[0].ms, msForRelated: limits[1].ms }).toEqual({
				msForPoll: 100_000,
				msForRelated: 60_000,
			});
		});

		it('have a second for the poll and for what is related, however little n8n grants', async () => {
			addSurvey(fixtures.sandbox, 5);
			const setTimer = jest.spyOn(AbortSignal, 'timeout');

			await open('survey-1', {}, { budgetMs: 10 }).activate();
			const [[msForPoll], [msForRelated]] = setTimer.mock.calls;

			expect({ msForPoll, msForRelated }).toEqual({ msForPoll: 1000, msForRelated: 1000 });
		});

		it('belong to a survey that its link finds', async () => {
			const id = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';
			const node = open(`https://acme.vitally.io/surveys/${id}/responses`);

			const { message } = await rejectionOf(node.activate());

			expect({ message }).toEqual({ message: `The survey "${id}" was not found` });
		});
	});
});

describe('responses to NPS surveys', () => {
	const fixtures = new TriggerFixtures();

	beforeEach(() => addPeople(fixtures.sandbox));

	const add = (id: string, score: number) => {
		const { sandbox, clock } = fixtures;

		clock.now += 1000;
		const at = sandbox.state.now();

		addNpsResponse(sandbox, id, { createdAt: at, updatedAt: at, respondedAt: at, score });
	};

	it('have the user of their row', async () => {
		const { sandbox } = fixtures;
		const node = await fixtures.activate({ triggerOn: 'npsResponseCreated' });

		add('new', 9);
		await node.tick();
		const { name, email } = sandbox.state.users.get('user-1') ?? {};

		expect(pick(node.items, 'userName', 'userEmail')).toEqual([
			{ userName: name, userEmail: email },
		]);
	});

	it('take no request for the user, whom their row contains', async () => {
		const { sandbox } = fixtures;
		const node = await fixtures.activate({ triggerOn: 'npsResponseCreated' });

		add('new', 9);
		await node.tick();
		const paths = sandbox.requests.map(({ path }) => path);

		expect(paths.filter((path) => path.startsWith('/resources/users'))).toEqual([]);
		expect(sandbox.contractErrors()).toEqual([]);
	});

	it.each([
		{ parent: 'an account', accountIds: ['acc-1'], organizationIds: [] },
		{ parent: 'an organization', accountIds: [], organizationIds: ['org-1'] },
		{ parent: 'both', accountIds: ['acc-1'], organizationIds: ['org-1'] },
	])('come once where their user belongs to $parent', async ({ accountIds, organizationIds }) => {
		const { users } = fixtures.sandbox.state;
		const user = users.first(({ id }) => id === 'user-1');

		users.change(user, { accountIds, organizationIds });
		const node = await fixtures.activate({ triggerOn: 'npsResponseCreated' });

		add('new', 9);
		await node.tick();

		expect({ emitted: node.items.map(({ id }) => id) }).toEqual({ emitted: ['new'] });
	});

	it('count at the first run only where their score is chosen', async () => {
		add('promoter', 9);
		for (let index = 0; index < 5; index++) add(`detractor ${index}`, 2);

		const options = { firstRun: 'newest', firstRunLimit: 1 };
		const node = await fixtures.activate({
			triggerOn: 'npsResponseCreated',
			score: 'promoter',
			options,
		});

		expect({ emitted: node.items.map(({ id }) => id) }).toEqual({ emitted: ['promoter'] });
	});

	it('durable cursors find all responses after an activation whose only responses are left out', async () => {
		const { npsResponses } = fixtures.sandbox.state;

		for (const response of npsResponses.all()) npsResponses.remove(response);
		add('before', 3);
		const options = { firstRun: 'newest', firstRunLimit: 1 };
		const promoters = { triggerOn: 'npsResponseCreated', score: 'promoter', options };
		const node = await fixtures.activate(promoters, { scheduler: 'durable' });

		for (const id of ['first', 'second']) add(id, 9);
		await node.tick();

		expect({ emitted: node.items.map(({ id }) => id) }).toEqual({ emitted: ['first', 'second'] });
	});
});

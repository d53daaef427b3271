import { EVENTS } from '../../../nodes/Vitally/trigger/triggerEvents';
import { createAccount } from '../../../sandbox/state/accounts.cts';
import { createConversation } from '../../../sandbox/state/conversations.cts';
import { createInstance } from '../../../sandbox/state/customObjects.cts';
import { builtNodes } from '../../description/nodeDescriptions.cts';
import { openWorkflow, runWorkflow, type Outcome } from '../../engine/engine.cts';
import { credentialsFor } from '../../engine/node.cts';
import { TRIGGER, triggerNode } from '../../engine/poll.cts';
import { addDeal } from '../../fixtures/customObjects.cts';
import { byExternalId, typedId } from '../../fixtures/locators.cts';
import { pick } from '../../fixtures/pick.cts';
import { sandboxOfSuite } from '../../fixtures/sandboxOfSuite.cts';

/** The events of which the demo has records. */
const SHOWN = EVENTS.map(({ name }) => name).filter(
	(name) => !/^customObject|^organizationChurned/.test(name),
);

/** The editor's Fetch Test Event: n8n runs the trigger once, in manual mode. */
describe('Vitally Trigger in the editor', () => {
	const { hints = [] } =
		builtNodes.find(({ className }) => className === 'VitallyTrigger')?.description ?? {};
	const sandbox = sandboxOfSuite();

	const workflowOf = (parameters: Record<string, unknown>) => ({
		name: 'One trigger',
		nodes: [triggerNode(parameters)],
		connections: {},
	});
	const fetchTestEvent = async (parameters: Record<string, unknown>): Promise<Outcome> =>
		await runWorkflow(workflowOf(parameters), { credentials: credentialsFor(sandbox()) });

	it.each(SHOWN)('shows one event of %s', async (triggerOn) => {
		const [{ surveyId }] = sandbox().state.surveyResponses.all();
		const outcome = await fetchTestEvent({ triggerOn, watch: 'anyChange', surveyId });

		expect({
			error: outcome.error?.message,
			items: outcome.items(TRIGGER).length,
		}).toEqual({ error: undefined, items: 1 });
		expect(sandbox().contractErrors()).toEqual([]);
	});

	const watching = {
		triggerOn: 'accountUpdated',
		watch: 'fields',
		fieldsToWatch: ['healthScore'],
		output: 'raw',
	};

	it('shows the same every time', async () => {
		const first = await fetchTestEvent(watching);
		const second = await fetchTestEvent(watching);
		const itemsOf = (outcome: Outcome) => outcome.items(TRIGGER).map(({ json }) => json);

		expect(itemsOf(second)).toEqual(itemsOf(first));
	});

	it('shows the record with the watched field that changed last', async () => {
		const outcome = await fetchTestEvent(watching);
		const items = outcome.items(TRIGGER).map(({ json }) => json);
		const scored = [...sandbox().state.accounts.all()].filter(
			({ healthScore, traits }) => healthScore !== null && !traits.churnedAt,
		);
		const changes = scored.map(({ updatedAt }) => updatedAt).sort();

		expect({ updatedAt: items[0].updatedAt }).toEqual({ updatedAt: changes.at(-1) });
		expect(pick(items, 'changedFields', 'previousValues', 'previousUnknown')).toEqual([
			{
				changedFields: ['healthScore'],
				previousValues: { healthScore: null },
				previousUnknown: true,
			},
		]);
	});

	it('an example of an exit is an account in the segment, as it looks after it has left', async () => {
		const { state } = sandbox();
		const atRisk = { id: 'seg-1', name: 'At risk' };
		const trial = { id: 'seg-2', name: 'Trial' };
		const active = [...state.accounts.all()].filter(({ traits }) => !traits.churnedAt);

		for (const account of active) state.accounts.change(account, { segments: [trial] });

		const name = 'Leaving';
		const [account] = active;

		state.accounts.change(account, { name, segments: [trial, atRisk] });

		const parameters = { triggerOn: 'accountExitedSegment', segment: 'seg-1' };
		const outcome = await fetchTestEvent(parameters);
		const items = outcome.items(TRIGGER).map(({ json }) => json);
		const columns = ['name', 'segments', 'segmentsAdded', 'segmentsRemoved', 'previousUnknown'];

		expect(pick(items, ...columns)).toEqual([
			{
				name,
				segments: ['Trial'],
				segmentsAdded: [],
				segmentsRemoved: ['At risk'],
				previousUnknown: true,
			},
		]);
	});

	it('an example of an exit has left all its segments, where any segment is watched', async () => {
		const { state } = sandbox();
		const segments = ['At risk', 'Trial'].map((name) => ({ id: `id of ${name}`, name }));

		for (const account of state.accounts.all()) state.accounts.change(account, { segments });

		const outcome = await fetchTestEvent({ triggerOn: 'accountExitedSegment', segment: '' });
		const items = outcome.items(TRIGGER).map(({ json }) => json);

		expect(pick(items, 'segments', 'segmentsRemoved')).toEqual([
			{ segments: [], segmentsRemoved: ['At risk', 'Trial'] },
		]);
	});

	it('an example of an exit is no churned account, also where the list of the organization has some', async () => {
		const { state } = sandbox();
		const [organization] = state.organizations.all();
		const atRisk = { id: 'seg-1', name: 'At risk' };
		const accounts = ['Active', 'Churned'].map((name, index) => {
			const account = createAccount(state, {
				externalId: name,
				name,
				organizationId: organization.id,
				traits: name === 'Churned' ? { churnedAt: state.now() } : {},
			});
			const updatedAt = new Date(Date.now() + 1000 * (index + 1)).toISOString();

			return state.accounts.change(account, { segments: [atRisk], updatedAt });
		});

		const outcome = await fetchTestEvent({
			triggerOn: 'accountExitedSegment',
			segment: 'seg-1',
			scope: 'organization',
			organizationId: byExternalId(organization.externalId),
		});

		expect({
			error: outcome.error?.message,
			names: outcome.items(TRIGGER).map(({ json }) => json.name),
		}).toEqual({ error: undefined, names: [accounts[0].name] });
	});

	describe.each([
		{
			name: 'Account CSM Changed',
			parameters: { triggerOn: 'accountCsmChanged' },
			fields: ['csmId'],
		},
		{
			name: 'Account Updated with two fields, one of them twice',
			parameters: { triggerOn: 'accountUpdated', fieldsToWatch: ['csmId', 'csmId', 'churnedAt'] },
			fields: ['csmId', 'churnedAt'],
		},
	])('a test event of $name', ({ parameters, fields }) => {
		/** Fetches it where the accounts that changed last have no CSM. */
		const fetchWithCsm = async () => {
			const { state } = sandbox();
			const active = [...state.accounts.all()].filter(({ traits }) => !traits.churnedAt);
			const csmId = active.find((account) => account.csmId)?.csmId ?? null;

			for (const [index, account] of active.entries()) {
				state.accounts.change(account, {
					csmId: index < 5 ? null : csmId,
					updatedAt: state.now(),
				});
			}

			for (let index = 0; index < 90; index++) {
				createAccount(state, { externalId: `n${index}`, name: 'New' });
			}

			const outcome = await fetchTestEvent(parameters);

			return {
				csm: { csmName: state.admins.get(String(csmId))?.name, csmId },
				items: outcome.items(TRIGGER).map(({ json }) => json),
			};
		};

		it('shows an account that has a CSM, by name', async () => {
			const { csm, items } = await fetchWithCsm();

			expect(pick(items, 'csmName')).toEqual([{ csmName: csm.csmName }]);
		});

		it('shows the watched fields as those that changed, of which the CSM was unknown', async () => {
			const { csm, items } = await fetchWithCsm();
			const others = fields.includes('churnedAt') ? '; Churned At: unknown → –' : '';

			expect(pick(items, 'changes', 'changedFields')).toEqual([
				{ changes: `CSM: unknown → ${csm.csmName}${others}`, changedFields: fields },
			]);
		});

		it('shows the CSM under the current values alone', async () => {
			const { csm, items } = await fetchWithCsm();
			const [{ previousValues, currentValues }] = items;
			const [before, after] = pick(
				[Object(previousValues), Object(currentValues)],
				...Object.keys(csm),
			);

			expect({ before, after }).toEqual({ before: { csmName: null, csmId: null }, after: csm });
		});

		it('takes a request for the page in which the fields are looked for, and one for the account', async () => {
			await fetchWithCsm();
			const paths = sandbox().requests.map(({ path }) => path);

			expect({
				requestsForAccounts: paths.filter((path) => path === '/resources/accounts').length,
			}).toEqual({ requestsForAccounts: 2 });
		});
	});

	it('explains previous values before a test event, because n8n shows a later hint above real events too', () => {
		expect(hints.map(({ whenToDisplay }) => whenToDisplay)).toEqual(['beforeExecution']);
	});

	/** The events with 'Watch', and those that watch something by themselves. */
	const isWatching = (name: string) => name.endsWith('Updated');
	const hasPreset = (name: string) => /HealthDropped$|CsmChanged$/.test(name);

	it.each([
		{ parameters: { triggerOn: 'accountUpdated' }, isShown: true },
		{ parameters: { triggerOn: 'accountUpdated', fieldsToWatch: [] }, isShown: false },
		{ parameters: { triggerOn: 'accountCreated', watch: 'fields' }, isShown: false },
		...EVENTS.flatMap(({ name: triggerOn }) => [
			{ parameters: { triggerOn, watch: 'anyChange' }, isShown: hasPreset(triggerOn) },
			{
				parameters: { triggerOn, watch: 'condition' },
				isShown: hasPreset(triggerOn) || isWatching(triggerOn),
			},
		]),
	])('explains previous values with $parameters: $isShown', async ({ parameters, isShown }) => {
		const { workflow } = await openWorkflow(workflowOf(parameters), { credentials: {} });
		const shown = await workflow.expression.withIsolate(async () =>
			workflow.expression.getParameterValue(
				String(hints[0].displayCondition),
				null,
				0,
				0,
				TRIGGER,
				[],
				'manual',
				{},
			),
		);

		expect({ isShown: shown }).toEqual({ isShown });
	});

	it('shows the customer message of the conversation that changed last, and reads ten conversations for it', async () => {
		const { conversations, users } = sandbox().state;
		const [{ id: userId }] = users.all();
		const ids = Array.from({ length: 12 }, (_, index) => {
			const message = {
				message: `From ${index}`,
				from: { type: 'user' as const, id: userId },
				to: [],
			};
			const conversation = createConversation(sandbox().state, { messages: [message] });
			const updatedAt = new Date(Date.now() + 1000 * index).toISOString();

			return conversations.change(conversation, { updatedAt }).id;
		});

		const outcome = await fetchTestEvent({ triggerOn: 'conversationCustomerReplied' });
		const items = outcome.items(TRIGGER).map(({ json }) => json);
		const read = sandbox().requests.map(({ path }) =>
			path.replace('/resources/conversations/', ''),
		);

		const conversationsRead = read.filter((id) => ids.includes(id)).length;

		expect({ shown: pick(items, 'id', 'message'), conversationsRead }).toEqual({
			shown: [{ id: ids.at(-1), message: 'From 11' }],
			conversationsRead: 10,
		});
	});

	it('shows instances of an account behind a page of others', async () => {
		const { state } = sandbox();

		addDeal(sandbox());
		createInstance(state, 'obj-1', { name: 'Mine', customerId: 'acc-2' });

		for (let index = 0; index < 120; index++) {
			createInstance(state, 'obj-1', { name: 'Other', customerId: 'acc-1' });
		}

		const outcome = await fetchTestEvent({
			triggerOn: 'customObjectInstanceCreated',
			customObjectId: typedId('obj-1'),
			scope: 'account',
			accountId: byExternalId('A2'),
		});

		expect({
			error: outcome.error?.message,
			names: outcome.items(TRIGGER).map(({ json }) => json.name),
		}).toEqual({ error: undefined, names: ['Mine'] });
	});

	it('Fetch Test Event fails with advice when there is no record', async () => {
		for (const note of sandbox().state.notes.all()) sandbox().state.notes.remove(note);
		const { error } = await fetchTestEvent({ triggerOn: 'noteArchived' });

		expect({ message: error?.message, description: error?.description }).toEqual({
			message: 'Vitally has no record to show for this event yet',
			description:
				'Create such a record in Vitally, or publish the workflow without a test event: it starts with the first record that fits. The parameters of the trigger may leave out the records that exist.',
		});
	});
});

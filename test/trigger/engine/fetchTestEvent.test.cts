import { EVENTS } from '../../../nodes/Vitally/trigger/triggerEvents';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.cts';
import { createAccount } from '../../../sandbox/state/accounts.cts';
import { openWorkflow, runWorkflow, type Outcome } from '../../engine/engine.cts';
import { credentialsFor } from '../../engine/node.cts';
import { TRIGGER } from '../../engine/poll.cts';
import { builtNodes } from '../../description/built.cts';

/** An exit is not shown by the newest records; of the others the demo has no records. */
const SHOWN = EVENTS.map(({ name }) => name).filter(
	(name) => !/ExitedSegment$|^customObject|^organizationChurned/.test(name),
);

/** The editor's Fetch Test Event: n8n runs the trigger once, in manual mode. */
describe('Vitally Trigger in the editor', () => {
	const { hints = [] } =
		builtNodes.find(({ className }) => className === 'VitallyTrigger')?.description ?? {};
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox();
	});
	afterEach(() => sandbox.reset());
	afterAll(async () => await sandbox.close());

	const workflowOf = (parameters: Record<string, unknown>): Parameters<typeof runWorkflow>[0] => ({
		name: 'One trigger',
		nodes: [
			{
				id: 'trigger',
				name: TRIGGER,
				type: 'n8n-nodes-vitally.vitallyTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: parameters as never,
				credentials: { vitallyApi: { id: 'sandbox', name: 'Sandbox' } },
			},
		],
		connections: {},
	});
	const fetchTestEvent = async (parameters: Record<string, unknown>): Promise<Outcome> =>
		await runWorkflow(workflowOf(parameters), { credentials: credentialsFor(sandbox) });

	it.each(SHOWN)('%s shows the newest records', async (triggerOn) => {
		const [{ surveyId }] = sandbox.state.surveyResponses.all();
		const outcome = await fetchTestEvent({ triggerOn, watch: 'anyChange', surveyId });
		expect(outcome.error).toBeUndefined();
		const items = outcome.items(TRIGGER);
		expect(items.length).toBeGreaterThan(0);
		expect(items.length).toBeLessThanOrEqual(5);
		expect(sandbox.contractErrors()).toEqual([]);
	});

	it('the same every time, oldest first', async () => {
		const watching = {
			triggerOn: 'accountUpdated',
			watch: 'fields',
			fieldsToWatch: ['healthScore'],
			output: 'raw',
		};
		const first = await fetchTestEvent(watching);
		const second = await fetchTestEvent(watching);
		const items = second.items(TRIGGER).map(({ json }) => json);
		expect(items).toEqual(first.items(TRIGGER).map(({ json }) => json));
		const stamps = items.map(({ updatedAt }) => updatedAt);
		expect(stamps).not.toContain(undefined);
		expect(stamps).toEqual([...stamps].sort());
		const scored = [...sandbox.state.accounts.all()].filter(
			({ healthScore }) => healthScore !== null,
		);
		const active = scored.filter(({ traits }) => !traits.churnedAt);
		expect(stamps.at(-1)).toBe(
			active
				.map(({ updatedAt }) => updatedAt)
				.sort()
				.at(-1),
		);
		expect(items[0]).toMatchObject({
			changedFields: ['healthScore'],
			previousValues: { healthScore: null },
			previousUnknown: true,
		});
	});

	it('a changed CSM is shown by accounts that have one', async () => {
		const { state } = sandbox;
		const updatedAt = state.now();
		const none = { csmId: null, updatedAt };
		const active = [...state.accounts.all()].filter(({ traits }) => !traits.churnedAt);
		for (const account of active.slice(0, 5)) state.accounts.change(account, none);
		const outcome = await fetchTestEvent({ triggerOn: 'accountCsmChanged' });
		const items = outcome.items(TRIGGER).map(({ json }) => json);
		expect(items).toHaveLength(5);
		for (const { csmName, changedFields, previousValues, currentValues } of items) {
			expect(changedFields).toEqual(['csmId']);
			expect(csmName).toEqual(expect.any(String));
			expect(previousValues).toEqual({ csmName: null, csmId: null });
			expect(currentValues).toMatchObject({ csmName });
		}
		// As with one of several fields, each named once.
		const fields = ['csmId', 'csmId', 'churnedAt'];
		const condition = fields.map((field) => ({ field, is: 'isSet' }));
		const watching = { triggerOn: 'accountUpdated', watch: 'condition', conditions: { condition } };
		for (const account of active.slice(5)) {
			state.accounts.change(account, { csmId: active[9].csmId, updatedAt: state.now() });
		}
		for (let index = 0; index < 90; index++) {
			createAccount(state, { externalId: `n${index}`, name: 'New' });
		}
		const before = sandbox.requests.length;
		const several = await fetchTestEvent(watching);
		for (const { changedFields, currentValues } of several.items(TRIGGER).map((one) => one.json)) {
			expect(changedFields).toEqual(['csmId', 'churnedAt']);
			expect(currentValues).toMatchObject({ csmId: active[9].csmId });
		}
		const paths = sandbox.requests.slice(before).map(({ path }) => path);
		// One page, and the one in which the fields are looked for.
		expect(paths.filter((path) => path === '/resources/accounts')).toHaveLength(2);
	});

	it.each([
		[{ triggerOn: 'accountUpdated' }, true],
		[{ triggerOn: 'accountUpdated', fieldsToWatch: [] }, false],
		[{ triggerOn: 'accountUpdated', watch: 'condition' }, true],
		[{ triggerOn: 'accountUpdated', watch: 'anyChange' }, false],
		[{ triggerOn: 'accountHealthDropped' }, true],
		[{ triggerOn: 'accountCreated', watch: 'fields' }, false],
	])('%j: the editor explains previous values: %p', async (parameters, isShown) => {
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
		expect(shown).toBe(isShown);
	});

	it('is an error with advice when there is none', async () => {
		for (const note of sandbox.state.notes.all()) sandbox.state.notes.remove(note);
		const { error } = await fetchTestEvent({ triggerOn: 'noteArchived' });
		expect(error?.message).toBe('Vitally has no record to show for this event yet');
		expect(error?.description).toContain('activate the workflow');
	});
});

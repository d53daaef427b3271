import { runWorkflow } from '../../engine/engine.cts';
import { credentialsFor } from '../../engine/node.cts';
import { TRIGGER, triggerNode, type PolledNode } from '../../engine/poll.cts';
import { byExternalId } from '../../fixtures/locators.cts';
import { pick } from '../../fixtures/pick.cts';
import {
	accountOf,
	addParents,
	EventRecords,
	organizationOf,
	type Place,
} from './eventRecords.cts';
import { errorsOf, idsOf, TriggerFixtures } from './fixtures.cts';
import { EVENT_CASES, type EventCase } from './happenings.cts';

/** What limits a trigger to the records of a place. */
const SCOPES: Record<string, Record<string, unknown>> = {
	account: { scope: 'account', accountId: byExternalId(accountOf('inside').toUpperCase()) },
	organization: {
		scope: 'organization',
		organizationId: byExternalId(organizationOf('inside').toUpperCase()),
	},
};

const LIMITED_CASES = EVENT_CASES.flatMap((event) =>
	event.scopes.map((scope) => ({ ...event, scope })),
);

/** The events of customers who are churned before anything else happens to them. */
const OF_CHURNED = EVENT_CASES.filter(({ triggerOn }) =>
	/^(account|organization)(?!Churned)/.test(triggerOn),
).flatMap((event) =>
	[false, true].map((includeChurned) => ({
		...event,
		includeChurned,
		/** Only the list of accounts leaves them out. */
		emitted: event.resource === 'account' && !includeChurned ? [] : event.emitted,
	})),
);

/** The events of segments, with each way to choose one. */
const OF_SEGMENTS = EVENT_CASES.filter(({ triggerOn }) => triggerOn.endsWith('Segment')).flatMap(
	(event) => [
		{ ...event, segment: 'gold' },
		{ ...event, segment: 'id of Gold' },
		{ ...event, segment: 'Silver', emitted: [] },
	],
);

const OF_THRESHOLDS = EVENT_CASES.filter(({ triggerOn }) =>
	triggerOn.endsWith('HealthDropped'),
).flatMap((event) => [
	{ ...event, threshold: 4.5 },
	// The score drops to 4.
	{ ...event, threshold: 4, emitted: [] },
	{ ...event, threshold: 0, emitted: [] },
	{ ...event, threshold: -1, emitted: [] },
]);

const OF_COMPUTED = EVENT_CASES.flatMap(({ computed, ...event }) => {
	if (!computed) return [];

	return [
		{ ...event, computed, check: undefined, emitted: [computed.name] },
		{ ...event, computed, check: 'all', emitted: [computed.name] },
		{ ...event, computed, check: 'updated', emitted: [] },
	];
});

/** Account Updated and Organization Updated watch the health score by default, the others any change. */
const OF_DEFAULT_WATCH = EVENT_CASES.filter(({ triggerOn }) => triggerOn.endsWith('Updated')).map(
	(event) => ({
		...event,
		emitted: /^(account|organization)/.test(event.triggerOn) ? [] : event.emitted,
	}),
);

const BELOW_5 = { condition: [{ field: 'healthScore', is: 'dropsBelow', value: '5' }] };

const OF_CUSTOMERS = EVENT_CASES.filter(({ triggerOn }) =>
	['accountUpdated', 'organizationUpdated'].includes(triggerOn),
).flatMap((event) =>
	[
		{ watch: 'fields', fieldsToWatch: ['healthScore'] },
		{ watch: 'condition', conditions: BELOW_5 },
	].flatMap((watching) => [
		{ ...event, watching, check: undefined, emitted: [] },
		{ ...event, watching, check: 'updated', emitted: [] },
		{ ...event, watching, check: 'all', emitted: ['scored'] },
	]),
);

describe('the Vitally Trigger, for each event', () => {
	const fixtures = new TriggerFixtures({ seed: 'empty' });

	beforeEach(() => addParents(fixtures.sandbox));

	const recordsOf = (
		{ resource }: EventCase,
		{ places = ['inside'], common = {} }: { places?: Place[]; common?: object } = {},
	) => {
		const { sandbox, clock } = fixtures;

		return new EventRecords({ sandbox, clock, resource, places, common });
	};

	/** Neither an error nor a request that breaks the service's contract. */
	const FAULTLESS = { errors: [], contractErrors: [] };

	/** The IDs of the records that start a workflow, and what went wrong. */
	const outcomeOf = (node: PolledNode) => ({
		errors: errorsOf(node),
		contractErrors: fixtures.sandbox.contractErrors(),
		emitted: idsOf(node),
	});

	/** What a trigger emits of records of which some were there when its workflow was published. */
	const pollOf = async (event: EventCase, parameters: object, records: EventRecords) => {
		event.before(records);
		const { triggerOn } = event;
		const node = await fixtures.activate({ triggerOn, ...event.parameters, ...parameters });

		event.after(records);
		await node.tick();

		return outcomeOf(node);
	};

	it.each(EVENT_CASES)('$triggerOn emits what happens to $emitted', async (event) => {
		expect(await pollOf(event, {}, recordsOf(event))).toEqual({
			...FAULTLESS,
			emitted: event.emitted,
		});
	});

	it.each(LIMITED_CASES)(
		'$triggerOn emits what happens to $emitted in its $scope, and not elsewhere',
		async (event) => {
			const records = recordsOf(event, { places: ['outside', 'inside'] });

			expect(await pollOf(event, SCOPES[event.scope], records)).toEqual({
				...FAULTLESS,
				emitted: event.emitted,
			});
		},
	);

	it.each(OF_CHURNED)(
		'$triggerOn emits of churned ones $emitted with Include Churned: $includeChurned',
		async (event) => {
			const common = { traits: { churnedAt: '2026-01-01T00:00:00.000Z' } };
			const options = { includeChurned: event.includeChurned };

			expect(await pollOf(event, { options }, recordsOf(event, { common }))).toEqual({
				...FAULTLESS,
				emitted: event.emitted,
			});
		},
	);

	it.each(OF_SEGMENTS)(
		'$triggerOn emits of Gold $emitted where the segment is "$segment"',
		async (event) => {
			const { segment, emitted } = event;

			expect(await pollOf(event, { segment }, recordsOf(event))).toEqual({ ...FAULTLESS, emitted });
		},
	);

	it.each(OF_THRESHOLDS)(
		'$triggerOn emits $emitted of a score that drops to 4 with the threshold $threshold',
		async (event) => {
			const { threshold, emitted } = event;

			expect(await pollOf(event, { threshold }, recordsOf(event))).toEqual({
				...FAULTLESS,
				emitted,
			});
		},
	);

	it.each(OF_COMPUTED)(
		'$triggerOn emits $emitted of what Vitally computes without moving updatedAt, with Compare: $check',
		async (event) => {
			const { triggerOn, parameters, check, computed, emitted } = event;
			const records = recordsOf(event);

			event.before(records);
			const node = await fixtures.activate({ triggerOn, ...parameters, check });

			await node.tick();
			fixtures.clock.now += 20 * 60_000;
			records.compute(computed.name, computed.fields);
			await node.tick();

			expect(outcomeOf(node)).toEqual({ ...FAULTLESS, emitted });
		},
	);

	it.each(OF_CUSTOMERS)(
		'$triggerOn emits $emitted of a score that Vitally computes, with $watching.watch and Compare: $check',
		async (event) => {
			const { triggerOn, watching, check, emitted } = event;
			const records = recordsOf(event);

			records.add('scored', { healthScore: 8 });
			const node = await fixtures.activate({ triggerOn, ...watching, check });

			await node.tick();
			fixtures.clock.now += 20 * 60_000;
			records.compute('scored', { healthScore: 4 });
			await node.tick();

			expect(outcomeOf(node)).toEqual({ ...FAULTLESS, emitted });
		},
	);

	it.each(OF_DEFAULT_WATCH)(
		'$triggerOn emits $emitted by default of an edit that moves no score',
		async (event) => {
			const records = recordsOf(event);
			const parameters = { watch: undefined };

			expect(await pollOf(event, parameters, records)).toEqual({
				...FAULTLESS,
				emitted: event.emitted,
			});
		},
	);

	it.each(EVENT_CASES)('$triggerOn begins a First Run with $firstRun', async (event) => {
		const records = recordsOf(event);

		event.before(records);
		event.after(records);
		const { triggerOn, parameters, firstRun } = event;
		const options = { firstRun: 'newest', firstRunLimit: firstRun.length || 1 };
		const node = await fixtures.activate({ triggerOn, ...parameters, options });

		expect(outcomeOf(node)).toEqual({ ...FAULTLESS, emitted: firstRun });
	});

	/** What the editor shows of an event after all that has happened. */
	const fetchTestEvent = async (event: EventCase) => {
		const records = recordsOf(event);

		event.before(records);
		event.after(records);
		const { triggerOn, parameters } = event;
		const workflow = {
			name: 'One trigger',
			nodes: [triggerNode({ triggerOn, ...parameters })],
			connections: {},
		};
		const outcome = await runWorkflow(workflow, { credentials: credentialsFor(fixtures.sandbox) });

		return {
			error: outcome.error?.message,
			items: outcome.items(TRIGGER).map(({ json }) => json),
		};
	};

	it.each(EVENT_CASES.map((event) => ({ event, expected: event.shown ?? event.firstRun.at(-1) })))(
		'$event.triggerOn shows "$expected" as its test event',
		async ({ event, expected }) => {
			const { error, items } = await fetchTestEvent(event);

			expect({ error, shown: items.map(({ id }) => id) }).toEqual({
				error: undefined,
				shown: [expected],
			});
		},
	);

	/** The events that compare with an earlier value, whatever is watched. */
	const COMPARES = /(HealthDropped|CsmChanged|Segment)$/;

	it.each(EVENT_CASES.map((event) => ({ event, isUnknown: COMPARES.test(event.triggerOn) })))(
		'$event.triggerOn says in its test event that the value before is unknown: $isUnknown',
		async ({ event, isUnknown }) => {
			const { items } = await fetchTestEvent(event);

			expect(pick(items, 'previousUnknown')).toEqual(
				isUnknown ? [{ previousUnknown: true }] : [{}],
			);
		},
	);
});

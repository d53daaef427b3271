import type { ShownRecord } from '../../../sandbox/faultyAnswer.cts';
import type { Account } from '../../../sandbox/state/customers.cts';
import type { PolledNode } from '../../engine/poll.cts';
import { addNpsResponse } from '../../fixtures/npsResponses.cts';
import { pick } from '../../fixtures/pick.cts';
import { activationErrorOf, errorsOf, TriggerFixtures } from './fixtures.cts';

const LIST = { method: 'GET', path: /^\/resources\/(accounts|organizations|npsResponses|tasks)$/ };

/** An event, and a form in which Vitally's list may show what decides about it. */
interface HiddenField {
	name: string;
	parameters: Record<string, unknown>;
	as: (record: ShownRecord) => ShownRecord;
	message: string;
}

const without = (field: string) => (record: ShownRecord) =>
	Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));

const fields = (...fieldsToWatch: string[]) => ({
	triggerOn: 'accountUpdated',
	watch: 'fields',
	fieldsToWatch,
});

const condition = (field: string, is: string, value = '') => ({
	triggerOn: 'accountUpdated',
	watch: 'condition',
	conditions: { condition: [{ field, is, value }] },
});

const hidden = (field: string) =>
	`Vitally's list does not have the field '${field}', which the trigger watches`;

const unreadable = (field: string) =>
	`Vitally's list has the field '${field}', which the trigger watches, in a form that the trigger cannot read`;

const HIDDEN: HiddenField[] = [
	{
		name: 'a watched field that no record has',
		parameters: fields('healthScore'),
		as: without('healthScore'),
		message: hidden('healthScore'),
	},
	{
		name: 'a watched score that is an object',
		parameters: fields('healthScore'),
		as: (record) => ({ ...record, healthScore: { value: record.healthScore } }),
		message: unreadable('healthScore'),
	},
	{
		name: 'traits as a list',
		parameters: fields('traits.plan'),
		as: (record) => ({ ...record, traits: [{ key: 'plan', value: 'Growth' }] }),
		message: unreadable('traits.plan'),
	},
	{
		name: 'records without traits',
		parameters: fields('traits.plan'),
		as: without('traits'),
		message: hidden('traits.plan'),
	},
	{
		name: 'watched segments that are IDs',
		parameters: fields('segments'),
		as: (record) => ({ ...record, segments: ['a', 'b'] }),
		message: unreadable('segments'),
	},
	{
		name: 'the field of a condition that no record has',
		parameters: condition('name', 'becomes', 'Acme'),
		as: without('name'),
		message: hidden('name'),
	},
	{
		name: 'a threshold on a score that is a word',
		parameters: { triggerOn: 'accountHealthDropped' },
		as: (record) => ({ ...record, healthScore: 'good' }),
		message: unreadable('healthScore'),
	},
	{
		name: 'a threshold on another field, which is a word',
		parameters: condition('mrr', 'dropsBelow', '5'),
		as: (record) => ({ ...record, mrr: 'high' }),
		message: unreadable('mrr'),
	},
	{
		name: 'a threshold to rise above on another field, which is a word',
		parameters: condition('mrr', 'risesAbove', '5'),
		as: (record) => ({ ...record, mrr: 'high' }),
		message: unreadable('mrr'),
	},
	{
		name: 'the segments of a condition that are IDs',
		parameters: condition('segments', 'isSet'),
		as: (record) => ({ ...record, segments: ['a', 'b'] }),
		message: unreadable('segments'),
	},
	{
		name: 'records without a CSM and without key roles',
		parameters: { triggerOn: 'accountCsmChanged' },
		as: (record) => without('keyRoles')(without('csmId')(record)),
		message: hidden('csmId'),
	},
	{
		name: 'a CSM that is an object',
		parameters: { triggerOn: 'accountCsmChanged' },
		as: (record) => ({ ...record, csmId: { id: record.csmId } }),
		message: unreadable('csmId'),
	},
	{
		name: 'a CSM that is a list',
		parameters: { triggerOn: 'accountCsmChanged' },
		as: (record) => ({ ...record, csmId: [record.csmId] }),
		message: unreadable('csmId'),
	},
	{
		name: 'key roles that are an object',
		parameters: { triggerOn: 'accountCsmChanged' },
		as: (record) => ({ ...without('csmId')(record), keyRoles: { CSM: 'x' } }),
		message: unreadable('csmId'),
	},
	{
		name: 'segments that are IDs',
		parameters: { triggerOn: 'accountEnteredSegment' },
		as: (record) => ({ ...record, segments: ['a', 'b'] }),
		message: unreadable('segments'),
	},
	{
		name: 'segments that are missing',
		parameters: { triggerOn: 'accountExitedSegment' },
		as: without('segments'),
		message: hidden('segments'),
	},
	{
		name: 'times of churn that are missing',
		parameters: { triggerOn: 'organizationChurned' },
		as: without('churnedAt'),
		message: hidden('churnedAt'),
	},
	{
		name: 'times of completion that are numbers',
		parameters: { triggerOn: 'taskCompleted' },
		as: (record) => ({ ...record, completedAt: record.completedAt ? 1_790_000_000 : null }),
		message: unreadable('completedAt'),
	},
	{
		name: 'scores of responses that are missing',
		parameters: { triggerOn: 'npsResponseCreated' },
		as: without('score'),
		message: hidden('score'),
	},
];

/** What the items of a trigger say of the changes. */
const changesOf = ({ items }: PolledNode) => pick(items, 'id', 'changedFields');

describe('a list that does not show what decides about an event', () => {
	const fixtures = new TriggerFixtures();

	const show = (as: (record: ShownRecord) => ShownRecord, times?: number) => {
		fixtures.sandbox.faults.add({ kind: 'shown', as, on: LIST, times });
	};

	it.each(HIDDEN)('ends the poll in an error: $name', async ({ parameters, as, message }) => {
		const node = await fixtures.activate(parameters);

		await node.tick();
		fixtures.touch(3);
		const before = node.stored.at(-1);

		show(as);
		await node.tick();

		expect({ errors: errorsOf(node), isStateKept: node.stored.at(-1) === before }).toEqual({
			errors: [message],
			isStateKept: true,
		});
	});

	it.each(HIDDEN)(
		'causes no event where a later poll shows it again: $name',
		async ({ parameters, as, message }) => {
			const node = await fixtures.activate(parameters);

			await node.tick();
			fixtures.touch(3);
			show(as);
			await node.tick();
			fixtures.sandbox.faults.clear();
			await node.tick();

			expect({ errors: errorsOf(node), events: changesOf(node) }).toEqual({
				errors: [message],
				events: [],
			});
		},
	);

	it.each<Pick<HiddenField, 'name' | 'parameters' | 'as'>>([
		{
			name: 'no score',
			parameters: fields('healthScore'),
			as: (record) => ({ ...record, healthScore: null }),
		},
		{
			name: 'no score, with a threshold',
			parameters: condition('healthScore', 'dropsBelow', '5'),
			as: (record) => ({ ...record, healthScore: null }),
		},
		{
			name: 'no CSM and key roles of nobody',
			parameters: { triggerOn: 'accountCsmChanged' },
			as: (record) => ({ ...record, csmId: null, keyRoles: null }),
		},
		{
			name: 'a CSM and no field for key roles',
			parameters: { triggerOn: 'accountCsmChanged' },
			as: (record) => ({ ...without('keyRoles')(record), csmId: record.csmId ?? 'a' }),
		},
		{
			name: 'key roles and no field for the CSM',
			parameters: { triggerOn: 'accountCsmChanged' },
			as: without('csmId'),
		},
		{
			name: 'no segments',
			parameters: { triggerOn: 'accountEnteredSegment' },
			as: (record) => ({ ...record, segments: [] }),
		},
	])('passes where all records have $name', async ({ parameters, as }) => {
		show(as);
		const node = fixtures.open(parameters);
		const error = await activationErrorOf(node);

		await node.tick();

		expect({ error, errorsOfNextPoll: errorsOf(node) }).toEqual({
			error: undefined,
			errorsOfNextPoll: [],
		});
	});

	describe('a single record that lacks its fields for one poll', () => {
		/** A trigger that has read a record without most of its fields. */
		const pollBare = async (changed: Partial<Account> = {}) => {
			const node = await fixtures.activate(
				fields('healthScore', 'name', 'segments', 'traits.plan'),
			);
			const { account } = fixtures;
			const bare = ({ id, createdAt, updatedAt, name }: ShownRecord) => ({
				id,
				createdAt,
				updatedAt,
				name,
			});

			// Learns the values of all accounts.
			await node.tick();
			fixtures.change(account, changed);
			show((record) => (record.id === account.id ? bare(record) : record), 1);
			await node.tick();
			fixtures.sandbox.faults.clear();

			return { node, account };
		};

		it('causes no event', async () => {
			const { node } = await pollBare();

			expect({ errors: errorsOf(node), events: changesOf(node) }).toEqual({
				errors: [],
				events: [],
			});
		});

		it('causes an event by a field that it shows', async () => {
			const { node, account } = await pollBare({ name: 'Renamed' });

			expect(changesOf(node)).toEqual([{ id: account.id, changedFields: ['name'] }]);
		});

		it('causes later an event by the field alone that has changed by then', async () => {
			const { node, account } = await pollBare();

			fixtures.change(account, { healthScore: 0.5 });
			await node.tick();

			expect(changesOf(node)).toEqual([{ id: account.id, changedFields: ['healthScore'] }]);
		});
	});

	describe('a list that shows values in another form that can be read', () => {
		const activate = async (parameters: Record<string, unknown>): Promise<PolledNode> => {
			const node = await fixtures.activate(parameters);

			await node.tick();

			return node;
		};

		it('causes no event by the score of a response as text', async () => {
			const watching = { watch: 'fields', fieldsToWatch: ['score'] };
			const node = await activate({ triggerOn: 'npsResponseUpdated', ...watching });
			const { npsResponses } = fixtures.sandbox.state;
			const response = npsResponses.first(({ score }) => score !== null);

			fixtures.clock.now += 1000;
			npsResponses.change(response, { updatedAt: fixtures.sandbox.state.now() });
			show((record) => ({ ...record, score: record.score === null ? null : String(record.score) }));
			await node.tick();

			expect({ errors: errorsOf(node), events: changesOf(node) }).toEqual({
				errors: [],
				events: [],
			});
		});

		it('causes no event by a score as text', async () => {
			const node = await activate(fields('healthScore'));

			fixtures.touch(3);
			show((record) => ({
				...record,
				healthScore: record.healthScore && String(record.healthScore),
			}));
			await node.tick();

			expect({ errors: errorsOf(node), events: changesOf(node) }).toEqual({
				errors: [],
				events: [],
			});
		});

		it('causes an event by a score as text that drops', async () => {
			const node = await activate({ triggerOn: 'accountHealthDropped' });
			const { account } = fixtures;

			fixtures.change(account, { healthScore: 9 });
			await node.tick();
			fixtures.change(account, { healthScore: 1 });
			show((record) => ({
				...record,
				healthScore: record.healthScore && String(record.healthScore),
			}));
			await node.tick();

			expect(changesOf(node)).toEqual([{ id: account.id, changedFields: ['healthScore'] }]);
		});

		it('causes an event by the score of a detractor as text', async () => {
			const node = await activate({ triggerOn: 'npsResponseCreated', score: 'detractor' });

			fixtures.clock.now += 1000;
			const { state } = fixtures.sandbox;
			const [{ userId }] = state.npsResponses.all();
			const times = { createdAt: state.now(), updatedAt: state.now() };

			addNpsResponse(fixtures.sandbox, 'new', { ...times, userId, score: 3 });
			show((record) => ({ ...record, score: record.score === null ? null : String(record.score) }));
			await node.tick();

			expect({ errors: errorsOf(node), events: changesOf(node) }).toEqual({
				errors: [],
				events: [{ id: 'new' }],
			});
		});

		const segments = [
			{ id: 's1', name: 'One' },
			{ id: 's2', name: 'Two' },
		];
		const products = (...names: string[]) => ({ 'vitally.custom.products': names });

		it.each<{ name: string; change: Partial<Account>; changedFields: string[] }>([
			{
				name: 'no event by segments in another order',
				change: { segments: [...segments].reverse() },
				changedFields: [],
			},
			{
				name: 'no event by a list in another order',
				change: { traits: products('Reports', 'Core') },
				changedFields: [],
			},
			{
				name: 'an event by a segment less',
				change: { segments: segments.slice(1) },
				changedFields: ['segments'],
			},
			{
				name: 'an event by another entry of a list',
				change: { traits: products('Core', 'Surveys') },
				changedFields: ['traits.vitally.custom.products'],
			},
		])('causes $name', async ({ change, changedFields }) => {
			const { sandbox, account } = fixtures;

			sandbox.state.accounts.change(account, { segments, traits: products('Core', 'Reports') });
			const node = await activate(fields('segments', 'traits.vitally.custom.products'));

			fixtures.change(account, change);
			await node.tick();

			expect(node.items.map((item) => item.changedFields)).toEqual(
				changedFields.length > 0 ? [changedFields] : [],
			);
		});
	});
});

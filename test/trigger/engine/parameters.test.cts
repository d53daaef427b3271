import type { INodeProperties } from 'n8n-workflow';

import { builtNodes } from '../../description/nodeDescriptions.cts';
import { loadOptions } from '../../engine/listSearch.cts';
import { rejectionOf } from '../../errors/thrownError.cts';
import { byId } from '../../fixtures/locators.cts';
import { defineTrait } from '../../fixtures/traitDefinitions.cts';
import { TriggerFixtures } from './fixtures.cts';

const trigger = builtNodes.find(({ description }) => description.name === 'vitallyTrigger');
const properties = trigger?.description.properties ?? [];

/** An expression in place of the whole group is dropped by n8n. */
const isGroup = ({ type }: INodeProperties) => /ollection$|^notice$/.test(type);

/** The first values of other parameters with which one is shown. */
const conditionsOf = ({ displayOptions }: INodeProperties) =>
	Object.fromEntries(
		Object.entries(displayOptions?.show ?? {}).map(([name, values]) => [
			name.replace('/', ''),
			values?.[0],
		]),
	);

const AT_TOP = properties.filter((property) => property.name !== 'triggerOn' && !isGroup(property));
const OPTIONS = (properties.find(({ name }) => name === 'options')?.options ??
	[]) as INodeProperties[];
const EMPTY = ['={{ "" }}', '={{ null }}', '={{ $vars.missing }}'];

describe('a parameter of the Vitally Trigger', () => {
	const fixtures = new TriggerFixtures();

	const condition = (row: object) => ({ watch: 'condition', conditions: { condition: [row] } });

	it.each([
		[
			{ triggerOn: 'accountHealthDropped', threshold: 'five' },
			'The value "five" of \'Threshold\' is not a number',
		],
		[
			{ options: { maxPages: 0 } },
			"The value 0 of 'Max Pages per Poll' is not a whole number from 1 to 500",
		],
		[
			{ options: { firstRun: 'newest', firstRunLimit: 2001 } },
			"The value 2001 of 'First Run Limit' is not a whole number from 1 to 2000",
		],
		[
			{ triggerOn: 'accountExploded' },
			'The value "accountExploded" of \'Trigger On\' is not one of its options',
		],
		[
			{ watch: 'fields', fieldsToWatch: ['', ' '] },
			"The field 'Fields to Watch Names or IDs' is empty",
		],
		[
			{ triggerOn: 'userUpdated', watch: 'fields' },
			"The field 'Fields to Watch Names or IDs' is empty",
		],
		[{ watch: 'condition' }, "A condition in 'Conditions (Any)' has no field"],
		[{ watch: 'condition', conditions: {} }, "There is no condition in 'Conditions (Any)'"],
		[
			condition({ field: 'mrr', value: '0x10' }),
			'The value "0x10" of the condition on \'mrr\' is not a number',
		],
		[
			condition({ field: 'mrr', is: 'risesAbove', value: 'high' }),
			'The value "high" of the condition on \'mrr\' is not a number',
		],
		[condition({ field: ' ', is: 'isSet' }), "A condition in 'Conditions (Any)' has no field"],
		[condition({ field: 'mrr', is: 'becomes' }), "The condition on 'mrr' has no value"],
		[
			condition({ field: 'mrr', is: '={{ $vars.missing }}', value: '5' }),
			"The value null of 'Change' is not one of its options",
		],
		[
			condition({ field: 'mrr', is: 'becomes', value: '={{ [5, 6] }}' }),
			"The value of 'Conditions (Any)' is not text",
		],
	])('prevents the activation where it is invalid: %j', async (parameters, message) => {
		const node = fixtures.open({ triggerOn: 'accountUpdated', ...parameters });

		expect(await rejectionOf(node.activate())).toEqual({
			class: 'NodeApiError',
			message,
			description: expect.any(String),
			failure: { cause: 'configuration-invalid' },
		});
	});

	/** What it limits would otherwise be the default: every change of every record. */
	describe('an expression without a result in a parameter of the Vitally Trigger', () => {
		const activate = async (
			parameters: Record<string, unknown>,
			{ displayName }: INodeProperties,
		) => {
			const conditions = { condition: [{ field: 'healthScore', is: 'isSet' }] };
			const others = { triggerOn: 'accountUpdated', watch: 'anyChange', conditions };
			const node = fixtures.open({ ...others, ...parameters });
			const label = displayName.replace(/ Names? or IDs?$/, '');

			expect(await rejectionOf(node.activate())).toMatchObject({
				class: 'NodeApiError',
				message: expect.stringContaining(`'${label}`),
				failure: { cause: 'configuration-invalid' },
			});
			expect(fixtures.sandbox.requests).toEqual([]);
		};

		it.each(
			AT_TOP.map((property) => {
				const shownWith = JSON.stringify(conditionsOf(property));

				return [`${property.name} ${shownWith}`, property] as const;
			}),
		)('prevents the activation before anything is sent: %s', async (_title, property) => {
			for (const value of EMPTY) {
				const stored = property.type === 'resourceLocator' ? byId(value) : value;

				await activate({ ...conditionsOf(property), [property.name]: stored }, property);
			}
		});

		it.each(OPTIONS)(
			'prevents the activation before anything is sent: options.$name',
			async (property) => {
				const { triggerOn = 'accountUpdated', ...others } = conditionsOf(property);

				for (const value of EMPTY) {
					await activate({ triggerOn, options: { ...others, [property.name]: value } }, property);
				}
			},
		);
	});

	describe('a pick-list of the Vitally Trigger', () => {
		const load = async (method: string, parameters: Record<string, unknown>) => {
			const { sandbox } = fixtures;
			const options = await loadOptions(sandbox, method, parameters, 'vitallyTrigger');

			expect(sandbox.contractErrors()).toEqual([]);

			return options;
		};

		const asked = () => fixtures.sandbox.requests.map(({ path, query }) => [path, query]);

		it('offers fields to watch that may be empty, and traits, told apart by their keys, but no lists and no fields that each change sets', async () => {
			for (const key of ['next_step', 'nextStep']) {
				defineTrait(fixtures.sandbox, `vitally.custom.${key}`, { label: 'Next Step' });
			}

			fixtures.change(fixtures.account, { healthScore: null });
			const options = await load('getWatchableFields', { triggerOn: 'accountUpdated' });

			const emptyField = 'healthScore';
			const trait = 'traits.vitally.custom.nextStep';

			expect(options.filter(({ value }) => [emptyField, trait].includes(String(value)))).toEqual([
				{ name: 'Health Score', value: emptyField },
				{ name: 'Next Step (vitally.custom.nextStep) (Trait)', value: trait },
			]);

			const never = ['id', 'createdAt', 'updatedAt', 'segments', 'keyRoles', 'traits'];

			expect(options.filter(({ value }) => never.includes(String(value)))).toEqual([]);
			expect(asked()).toEqual([
				['/resources/accounts', { limit: '1', sortBy: 'updatedAt' }],
				['/resources/customFields', { model: 'accounts' }],
			]);
		});

		it('offers the segments of the records that changed last, in one request', async () => {
			const { state } = fixtures.sandbox;

			fixtures.clock.now += 1000;
			const segments = [{ id: 'id of gold', name: 'Gold' }];
			const [member, other] = state.users.all();

			state.users.change(member, { segments, updatedAt: state.now() });
			state.users.change(other, { segments: null as never, updatedAt: state.now() });
			const options = await load('getSegments', { triggerOn: 'userEnteredSegment' });

			expect(options.filter(({ name }) => name === 'Gold')).toEqual([
				{ name: 'Gold', value: 'id of gold' },
			]);
			expect(options[0]).toEqual({ name: 'Any Segment', value: '' });

			const names = options.slice(1).map(({ name }) => name);

			expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
			expect(asked()).toEqual([['/resources/users', { limit: '100', sortBy: 'updatedAt' }]]);
		});

		it('offers the fields of a survey response without a request', async () => {
			const options = await load('getOutputFields', { triggerOn: 'surveyResponseCreated' });

			expect(options.map(({ name }) => name)).toEqual([
				'ID',
				'Organization',
				'Question Responses',
				'Responded At',
				'Survey',
				'Title',
				'User ID',
			]);
			expect(asked()).toEqual([]);
		});

		it.each(
			['getWatchableFields', 'getSegments', 'getOutputFields'].flatMap((method) =>
				['accountExploded', '', undefined].map((triggerOn) => ({ method, triggerOn })),
			),
		)(
			'offers nothing for the unknown event "$triggerOn", without a request: $method',
			async ({ method, triggerOn }) => {
				expect(await load(method, { triggerOn })).toEqual([]);
				expect(fixtures.sandbox.requests).toEqual([]);
			},
		);
	});
});

import type { INodeProperties } from 'n8n-workflow';

import { EVENTS } from '../../../nodes/Vitally/trigger/triggerEvents';
import { builtNodes } from '../../description/nodeDescriptions.cts';
import { loadOptions } from '../../engine/listSearch.cts';
import { rejectionOf } from '../../errors/thrownError.cts';
import { addDeal } from '../../fixtures/customObjects.cts';
import { byId } from '../../fixtures/locators.cts';
import { defineTrait } from '../../fixtures/traitDefinitions.cts';
import { activationErrorOf, TriggerFixtures } from './fixtures.cts';

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
const EVENT_NAMES = EVENTS.map(({ name }) => name).join(', ');
const EMPTY = ['={{ "" }}', '={{ null }}', '={{ $vars.missing }}'];

describe('a parameter of the Vitally Trigger', () => {
	const fixtures = new TriggerFixtures();

	const condition = (row: object) => ({ watch: 'condition', conditions: { condition: [row] } });

	interface InvalidCase {
		name: string;
		parameters: Record<string, unknown>;
		message: string;
		description: string;
	}

	/** What to do about a condition that says nothing. */
	const COMPLETE_CONDITION = "Choose its 'Field Name or ID', or remove the condition.";
	const CHOOSE_FIELDS = "Choose the fields whose changes matter, or set 'Watch' to 'Any Change'.";
	const ENTER_NUMBER = "Enter a number in 'Value', for example 5.";

	it.each<InvalidCase>([
		{
			name: 'a threshold that is a word',
			parameters: { triggerOn: 'accountHealthDropped', threshold: 'five' },
			message: 'The value "five" of \'Threshold\' is not a number',
			description: 'Enter a number, or let the expression return one.',
		},
		...[0, 501, 1.5].map((maxPages) => ({
			name: `Max Pages of ${maxPages}`,
			parameters: { options: { maxPages } },
			message: `The value ${maxPages} of 'Max Pages per Poll' is not a whole number from 1 to 500`,
			description: 'Enter a whole number from 1 to 500, or let the expression return one.',
		})),
		...[0, 2001].map((firstRunLimit) => ({
			name: `a First Run Limit of ${firstRunLimit}`,
			parameters: { options: { firstRun: 'newest', firstRunLimit } },
			message: `The value ${firstRunLimit} of 'First Run Limit' is not a whole number from 1 to 2000`,
			description: 'Enter a whole number from 1 to 2000, or let the expression return one.',
		})),
		{
			name: 'an unknown event',
			parameters: { triggerOn: 'accountExploded' },
			message: 'The value "accountExploded" of \'Trigger On\' is not one of its options',
			description: `Choose one from the list, or let the expression return one of these: ${EVENT_NAMES}.`,
		},
		{
			name: 'watched fields without a name',
			parameters: { watch: 'fields', fieldsToWatch: ['', ' '] },
			message: "The field 'Fields to Watch Names or IDs' is empty",
			description: CHOOSE_FIELDS,
		},
		{
			name: 'no watched fields',
			parameters: { triggerOn: 'userUpdated', watch: 'fields' },
			message: "The field 'Fields to Watch Names or IDs' is empty",
			description: CHOOSE_FIELDS,
		},
		{
			name: 'the condition that the editor begins with',
			parameters: { watch: 'condition' },
			message: "A condition in 'Conditions (Any)' has no field",
			description: COMPLETE_CONDITION,
		},
		{
			name: 'no condition',
			parameters: { watch: 'condition', conditions: {} },
			message: "There is no condition in 'Conditions (Any)'",
			description: "Add a condition, or set 'Watch' to 'Any Change'.",
		},
		{
			name: 'a drop below a hexadecimal number',
			parameters: condition({ field: 'mrr', value: '0x10' }),
			message: 'The value "0x10" of the condition on \'mrr\' is not a number',
			description: ENTER_NUMBER,
		},
		{
			name: 'a rise above a word',
			parameters: condition({ field: 'mrr', is: 'risesAbove', value: 'high' }),
			message: 'The value "high" of the condition on \'mrr\' is not a number',
			description: ENTER_NUMBER,
		},
		{
			name: 'a drop below nothing',
			parameters: condition({ field: 'mrr', is: 'dropsBelow' }),
			message: 'The value "" of the condition on \'mrr\' is not a number',
			description: ENTER_NUMBER,
		},
		{
			name: 'a condition on a blank field',
			parameters: condition({ field: ' ', is: 'isSet' }),
			message: "A condition in 'Conditions (Any)' has no field",
			description: COMPLETE_CONDITION,
		},
		{
			name: 'a condition of becoming nothing',
			parameters: condition({ field: 'mrr', is: 'becomes' }),
			message: "The condition on 'mrr' has no value",
			description:
				"Enter a value in 'Value'. To see that the field is emptied, set 'Change' to 'Is Cleared'.",
		},
		{
			name: 'a condition of no kind',
			parameters: condition({ field: 'mrr', is: '={{ $vars.missing }}', value: '5' }),
			message: "The value null of 'Change' is not one of its options",
			description:
				'Choose one from the list, or let the expression return one of these: becomes, dropsBelow, isCleared, isSet, risesAbove.',
		},
		{
			name: 'a condition of becoming a list',
			parameters: condition({ field: 'mrr', is: 'becomes', value: '={{ [5, 6] }}' }),
			message: "The value of 'Conditions (Any)' is not text",
			description:
				'Enter text for \'Conditions (Any)\', or check the expression. Join the entries of a list with .join(", ").',
		},
	])('prevents the activation where it is $name', async ({ parameters, message, description }) => {
		const node = fixtures.open({ triggerOn: 'accountUpdated', ...parameters });

		expect(await rejectionOf(node.activate())).toEqual({
			class: 'NodeApiError',
			message,
			description,
			failure: { cause: 'configuration-invalid' },
		});
	});

	it.each([
		{ name: 'the most pages', parameters: { options: { maxPages: 500 } } },
		{ name: 'one page', parameters: { options: { maxPages: 1 } } },
		...[0, -1, 7.5].map((threshold) => ({
			name: `a threshold of ${threshold}`,
			parameters: { triggerOn: 'accountHealthDropped', threshold },
		})),
		{
			name: 'watched fields with blanks around and between them',
			parameters: { watch: 'fields', fieldsToWatch: [' healthScore ', ' ', 'mrr'] },
		},
		{
			name: 'the most records of a first run',
			parameters: { options: { firstRun: 'newest', firstRunLimit: 2000 } },
		},
		{
			name: 'no number in a condition of a field that is set',
			parameters: condition({ field: 'mrr', is: 'isSet' }),
		},
		{
			name: 'no number in a condition of a field that is cleared',
			parameters: condition({ field: 'mrr', is: 'isCleared' }),
		},
		{
			name: 'no number in a condition of a field that becomes a word',
			parameters: condition({ field: 'name', is: 'becomes', value: 'Acme' }),
		},
		...[true, false].map((value) => ({
			name: `an expression that returns ${value} in a condition of becoming it`,
			parameters: condition({ field: 'name', is: 'becomes', value: `={{ ${value} }}` }),
		})),
	])('accepts $name', async ({ parameters }) => {
		const node = fixtures.open({ triggerOn: 'accountUpdated', ...parameters });

		expect({ error: await activationErrorOf(node) }).toEqual({ error: undefined });
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

			expect({ error: await activationErrorOf(node) }).toEqual({
				error: expect.stringContaining(`'${label}`),
			});
			expect({ requests: fixtures.sandbox.requests.length }).toEqual({ requests: 0 });
		};

		it.each(
			AT_TOP.flatMap((property) => {
				const shownWith = JSON.stringify(conditionsOf(property));

				return EMPTY.map((value) => ({ name: property.name, shownWith, value, property }));
			}),
		)(
			'prevents the activation before anything is sent: $name with $shownWith is $value',
			async ({ value, property }) => {
				const stored = property.type === 'resourceLocator' ? byId(value) : value;

				await activate({ ...conditionsOf(property), [property.name]: stored }, property);
			},
		);

		it.each(
			OPTIONS.flatMap((property) =>
				EMPTY.map((value) => ({ name: property.name, value, property })),
			),
		)(
			'prevents the activation before anything is sent: options.$name is $value',
			async ({ value, property }) => {
				const { triggerOn = 'accountUpdated', ...others } = conditionsOf(property);

				await activate({ triggerOn, options: { ...others, [property.name]: value } }, property);
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

		const asked = () => fixtures.sandbox.requests.map(({ path, query }) => ({ path, ...query }));

		/** The fields to watch with these values. */
		const fieldsToWatch = async (...values: string[]) => {
			const options = await load('getWatchableFields', { triggerOn: 'accountUpdated' });

			return options.filter(({ value }) => values.includes(String(value)));
		};

		it('offers a field to watch that is empty in the newest record', async () => {
			fixtures.change(fixtures.account, { healthScore: null });

			expect(await fieldsToWatch('healthScore')).toEqual([
				{ name: 'Health Score', value: 'healthScore' },
			]);
		});

		it('offers traits to watch, told apart by their keys where they share a label', async () => {
			for (const key of ['next_step', 'nextStep']) {
				defineTrait(fixtures.sandbox, `vitally.custom.${key}`, { label: 'Next Step' });
			}

			expect(await fieldsToWatch('traits.vitally.custom.nextStep')).toEqual([
				{
					name: 'Next Step (vitally.custom.nextStep) (Trait)',
					value: 'traits.vitally.custom.nextStep',
				},
			]);
		});

		it.each(['id', 'createdAt', 'updatedAt', 'segments', 'keyRoles', 'traits'])(
			'offers no field to watch that each change sets, and no list: %s',
			async (field) => {
				expect(await fieldsToWatch(field)).toEqual([]);
			},
		);

		it('offers fields to watch after a request for a record and one for the traits', async () => {
			await fieldsToWatch();

			expect(asked()).toEqual([
				{ path: '/resources/accounts', limit: '1', sortBy: 'updatedAt' },
				{ path: '/resources/customFields', model: 'accounts' },
			]);
		});

		it.each(['getWatchableFields', 'getOutputFields'])(
			'offers the fields and traits of the instances of a custom object: %s',
			async (method) => {
				addDeal(fixtures.sandbox);
				await load(method, {
					triggerOn: 'customObjectInstanceUpdated',
					customObjectId: byId('obj-1'),
				});

				expect({ requests: asked() }).toEqual({
					requests: [
						{ path: '/resources/customObjects/obj-1/instances', limit: '1', sortBy: 'updatedAt' },
						{
							path: '/resources/customFields',
							model: 'customObjects',
							customObjectId: 'obj-1',
						},
					],
				});
			},
		);

		/** The segments to choose where the users that changed last are in these, or have no list of them. */
		const segmentsToChoose = async () => {
			const { state } = fixtures.sandbox;

			for (const user of state.users.all()) state.users.change(user, { segments: [] });
			const [member, other, third] = state.users.all();
			const gold = { id: 'id of gold', name: 'Gold' };
			const trial = { id: 'id of trial', name: 'Trial' };
			const namesake = { id: 'id of another gold', name: 'Gold' };

			for (const [user, segments] of [
				[member, [trial, gold]],
				[other, null as never],
				[third, [gold, namesake]],
			] as const) {
				fixtures.clock.now += 1000;
				state.users.change(user, { segments: segments as never, updatedAt: state.now() });
			}

			return await load('getSegments', { triggerOn: 'userEnteredSegment' });
		};

		it('offers any segment, then those of the records that changed last, by name', async () => {
			expect(await segmentsToChoose()).toEqual([
				{ name: 'Any Segment', value: '' },
				{ name: 'Gold', value: 'id of gold' },
				{ name: 'Gold', value: 'id of another gold' },
				{ name: 'Trial', value: 'id of trial' },
			]);
		});

		it('offers segments after one request', async () => {
			await segmentsToChoose();

			expect(asked()).toEqual([{ path: '/resources/users', limit: '100', sortBy: 'updatedAt' }]);
		});

		it('offers the fields of a survey response', async () => {
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
		});

		it('offers the fields of a survey response without a request', async () => {
			await load('getOutputFields', { triggerOn: 'surveyResponseCreated' });

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

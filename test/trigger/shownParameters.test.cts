import { NodeHelpers, type INodeProperties, type INodePropertyCollection } from 'n8n-workflow';

import { EVENTS } from '../../nodes/Vitally/trigger/triggerEvents';
import { builtNodes } from '../description/nodeDescriptions.cts';
import { pick } from '../fixtures/pick.cts';

const { description } = builtNodes.find(
	(node) => node.description.name === 'vitallyTrigger',
) as (typeof builtNodes)[number];
const { properties } = description;

/** The parameters that not all events have, and the events that have them. */
const EVENTS_OF: Record<string, RegExp> = {
	watch: /Updated$/,
	fieldsToWatch: /^(account|organization)Updated$/,
	check: /^(account|organization)Updated$|Segment$|HealthDropped$/,
	threshold: /HealthDropped$/,
	segment: /Segment$/,
	score: /^npsResponse/,
	scope: /^(?!organization|survey)/,
	customObjectId: /^customObjectInstance/,
	surveyId: /^survey/,
};

const NAMES = Object.keys(EVENTS_OF);

/** The names of those parameters that the editor shows. */
function shownWith(parameters: Record<string, string>): string[] {
	const shown = NodeHelpers.getNodeParameters(
		properties,
		parameters,
		true,
		false,
		null,
		description,
	);

	return NAMES.filter((name) => Object.hasOwn(shown ?? {}, name));
}

describe('the panel of the Vitally Trigger', () => {
	it.each(
		EVENTS.map(({ name }) => ({
			name,
			shown: NAMES.filter((parameter) => EVENTS_OF[parameter].test(name)),
		})),
	)('shows for $name at first $shown', ({ name, shown }) => {
		expect({ shown: shownWith({ triggerOn: name }) }).toEqual({ shown });
	});

	it('begins with Account Created', () => {
		const all = NodeHelpers.getNodeParameters(properties, {}, true, false, null, description) ?? {};

		expect({ triggerOn: all.triggerOn }).toEqual({ triggerOn: 'accountCreated' });
	});

	/** What a new trigger for an event watches. */
	const defaultsOf = (name: string) => {
		const isCustomer = EVENTS_OF.fieldsToWatch.test(name);

		return {
			watch: isCustomer ? 'fields' : 'anyChange',
			fieldsToWatch: ['healthScore'],
			check: isCustomer ? 'updated' : 'all',
			threshold: 5,
			segment: '',
			score: 'any',
		};
	};

	it.each(
		EVENTS.map(({ name }) => ({
			name,
			defaults: Object.fromEntries(
				Object.entries(defaultsOf(name)).filter(([parameter]) => EVENTS_OF[parameter].test(name)),
			),
		})),
	)('begins $name with $defaults', ({ name, defaults }) => {
		const parameters = { triggerOn: name };
		const all =
			NodeHelpers.getNodeParameters(properties, parameters, true, false, null, description) ?? {};
		const shown = Object.keys(defaults).map((parameter) => [parameter, all[parameter]]);

		expect(Object.fromEntries(shown)).toEqual(defaults);
	});

	it.each(['accountUpdated', 'organizationUpdated'])(
		'begins a condition of %s with Compare: updated',
		(triggerOn) => {
			const parameters = { triggerOn, watch: 'condition' };
			const all =
				NodeHelpers.getNodeParameters(properties, parameters, true, false, null, description) ?? {};

			expect({ check: all.check }).toEqual({ check: 'updated' });
		},
	);

	it.each(
		EVENTS.filter(({ name }) => name.endsWith('Updated')).flatMap(({ name }) => {
			const isCustomer = /^(account|organization)/.test(name);

			return [
				{ name, watch: 'anyChange', shown: [] as string[] },
				{
					name,
					watch: 'fields',
					shown: isCustomer ? ['fieldsToWatch', 'check'] : ['fieldsToWatch'],
				},
				{ name, watch: 'condition', shown: isCustomer ? ['conditions', 'check'] : ['conditions'] },
			];
		}),
	)('shows for $name with Watch $watch $shown', ({ name, watch, shown }) => {
		const parameters = { triggerOn: name, watch };
		const all =
			NodeHelpers.getNodeParameters(properties, parameters, true, false, null, description) ?? {};
		const ofWatch = ['fieldsToWatch', 'conditions', 'check'].filter((parameter) =>
			Object.hasOwn(all, parameter),
		);

		expect({ shown: ofWatch }).toEqual({ shown });
	});

	it.each([
		{ change: 'becomes', isShown: true },
		{ change: 'dropsBelow', isShown: true },
		{ change: 'risesAbove', isShown: true },
		{ change: 'isSet', isShown: false },
		{ change: 'isCleared', isShown: false },
	])('shows the value of a condition with Change $change: $isShown', ({ change, isShown }) => {
		const condition = [{ field: 'mrr', is: change }];
		const parameters = {
			triggerOn: 'accountUpdated',
			watch: 'condition',
			conditions: { condition },
		};
		const all =
			NodeHelpers.getNodeParameters(properties, parameters, true, false, null, description) ?? {};
		const [shown] = (all.conditions as { condition: object[] }).condition;

		expect({ isShown: Object.hasOwn(shown, 'value') }).toEqual({ isShown });
	});

	const SCOPED = EVENTS.filter(({ scopes }) => scopes.length > 0);

	it.each(
		SCOPED.flatMap(({ name, scopes }) => [
			{ name, scope: 'all', shown: [] as string[] },
			...scopes.map((scope) => ({ name, scope: scope.name, shown: [`${scope.name}Id`] })),
		]),
	)('shows for $name with From $scope $shown', ({ name, scope, shown }) => {
		const parameters = { triggerOn: name, scope };
		const all =
			NodeHelpers.getNodeParameters(properties, parameters, true, false, null, description) ?? {};
		const ofScope = ['accountId', 'organizationId'].filter((parameter) =>
			Object.hasOwn(all, parameter),
		);

		expect({ shown: ofScope }).toEqual({ shown });
	});

	/** The fields of a row of conditions. */
	const [{ values: conditionFields = [] }] = (properties.find(({ name }) => name === 'conditions')
		?.options ?? []) as INodePropertyCollection[];

	it.each([
		{ parameter: 'fieldsToWatch', list: 'getWatchableFields', among: properties },
		{ parameter: 'field', list: 'getWatchableFields', among: conditionFields },
		{ parameter: 'segment', list: 'getSegments', among: properties },
		{ parameter: 'fields', list: 'getOutputFields', among: properties },
	])('fills the list of $parameter by $list', ({ parameter, list, among }) => {
		const lists = among
			.filter(({ name }) => name === parameter)
			.map(({ typeOptions }) => typeOptions?.loadOptionsMethod);

		expect({ lists: [...new Set(lists)] }).toEqual({ lists: [list] });
	});

	const options = (properties.find(({ name }) => name === 'options')?.options ??
		[]) as INodeProperties[];
	const isOffered = (option: string, triggerOn: string) =>
		NodeHelpers.displayParameter(
			{},
			options.find(({ name }) => name === option) as INodeProperties,
			null,
			description,
			{ triggerOn },
		);

	it.each([
		{ option: 'firstRun', value: 'fromNow' },
		{ option: 'firstRunLimit', value: 10 },
		{ option: 'includeChurned', value: true },
		{ option: 'includeRelated', value: true },
		{ option: 'maxPages', value: 20 },
	])('adds the option $option with $value', ({ option, value }) => {
		expect({ value: options.find(({ name }) => name === option)?.default }).toEqual({ value });
	});

	it.each([
		{ option: 'firstRunLimit', limits: { minValue: 1, maxValue: 2000 } },
		{ option: 'maxPages', limits: { minValue: 1, maxValue: 500 } },
	])('limits the option $option to $limits', ({ option, limits }) => {
		const typeOptions = options.find(({ name }) => name === option)?.typeOptions;

		expect({ limits: typeOptions }).toEqual({ limits });
	});

	/** The field of this name that the editor shows for an event. */
	const shownField = (field: string, triggerOn: string) =>
		properties.find(
			(property) =>
				property.name === field &&
				NodeHelpers.displayParameter({ triggerOn }, property, null, description),
		);

	it.each(
		EVENTS.flatMap(({ name }) =>
			['anyChange', 'fields', 'condition'].map((watch) => ({ name, watch })),
		),
	)('shows no parameter of $name twice with Watch: $watch', ({ name: triggerOn, watch }) => {
		const fieldsToWatch = ['healthScore'];
		const parameters = { triggerOn, watch, fieldsToWatch, scope: 'account' };
		const shown = properties
			.filter((property) => NodeHelpers.displayParameter(parameters, property, null, description))
			.map(({ name }) => name);

		expect({ twice: shown.filter((name, index) => shown.indexOf(name) < index) }).toEqual({
			twice: [],
		});
	});

	const CHURNED_HINT =
		"Churned accounts are left out, unless 'Include Churned' under Options is on.";

	it.each(
		SCOPED.map(({ name }) => ({
			name,
			hint: /^account[A-Z]/.test(name) && name !== 'accountChurned' ? CHURNED_HINT : undefined,
		})),
	)('says at From of $name: $hint', ({ name, hint }) => {
		expect({ hint: shownField('scope', name)?.hint }).toEqual({ hint });
	});

	it.each(
		EVENTS.filter(({ name }) => /(Segment|HealthDropped)$/.test(name)).map(({ name }) => {
			const [kind] = /^[a-z]+/.exec(name) ?? [];

			return {
				name,
				plural: `${kind}s`,
				label: `${kind}s`.replace(/^[a-z]/, (c) => c.toUpperCase()),
			};
		}),
	)('offers at Compare of $name all or updated $plural', ({ name, plural, label }) => {
		const { options: offered = [] } = shownField('check', name) ?? {};

		expect(pick(offered, 'name', 'value', 'description')).toEqual([
			{
				name: `All ${label} (at Most Every 15 Minutes)`,
				value: 'all',
				description: `Also one request for each 100 ${plural}, at most once in 15 minutes. Sees every new score and segment.`,
			},
			{
				name: `Updated ${label} (Every Poll)`,
				value: 'updated',
				description:
					"One request for each poll. Sees a new score or segment if Vitally changes the record's updatedAt.",
			},
		]);
	});

	it.each(
		EVENTS.map(({ name }) => ({
			name,
			isShown: /^account[A-Z]/.test(name) && name !== 'accountChurned',
		})),
	)('offers Include Churned for $name: $isShown', ({ name, isShown }) => {
		expect({ isShown: isOffered('includeChurned', name) }).toEqual({ isShown });
	});
});

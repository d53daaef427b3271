import { NodeHelpers, type INodeProperties, type INodePropertyCollection } from 'n8n-workflow';

import { EVENTS } from '../../nodes/Vitally/trigger/triggerEvents';
import { builtNodes } from '../description/nodeDescriptions.cts';

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

	it.each(
		EVENTS.map(({ name }) => ({
			name,
			isShown: /^account[A-Z]/.test(name) && name !== 'accountChurned',
		})),
	)('offers Include Churned for $name: $isShown', ({ name, isShown }) => {
		expect({ isShown: isOffered('includeChurned', name) }).toEqual({ isShown });
	});
});

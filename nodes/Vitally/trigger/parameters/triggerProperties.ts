import type { INodeProperties } from 'n8n-workflow';

import { optionsField } from '../../fields/collections';
import { labelExpression } from '../../fields/fieldLabels';
import { choiceProperty, numberProperty, optionSwitch } from '../../fields/properties';
import { scopeField, scopeFields } from '../../operations/listScope';
import { outputFields } from '../../operations/output/outputFields';
import { requiredLocator, type RecordType } from '../../records/recordType';
import {
	accountType,
	customObjectType,
	organizationType,
	surveyType,
} from '../../resources/recordTypes';
import { surveyId } from '../../resources/survey';
import { withoutNames } from '../feedList';
import { hidesChurned } from '../scan/config';
import { eventNames, EVENTS, pluralOf, type TriggerEvent } from '../triggerEvents';
import { score } from './scoreParameter';
import { watchProperties } from './watchProperties';

const CHURNED_HINT = "Churned accounts are left out, unless 'Include Churned' under Options is on.";

const HIDES_CHURNED = eventNames(({ feed }) => hidesChurned(feed));

const eventsBelow = ({ name }: RecordType) => eventNames(({ feed }) => feed.parent?.name === name);

export const triggerSubtitle = `={{ ${labelExpression(
	'triggerOn',
	EVENTS.map(({ name, displayName }) => [name, displayName]),
)} }}`;

export const triggerOn = choiceProperty('Trigger On', 'triggerOn', {
	noDataExpression: true,
	options: EVENTS.map(({ displayName, name, action, description }) => ({
		name: displayName,
		value: name,
		action,
		description,
	})),
	default: 'accountCreated',
});

/** The fields for the scope of the events that can be limited to the records of one of these. */
function scopeOf(...kinds: RecordType[]): INodeProperties[] {
	const events = EVENTS.filter(({ scopes }) => scopes.length === kinds.length);
	const parents = kinds.map(withoutNames);
	const [, ...locators] = scopeFields('records', parents);
	const plurals = [...new Set(events.map(pluralOf))];

	const choices = plurals.flatMap((plural) => {
		const field = scopeField(parents, plural);
		const names = namesOf(events.filter((event) => pluralOf(event) === plural));
		const hiding = names.filter((name) => HIDES_CHURNED.includes(name));
		const others = names.filter((name) => !hiding.includes(name));

		return [
			{ field: { ...field, hint: CHURNED_HINT }, triggerOn: hiding },
			{ field, triggerOn: others },
		].filter(({ triggerOn }) => triggerOn.length > 0);
	});
	const fields = locators.map((field) => ({ field, triggerOn: namesOf(events) }));

	return [...choices, ...fields].map(({ field, triggerOn }) => ({
		...field,
		displayOptions: { show: { triggerOn, ...field.displayOptions?.show } },
	}));
}

function namesOf(events: readonly TriggerEvent[]): string[] {
	return events.map(({ name }) => name);
}

const firstRun = choiceProperty('First Run', 'firstRun', {
	options: [
		{
			name: 'From Now',
			value: 'fromNow',
			description: 'Only changes after you publish the workflow',
		},
		{
			name: 'Newest Records',
			value: 'newest',
			description: 'Also return the most recent existing records',
		},
	],
	default: 'fromNow',
	description:
		'What to return when you publish the workflow for the first time. Later, the trigger continues where the last poll stopped.',
});

const firstRunLimit = numberProperty('First Run Limit', 'firstRunLimit', {
	typeOptions: { minValue: 1, maxValue: 2000 },
	default: 10,
	description: 'Maximum number of existing records to return',
	displayOptions: { show: { firstRun: ['newest'] } },
});

const includeChurned = optionSwitch('Include Churned', 'includeChurned', {
	description: 'Whether to also trigger for churned accounts',
	displayOptions: { show: { '/triggerOn': HIDES_CHURNED } },
});

const includeRelated = optionSwitch('Include Related', 'includeRelated', {
	description:
		'Whether to add the name and CSM of the account, and the user of a survey response, where that takes one more request for each such record',
});

/** Its maximum is 500 pages: n8n's engine can still process their 50,000 records. */
const maxPages = numberProperty('Max Pages per Poll', 'maxPages', {
	typeOptions: { minValue: 1, maxValue: 500 },
	default: 20,
	description:
		'Maximum pages (100 records each) to read per poll. The rest is read in the next poll.',
});

export const OPTIONS = { firstRun, firstRunLimit, includeChurned, includeRelated, maxPages };

export const triggerProperties: INodeProperties[] = [
	triggerOn,
	...watchProperties,
	score,
	...scopeOf(organizationType),
	...scopeOf(accountType, organizationType),
	{
		...requiredLocator(withoutNames(customObjectType)),
		displayOptions: { show: { triggerOn: eventsBelow(customObjectType) } },
	},
	{ ...surveyId, displayOptions: { show: { triggerOn: eventsBelow(surveyType) } } },
	...outputFields,
	optionsField(Object.values(OPTIONS)),
];

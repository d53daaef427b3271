import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import { paramIn, type ItemParameters } from '../../fields/itemParameters';
import { readRequiredId, type Locator } from '../../fields/locators';
import {
	readBoolean,
	readChoice,
	readNumber,
	readObject,
	readRows,
	refTo,
	requiredText,
	wholeNumber,
} from '../../fields/readers';
import type { Condition } from '../../operations/definition/resourceEvent';
import { readScope } from '../../operations/listScope';
import { readOutput } from '../../operations/output/outputFields';
import { readSelection } from '../../records/locate';
import { type RecordType, isVitallyId } from '../../records/recordType';
import type { Client } from '../../transport/client';
import { parseTextList } from '../../values/lists';
import { parseDecimal } from '../../values/numbers';
import { readText } from '../../values/text';
import { withoutNames, type SelectedScope } from '../feedList';
import { isThreshold, LOOKBACK_MS } from '../scan/config';
import type { FeedConfig } from '../scan/types';
import { findEvent, type TriggerEvent } from '../triggerEvents';
import { readsFullList } from './checkParameter';
import { score, SCORES } from './scoreParameter';
import { OPTIONS, triggerOn } from './triggerProperties';
import {
	change,
	FIELDS_TO_WATCH_LABEL,
	SEGMENT_LABEL,
	threshold,
	watchAny,
} from './watchProperties';

const CONDITIONS = 'Conditions (Any)';

/**
 * The pages of a poll that reads each changed conversation by itself: 200 conversations, so that the poll
 * ends in time.
 */
const REPLY_PAGES = 2;

/**
 * Reads all parameters of the trigger.
 *
 * @returns the settings of the poll; its `config` has no scope yet, whose record may have to be looked up
 * @throws VitallyError when a value is invalid; with durable cursors, n8n then waits half an hour before it polls again
 */
export function readParameters(context: IPollFunctions, client: Client) {
	const stored = context.getNode().parameters;
	const item: ItemParameters = {
		appHost: client.appHost,
		timeZone: context.getTimezone(),
		// An expression without a result is null, so that the default value does not replace it.
		param: (name, fallback) =>
			stored[name] === undefined ? fallback : (context.getNodeParameter(name) ?? null),
		isExpression: (name) => String(stored[name]).startsWith('='),
	};

	try {
		return parametersOf(item, client.workspace);
	} catch (error) {
		throw configurationError(error as Error);
	}
}

/** Returns the error itself, marked as one that only other parameters end. */
function configurationError(error: Error): Error {
	if (error instanceof VitallyError) error.facts.failure = { cause: 'configuration-invalid' };

	return error;
}

function parametersOf(item: ItemParameters, workspace: string) {
	const event = findEvent(readChoice(item, triggerOn)) as TriggerEvent;
	const { feed } = event;
	const values = readObject(item, { parameter: 'options', label: 'Options' });
	const options = { param: paramIn(values) };

	const isFromNow = readChoice(options, OPTIONS.firstRun) === 'fromNow';

	return {
		output: readOutput(item),
		includesRelated: readBoolean(options, refTo(OPTIONS.includeRelated)),
		scope: readSelectedScope(item, event),
		config: {
			triggerOn: event.name,
			feed,
			workspace,
			parentId: feed.parent && readSelected(item, feed.parent).value,
			includeChurned: readBoolean(options, refTo(OPTIONS.includeChurned)),
			...readWatch(item, event),
			scores: SCORES[readChoice(item, score)],
			readsFullList: readsFullList(item, event),
			newestOnFirstRun: isFromNow ? 0 : readCount(options, OPTIONS.firstRunLimit),
			lookbackMs: LOOKBACK_MS,
			maxPages: Math.min(
				readCount(options, OPTIONS.maxPages),
				feed.onlyReplies ? REPLY_PAGES : Infinity,
			),
		},
	};
}

function readCount(options: Pick<ItemParameters, 'param'>, field: INodeProperties): number {
	const rule = wholeNumber(1, field.typeOptions?.maxValue);

	return readNumber(options, refTo(field), { fallback: Number(field.default), ...rule });
}

/**
 * Reads which changes are events.
 *
 * @throws VitallyError when nothing is chosen, or a condition is invalid
 */
function readWatch(
	item: ItemParameters,
	event: TriggerEvent,
): Pick<FeedConfig, 'watch' | 'conditions' | 'segment'> {
	if (event.feed.segments) return { segment: readSegment(item) };
	if (event.feed.onlyReplies) return {};
	if (event.preset) return readPreset(item, event.preset);

	const choice = readChoice(item, watchAny);
	if (choice === 'fields') return { watch: readWatchedFields(item) };
	if (choice === 'condition') return { conditions: readConditions(item) };

	return {};
}

/** @returns undefined for 'Any Segment', which is the empty text */
function readSegment(item: ItemParameters): string | undefined {
	const isAny = item.isExpression?.('segment') === false && item.param('segment', '') === '';

	return isAny ? undefined : requiredText(item, 'segment', SEGMENT_LABEL).trim();
}

/** What an event watches by itself, with the limit that the user entered. */
function readPreset(
	item: ItemParameters,
	{ watch, conditions }: NonNullable<TriggerEvent['preset']>,
): Pick<FeedConfig, 'watch' | 'conditions'> {
	const rule = { isAllowed: Number.isFinite, wanted: 'a number' };
	const withThreshold = (condition: Condition) => ({
		...condition,
		value: String(readNumber(item, refTo(threshold), rule)),
	});

	return { watch, conditions: conditions?.map(withThreshold) };
}

function readWatchedFields(item: ItemParameters): string[] {
	const names = parseTextList(item.param('fieldsToWatch'), FIELDS_TO_WATCH_LABEL)
		.map((name) => name.trim())
		.filter((name) => name !== '');
	if (names.length > 0) return names;

	throw new VitallyError(
		`The field '${FIELDS_TO_WATCH_LABEL}' is empty`,
		"Choose the fields whose changes matter, or set 'Watch' to 'Any Change'.",
	);
}

function readConditions(item: ItemParameters): Condition[] {
	const rows = readRows(item, { parameter: 'conditions', label: CONDITIONS }, 'condition');
	if (rows.length > 0) return rows.map(readCondition);

	throw new VitallyError(
		`There is no condition in '${CONDITIONS}'`,
		"Add a condition, or set 'Watch' to 'Any Change'.",
	);
}

function readCondition(row: IDataObject): Condition {
	const field = readCell(row.field);
	const value = readCell(row.value);

	if (field === '') {
		throw new VitallyError(
			`A condition in '${CONDITIONS}' has no field`,
			"Choose its 'Field Name or ID', or remove the condition.",
		);
	}

	const is = readChoice({ param: paramIn(row) }, change);

	if (isThreshold({ is }) && parseDecimal(value) === undefined) {
		throw new VitallyError(
			`The value "${value}" of the condition on '${field}' is not a number`,
			"Enter a number in 'Value', for example 5.",
		);
	}

	if (is === 'becomes' && value === '') {
		throw new VitallyError(
			`The condition on '${field}' has no value`,
			"Enter a value in 'Value'. To see that the field is emptied, set 'Change' to 'Is Cleared'.",
		);
	}

	return { field, is, value };
}

/** Returns the text of a cell, whose expression may also return true or false. */
function readCell(entered: unknown): string {
	const value = typeof entered === 'boolean' ? String(entered) : entered;

	return readText(value ?? '', CONDITIONS).trim();
}

function readSelectedScope(
	item: ItemParameters,
	{ scopes }: TriggerEvent,
): SelectedScope | undefined {
	const type = readScope(item, scopes);
	if (!type) return undefined;

	const { mode, value } = readSelected(item, type);
	const isExternal = mode === 'externalId' || !isVitallyId(value);

	return isExternal ? { type, externalId: value } : { type, id: value };
}

function readSelected(
	item: ItemParameters,
	type: RecordType,
): { mode: Locator['mode']; value: string } {
	const { mode, value } = readSelection(withoutNames(type), item);

	return { mode, value: readRequiredId(value, type.label) };
}

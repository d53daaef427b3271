import type { IPollFunctions } from 'n8n-workflow';

import type { Locator } from '../../fields/locators';
import { readOutput, type Output } from '../../operations/output/output';
import { selectedRecord } from '../../records/lock';
import type { RecordType } from '../../records/recordType';
import type { Client } from '../../transport/client';
import { configurationError } from '../configurationError';
import { DEFAULT_MAX_PAGES, isThreshold } from '../scan/config';
import { parseNumber } from '../scan/detectors/conditionDetector';
import type { Condition, FeedConfig, Scope } from '../scan/types';
import { CUSTOM_OBJECT, SCOPE_TYPES, type ExternalScope } from '../source';
import { findEvent, isOfCustomObject, isWatchable, type TriggerEvent } from '../triggerEvents';

/** The parameters of the node. */
export interface TriggerParameters {
	/** Without `scope` when there is an `externalScope`; `watch` and `conditions` contain names as entered. */
	config: FeedConfig;
	externalScope?: ExternalScope;
	/** Which fields of each record are emitted. */
	output: Output;
	/** Whether to read the records that belong to those of events. */
	includesRelated: boolean;
}

/** 50,000 records, which n8n's engine can still process. */
const MAX_PAGES = 500;

const CONDITIONS = ['dropsBelow', 'risesAbove', 'becomes', 'isCleared', 'isSet'];

/** Digits of the hash that identifies a workspace in the stored state. */
const WORKSPACE_DIGITS = 8;

/**
 * Reads the parameters of the trigger.
 *
 * @throws VitallyError when a value is invalid
 */
export function readParameters(context: IPollFunctions, client: Client): TriggerParameters {
	const triggerOn = context.getNodeParameter('triggerOn', '');
	const event = findEvent(triggerOn);
	if (!event) {
		throw configurationError(
			`The value "${String(triggerOn)}" of 'Trigger On' is unknown`,
			'Choose an event.',
		);
	}
	const options = context.getNodeParameter('options', {}) as Record<string, unknown>;
	const { includeChurned, firstRun, firstRunLimit, maxPages, includeRelated } = options;
	const scope = readScope(context, event, client);
	const customObjectId = isOfCustomObject(event)
		? readRecord(context, CUSTOM_OBJECT, client).value
		: undefined;
	return {
		output: readOutput({
			param: (name, fallback) => context.getNodeParameter(name, fallback),
		}),
		includesRelated: includeRelated === true,
		...(scope && 'externalId' in scope && { externalScope: scope }),
		config: {
			triggerOn: event.name,
			feed: event.feed,
			workspace: client.workspaceKey.slice(0, WORKSPACE_DIGITS),
			...(scope && 'id' in scope && { scope }),
			...(customObjectId !== undefined && { customObjectId }),
			includeChurned: includeChurned === true,
			...readWatch(context, event),
			newestOnFirstRun:
				firstRun === 'newest' ? readWholeNumber(firstRunLimit ?? 10, 'First Run Limit', 2000) : 0,
			maxPages: readWholeNumber(maxPages ?? DEFAULT_MAX_PAGES, 'Max Pages per Poll', MAX_PAGES),
		},
	};
}

/**
 * Reads which changes to watch; fields have the names that the user entered.
 *
 * @throws VitallyError when nothing is chosen, or a condition is invalid
 */
function readWatch(
	context: IPollFunctions,
	event: TriggerEvent,
): Pick<FeedConfig, 'watch' | 'conditions' | 'segment'> {
	if (event.feed.segments) {
		const segment = String(context.getNodeParameter('segment', '') ?? '').trim();
		return segment === '' ? {} : { segment };
	}
	if (!isWatchable(event)) return {};
	const watch = context.getNodeParameter('watch', 'anyChange');
	if (watch === 'anyChange') return {};
	if (watch === 'fields') return { watch: readFields(context) };
	if (watch === 'condition') return { conditions: readConditions(context) };
	throw configurationError(
		`The value "${String(watch)}" of 'Watch' is unknown`,
		"Choose 'Any Change', 'Chosen Fields' or 'Condition'.",
	);
}

function readFields(context: IPollFunctions): string[] {
	const chosen = context.getNodeParameter('fieldsToWatch', []);
	const names = (Array.isArray(chosen) ? chosen : [chosen])
		.map((name) => String(name ?? '').trim())
		.filter((name) => name !== '');
	if (names.length > 0) return [...new Set(names)];
	throw configurationError(
		"No field is chosen in 'Fields to Watch'",
		"Choose the fields whose changes matter, or set 'Watch' to 'Any Change'.",
	);
}

function readConditions(context: IPollFunctions): Condition[] {
	const { condition } = context.getNodeParameter('conditions', {}) as { condition?: unknown };
	const rows = (Array.isArray(condition) ? condition : []) as Array<Record<string, unknown>>;
	if (rows.length > 0) return rows.map(readCondition);
	throw configurationError(
		"There is no condition in 'Conditions'",
		"Add one, or set 'Watch' to 'Any Change'.",
	);
}

function readCondition(row: Record<string, unknown>): Condition {
	const [field, is, value] = [row.field, row.is ?? 'dropsBelow', row.value].map((text) =>
		String(text ?? '').trim(),
	);
	if (field === '') {
		throw configurationError(
			"A condition in 'Conditions' has no field",
			"Choose its 'Field Name or ID', or remove the condition.",
		);
	}
	if (!CONDITIONS.includes(is)) {
		throw configurationError(
			`The value "${is}" of 'Is' is unknown`,
			"Choose what happens to the field, such as 'Drops Below'.",
		);
	}
	const condition = { field, is: is as Condition['is'] };
	if (isThreshold(condition) && parseNumber(value) === null) {
		throw configurationError(
			`The value "${value}" of the condition on '${field}' is not a number`,
			"Enter a number in 'Value', for example 5.",
		);
	}
	if (is === 'becomes' && value === '') {
		throw configurationError(
			`The condition on '${field}' has no value`,
			"Enter it in 'Value'. For an empty field choose 'Is Cleared'.",
		);
	}
	return { ...condition, value };
}

function readScope(
	context: IPollFunctions,
	{ scopes }: TriggerEvent,
	client: Client,
): Pick<Scope, 'of' | 'id'> | ExternalScope | undefined {
	const of = scopes.length ? context.getNodeParameter('scope', 'all') : 'all';
	if (of === 'all') return undefined;
	const isOffered = scopes.some(({ name }) => name === of);
	if (!isOffered || (of !== 'organization' && of !== 'account')) {
		throw configurationError(
			`The value "${String(of)}" of 'Scope' does not fit the event of 'Trigger On'`,
			"Choose another 'Scope'.",
		);
	}
	const { mode, value } = readRecord(context, SCOPE_TYPES[of], client);
	return mode === 'externalId' ? { of, externalId: value } : { of, id: value };
}

function readRecord(
	context: IPollFunctions,
	type: RecordType,
	{ appUrl }: Client,
): Locator & { value: string } {
	const { label } = type;
	const { mode, value } = selectedRecord(type, {
		appUrl,
		timeZone: context.getTimezone(),
		param: (name, fallback) => context.getNodeParameter(name, fallback),
	});
	if (typeof value === 'string' && value.trim() !== '') return { mode, value };
	throw configurationError(`The field '${label}' is empty`, `Choose a record for '${label}'.`);
}

function readWholeNumber(value: unknown, label: string, max: number): number {
	const number = Number(value);
	if (Number.isInteger(number) && number >= 1 && number <= max) return number;
	throw configurationError(
		`The value of '${label}' is not a whole number from 1 to ${max}`,
		`Enter a number from 1 to ${max}.`,
	);
}

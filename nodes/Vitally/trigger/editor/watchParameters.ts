import type { IPollFunctions } from 'n8n-workflow';

import { configurationError } from '../configurationError';
import { isWatchable, type TriggerEvent } from '../events';
import { parseNumber } from '../scan/conditionDetector';
import { isThreshold } from '../scan/config';
import type { Condition, FeedConfig } from '../scan/types';

const KINDS = ['dropsBelow', 'risesAbove', 'becomes', 'isCleared', 'isSet'];

/**
 * Which changes the user wants: fields by the names that the user wrote.
 *
 * @throws VitallyError when nothing is chosen, or a condition is invalid
 */
export function readWatch(
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
	if (!KINDS.includes(is)) {
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

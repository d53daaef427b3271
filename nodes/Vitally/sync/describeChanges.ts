import { formatValue } from '../errors/formatValue';
import { labelOf } from '../fields/fieldLabels';
import { withoutMidnight } from '../values/dates';
import { isEmpty } from '../values/emptyValues';
import { traitKeyOf } from '../values/traitName';
import type { Changes } from './changes';

const MAX_FIELDS = 20;
const MAX_VALUE_LENGTH = 100;
const NOTHING = '–';

/**
 * Changes as a person reads them: `Plan: Growth → Enterprise; Account: – → Birch Health`.
 *
 * @param labels of fields; a trait is called by its key
 * @param names of records by Vitally ID
 */
export function describeChanges(
	changes: Changes,
	labels: ReadonlyMap<string, string>,
	names: ReadonlyMap<unknown, string>,
): string {
	const textOf = (value: unknown) => textOfValue(value, names);
	const all = Object.entries(changes);
	const texts = all.slice(0, MAX_FIELDS).map(([field, { old, new: value }]) => {
		const key = traitKeyOf(field);
		const label = key === undefined ? labels.get(field) : labelOf(key.replace(/^.*\./, ''));

		return `${label ?? labelOf(field)}: ${textOf(old)} → ${textOf(value)}`;
	});
	const others = all.length - texts.length;

	return [...texts, ...(others > 0 ? [`and ${others} more`] : [])].join('; ');
}

function textOfValue(value: unknown, names: ReadonlyMap<unknown, string>): string {
	if (isEmpty(value)) return NOTHING;

	const entries = [value].flat().slice(0, MAX_FIELDS);
	const texts = entries.map(
		(one) =>
			names.get(one) ?? (typeof one === 'object' ? formatValue(one) : withoutMidnight(String(one))),
	);
	const text = texts.join(', ') || NOTHING;

	return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

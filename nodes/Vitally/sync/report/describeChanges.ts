import { formatValue } from '../../errors/formatValue';
import { labelOf } from '../../fields/fieldLabels';
import { withoutMidnight } from '../../values/dates';
import { isEmpty } from '../../values/emptyValues';
import { traitKeyOf } from '../../values/traitName';
import type { Changes } from '../changes';

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
	const entries = Object.entries(changes);
	const texts = entries.slice(0, MAX_FIELDS).map(([field, change]) => {
		const before = textOfValue(change.old, names);
		const after = textOfValue(change.new, names);

		return `${labelOfChange(field, labels)}: ${before} → ${after}`;
	});
	const others = entries.length - texts.length;
	if (others > 0) texts.push(`and ${others} more`);

	return texts.join('; ');
}

function labelOfChange(field: string, labels: ReadonlyMap<string, string>): string {
	const key = traitKeyOf(field);
	if (key === undefined) return labels.get(field) ?? labelOf(field);

	// The last part of a key is its name; those before it are a path.
	return labelOf(key.replace(/^.*\./, ''));
}

/** A list is its entries, with commas between them. */
function textOfValue(value: unknown, names: ReadonlyMap<unknown, string>): string {
	if (isEmpty(value)) return NOTHING;

	const entries = [value].flat().slice(0, MAX_FIELDS);
	const text = entries.map((entry) => textOfEntry(entry, names)).join(', ') || NOTHING;

	return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

function textOfEntry(entry: unknown, names: ReadonlyMap<unknown, string>): string {
	const name = names.get(entry);
	if (name !== undefined) return name;

	return typeof entry === 'object' ? formatValue(entry) : withoutMidnight(String(entry));
}

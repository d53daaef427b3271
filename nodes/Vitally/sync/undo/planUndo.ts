import type { IDataObject } from 'n8n-workflow';

import { differencesOf, type FieldChange, type ReadFields } from '../differences';

type Changes = Record<string, FieldChange>;

/** How the changes of a record are undone. */
interface UndoPlan {
	/** Body of the request; empty where Vitally has the old values already. */
	body: IDataObject;
	/** What the request writes: the value in Vitally, and the restored one. */
	changedFields: Changes;
	/** Fields with another value than Sync wrote, and lists from which the service removes nothing. */
	fieldsLeft: ReadonlySet<string>;
}

/**
 * Plans how a record returns to the state before its first change. A field is restored only where it has the
 * value that the last change wrote.
 *
 * @param record see `readFields`
 * @param rows its changes in the order in which they were written
 */
export function planUndo(
	record: IDataObject,
	rows: readonly Changes[],
	{ traitsAsFields, additiveFields = [] }: ReadFields,
): UndoPlan {
	const changes = combineChanges(rows);
	const compareWith = (side: keyof FieldChange, names: string[]) =>
		differencesOf(record, bodyOf(changes, side, names), { traitsAsFields });
	const names = [...changes.keys()];
	const lackOld = Object.keys(compareWith('old', names).changedFields);
	const lackNew = new Set(Object.keys(compareWith('new', lackOld).changedFields));
	const isLeft = (name: string) => lackNew.has(name) || additiveFields.includes(name);
	const restored = lackOld.filter((name) => !isLeft(name));
	return { ...compareWith('old', restored), fieldsLeft: new Set(lackOld.filter(isLeft)) };
}

/** For each field the first old value and the last new one. */
function combineChanges(rows: readonly Changes[]): Map<string, FieldChange> {
	const combined = new Map<string, FieldChange>();
	for (const row of rows) {
		for (const [name, change] of Object.entries(row)) {
			combined.set(name, { ...change, old: (combined.get(name) ?? change).old });
		}
	}
	return combined;
}

const TRAITS = 'traits.';

function bodyOf(
	changes: ReadonlyMap<string, FieldChange>,
	side: keyof FieldChange,
	names: string[],
): IDataObject {
	const entriesOf = (isTrait: boolean) =>
		names
			.filter((name) => name.startsWith(TRAITS) === isTrait)
			.map((name) => [
				isTrait ? name.slice(TRAITS.length) : name,
				changes.get(name)?.[side] ?? null,
			]);
	return { ...Object.fromEntries(entriesOf(false)), traits: Object.fromEntries(entriesOf(true)) };
}

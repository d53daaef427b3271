import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { ItemContext } from '../run/operation';
import type { ServiceRequest } from '../transport/client';
import { pages } from '../transport/pages';
import type { RecordType } from './recordType';

/** What looks for records by their names, of an item or of a poll. */
type Looking = Pick<ItemContext, 'send' | 'lookUpOnce'>;

/** How many records an error lists. */
const MOST_LISTED = 5;

/** Shorter words are in too many names. */
const SHORTEST_WORD = 3;

/** A name as it is compared: without blanks around it, in upper or lower case. */
export function comparable(name: string): string {
	return name.trim().normalize().toLowerCase();
}

/** The records of a list by their names; nothing else of them is kept. */
export class NamedRecords {
	/** By comparable name the IDs, each with the name as it is shown. */
	private readonly byName = new Map<string, Map<string, string>>();

	constructor(private readonly type: Pick<RecordType, 'nameFields'>) {}

	add(record: IDataObject): void {
		const { id } = record;
		if (typeof id !== 'string') return;
		for (const field of this.type.nameFields ?? []) {
			const name = record[field];
			if (typeof name !== 'string' || name.trim() === '') continue;
			const key = comparable(name);
			const same = this.byName.get(key) ?? new Map<string, string>();
			this.byName.set(key, same.set(id, name.trim()));
		}
	}

	/** The IDs of those that are called so, each with the name. */
	called(name: string): Map<string, string> {
		return this.byName.get(comparable(name)) ?? new Map<string, string>();
	}

	/** The same of those with a text in their name. */
	containing(text: string): Map<string, string> {
		const wanted = comparable(text);
		const found = [...this.byName].filter(([name]) => name.includes(wanted));
		return new Map(found.flatMap(([, records]) => [...records]));
	}
}

/**
 * The service's ID of the one record with a name. The list is read to its end, once for all names of a
 * run, because the service has no search by names and only the end proves that there is one.
 *
 * @param label of the field in the editor
 * @param path of the list where it is not that of the type
 * @throws VitallyError when none or several have the name
 * Source: docs/public-facts.md, 3 (no filters)
 */
export async function idByName(
	item: Looking,
	type: RecordType,
	name: string,
	label: string,
	path = type.path,
): Promise<string> {
	const read = async () => await namesIn(item, type, path);
	const records = await item.lookUpOnce(`names in ${path}`, read);
	const matches = records.called(name);
	const [id] = matches.keys();
	if (matches.size === 1) return id;
	if (matches.size > 1) {
		throw new VitallyError(
			`${matches.size} ${type.plural} are called "${name}"`,
			`Choose one of them in '${label}' from the list or by ID: ${listed(matches)}.`,
			{ field: label },
		);
	}
	throw new VitallyError(
		`No ${type.noun} is called "${name}"`,
		`${nearText(records, type, name)}Check the name, or choose the ${type.noun} in '${label}' from the list.`,
		{ status: 404, field: label },
	);
}

async function namesIn(item: Looking, type: RecordType, path: string): Promise<NamedRecords> {
	const records = new NamedRecords(type);
	const send = async (request: ServiceRequest) => await item.send(request);
	for await (const page of pages(send, { path, query: type.pickList?.query })) {
		for (const record of page) records.add(record);
	}
	return records;
}

/** The names with the whole text in them, or with the first of its words that is in any. */
function nearText(records: NamedRecords, { plural }: RecordType, wanted: string): string {
	const text = wanted.trim();
	const words = text.split(/[\s,;]+/).filter(({ length }) => length >= SHORTEST_WORD);
	for (const part of text === '' ? [] : [text, ...words]) {
		const near = records.containing(part);
		if (near.size === 0) continue;
		const who = plural.charAt(0).toUpperCase() + plural.slice(1);
		return `${who} with "${part}" in their name: ${listed(near)}. `;
	}
	return '';
}

function listed(records: Map<string, string>): string {
	const shown = [...records].slice(0, MOST_LISTED).map(([id, name]) => `${name} (${id})`);
	const more = records.size - shown.length;
	return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

import type { IDataObject } from 'n8n-workflow';

import { isEmpty } from '../../values/emptyValues';
import { normalizeName } from '../../values/parse';
import type { PlannedRow } from '../plan';

/** The records that were read, by name: a new record with the name of one of them may have a typing error in its ID. */
export class Namesakes {
	private readonly idsByName = new Map<string, string>();

	/** Notes a record of Vitally. Of several with one name, the first counts. */
	note({ name, externalId, id }: IDataObject): void {
		if (typeof name !== 'string' || name.trim() === '') return;

		const key = normalizeName(name);
		const shownId = isEmpty(externalId) ? id : externalId;

		if (!this.idsByName.has(key)) this.idsByName.set(key, String(shownId));
	}

	/** @returns the row, with the ID of a record that has its name if it is to create another one */
	mark(row: PlannedRow): PlannedRow {
		if (row.result !== 'created' || row.name === undefined) return row;

		const namesake = this.idsByName.get(normalizeName(row.name));

		return namesake === undefined || namesake === row.externalId ? row : { ...row, namesake };
	}
}

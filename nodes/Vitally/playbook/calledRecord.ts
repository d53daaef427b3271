import { isPlainObject, ownValue } from '../values/json/json';

/**
 * The kinds of records that a playbook can run on (docs/internal/beyond.md, 14). The body of a call may also contain
 * parents of the record, so the most specific kinds come first.
 */
const KINDS = ['customObjectInstance', 'note', 'task', 'user', 'account', 'organization'];

/**
 * Finds the record in the payload of a playbook, which is not documented. Accounts were observed in
 * `match.account`, with their traits among their fields. A custom body may contain no record.
 *
 * @param body is the body of the call
 * @returns the first fields of the item; `undefined` without a record
 */
export function findCalledRecord(body: unknown): object | undefined {
	for (const place of [ownValue(body, 'match'), body]) {
		for (const kind of KINDS) {
			const record = ownValue(place, kind);

			if (isPlainObject(record)) {
				const { id = null, externalId = null, name = null, traits } = record;

				return { name, recordType: kind, externalId, id, traits };
			}
		}
	}

	return undefined;
}

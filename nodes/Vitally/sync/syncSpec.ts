import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../execution/operation';
import type { ItemParameters } from '../fields/itemParameters';
import type { RecordSource } from '../records/recordSource';
import type { RecordType } from '../records/recordType';
import type { ServiceRequest } from '../transport/client';
import type { ReadFields } from './differences';

/** How records of one type are kept in step with a table. */
export interface SyncSpec extends ReadFields {
	type: RecordType;
	/** The fields without which the service creates no record. */
	requiredOnCreate?: ReadonlyArray<{ name: string; displayName: string }>;
	/**
	 * The values of a row, checked; some may be a `PendingValue`.
	 *
	 * @throws VitallyError for a value that cannot be sent
	 */
	readValues(item: ItemParameters): Record<string, unknown>;
	/** The body of values that were read. */
	resolveBody(item: ItemContext, values: Record<string, unknown>): Promise<IDataObject>;
	/** @throws VitallyError for a body of which the service creates no record */
	assertNew?(body: IDataObject): void;
	/** Where the records are; read from each row, since an expression may name another place for each. */
	source(item: ItemContext): RecordSource | Promise<RecordSource>;
	/** The text of a status of a creation, where the general one explains too little. */
	explain?(item: ItemContext, body: IDataObject): ServiceRequest['explain'];
}

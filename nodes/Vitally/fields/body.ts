import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';

/** The fields that were set: everything but `undefined`; null, 0, false and '' are values. */
export function setFields(fields: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/**
 * @param body of an update
 * @throws VitallyError when it would change nothing
 */
export function assertChanges(body: IDataObject): void {
	if (Object.keys(body).length > 0) return;
	throw new VitallyError(
		'There is nothing to update',
		"Add a field under 'Update Fields', a trait under 'Traits' or a key under 'Traits to Clear'. Empty values change nothing unless 'Empty Values' under 'Options' says so.",
		{ field: 'Update Fields' },
	);
}

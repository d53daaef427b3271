import type { INodeProperties } from 'n8n-workflow';

import { byId } from '../fixtures/locators.cts';
import { TEXT } from '../fixtures/records.cts';

/** The records of `addAllResources` that a field may pick. */
const PICKED: Record<string, string> = {
	account: 'acc-1',
	accountId: 'acc-1',
	assignedTo: 'admin-1',
	category: 'call',
	categoryId: 'cat-1',
	csm: 'admin-1',
	customFieldId: 'stage-1',
	customObjectId: 'obj-1',
	organizationId: 'org-1',
	owner: 'admin-1',
	status: 'status-1',
};

/** Returns a value that a field of an operation that reads accepts. */
export function sampleOf({ name, type, default: initial, typeOptions }: INodeProperties): unknown {
	if (name in PICKED) return byId(PICKED[name]);
	if (type === 'boolean') return initial;
	if (type === 'number') return Math.max(1, typeOptions?.minValue ?? 1);
	if (type === 'dateTime') return '2026-03-01T10:00:00.000Z';
	if (type === 'string') return TEXT;

	throw new Error(`Add a record for '${name}' to PICKED in test/contract/sampleValues.cts`);
}

import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../fields/itemParameters';
import { readEnum, readBoolean } from '../fields/readers';

const createMissing: INodeProperties = {
	displayName: 'Create Missing Records',
	name: 'createMissing',
	type: 'boolean',
	default: true,
	description: 'Whether to create a record for each External ID that Vitally does not have',
};

const syncOutput: INodeProperties = {
	displayName: 'Output',
	name: 'syncOutput',
	type: 'options',
	options: [
		{
			name: 'Changed Records',
			value: 'changed',
			description:
				'One item for each row that was created, updated or failed, with the old and new values',
		},
		{
			name: 'Each Row',
			value: 'each',
			description: 'One item for each row, unchanged ones included',
		},
		{
			name: 'Summary',
			value: 'summary',
			description: 'One item with the numbers of records, and the rows that failed',
		},
	],
	default: 'summary',
	description: 'What to return',
};

export const syncOptions = [createMissing, syncOutput];

/** @throws VitallyError for anything but true and false */
export function readCreateMissing(item: ItemParameters): boolean {
	const choice = { parameter: 'options.createMissing', label: createMissing.displayName };
	return readBoolean(item, choice, true);
}

export type SyncOutput = 'summary' | 'changed' | 'each';

/** @throws VitallyError for an unknown output */
export function readSyncOutput(item: ItemParameters): SyncOutput {
	const choice = { parameter: 'options.syncOutput', label: syncOutput.displayName };
	return readEnum(item, choice, ['summary', 'changed', 'each'], 'summary');
}

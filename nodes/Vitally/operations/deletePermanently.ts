import type { INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { readBoolean } from '../fields/readers';
import type { RecordType } from '../records/recordType';
import type { OperationDefinition } from './definition/types';
import { deleteOne, type Delete } from './delete';

interface DeletePermanently
	extends Pick<Delete, 'description' | 'reads' | 'locate' | 'options' | 'query'> {
	/** What is deleted too; follows "with". */
	contents: string;
}

const confirmation: INodeProperties = {
	displayName: 'Confirm Permanent Delete',
	name: 'confirmPermanentDelete',
	type: 'boolean',
	default: false,
	description: 'Whether to permanently delete it with all its data. This cannot be undone.',
};

/** A deletion that cannot be undone, so that the user has to confirm it. */
export function deletePermanently(
	type: RecordType,
	{ contents, ...row }: DeletePermanently,
): OperationDefinition {
	return deleteOne(type, {
		...row,
		below: [confirmation],
		docsNote: "Requires 'Confirm Permanent Delete'.",
		assertAllowed: (item) => {
			const { name: parameter, displayName: label } = confirmation;
			if (readBoolean(item, { parameter, label }, false)) return;
			throw new VitallyError(
				`The ${type.noun} is not deleted, because 'Confirm Permanent Delete' is off`,
				`This would permanently delete the ${type.noun} with ${contents} and cannot be undone. Turn on 'Confirm Permanent Delete' to continue.`,
				{ field: label },
			);
		},
	});
}

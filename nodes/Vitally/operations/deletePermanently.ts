import type { INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { switchIn } from '../fields/strict';
import { deleteOne } from './delete';
import type { OperationRow, RowTexts } from './resource';
import type { Locate } from '../records/locate';
import type { RecordType } from '../records/recordType';

interface DeletePermanently extends Pick<RowTexts, 'description' | 'reads'> {
	/** How the record is found; by either ID in its path unless told. */
	locate?: Locate;
	/** What goes along, behind "with". */
	contents: string;
}

/** A deletion that the service keeps nothing of: the user has to confirm it. */
export function deletePermanently(
	type: RecordType,
	{ contents, ...row }: DeletePermanently,
): OperationRow {
	const confirmation: INodeProperties = {
		displayName: 'Confirm Permanent Delete',
		name: 'confirmPermanentDelete',
		type: 'boolean',
		default: false,
		description: `Whether to permanently delete the ${type.noun} with ${contents}. This cannot be undone.`,
	};
	return deleteOne(type, {
		...row,
		below: [confirmation],
		remark: "Requires 'Confirm Permanent Delete'.",
		assertAllowed: (item) => {
			const { name: parameter, displayName: label } = confirmation;
			if (switchIn(item, { parameter, label }, false)) return;
			throw new VitallyError(
				`The ${type.noun} is not deleted, because 'Confirm Permanent Delete' is off`,
				`This would permanently delete the ${type.noun} with ${contents} and cannot be undone. Turn on 'Confirm Permanent Delete' to continue.`,
				{ field: label },
			);
		},
	});
}

import { createHash } from 'crypto';

import { additionalCollection } from '../../fields/collections';
import { dryRunOption } from '../../fields/dryRun';
import { emptyValuesOption } from '../../fields/emptyValues';
import { optionsField } from '../../fields/options';
import { bodyProperties, newRecordBody, readBody } from '../../operations/bodySpec';
import type { OperationRow } from '../../operations/resource';
import type { ItemContext } from '../../run/operation';
import { meetingType } from '../recordTypes';
import { newMeeting } from './fields';
import { participantsField } from './participants';
import { createRecord } from '../../records/createIdempotently';
import { readsByExternalId, recordSourceOf } from '../../records/recordSource';

/** docs/beyond.md, 11 and 18: an external ID is always sent. */
export const createMeeting: OperationRow = {
	name: 'Create',
	value: 'create',
	action: 'Create meeting',
	description:
		'Record a meeting and its participants; clients report that such a meeting shows at no account',
	remark: 'One participant has to lead to an account or organization.',
	endpoints: [`POST ${meetingType.path}`],
	reads: readsByExternalId(meetingType),
	fields: [
		...bodyProperties(newMeeting, additionalCollection, [participantsField]),
		optionsField([dryRunOption, emptyValuesOption]),
	],
	run: async (item) => {
		const { path } = meetingType;
		const fields = newRecordBody(item, await readBody(item, newMeeting, 'additionalFields'));
		const body = { externalId: generatedExternalId(item), ...fields };
		return [await createRecord(item, { method: 'POST', path, body }, recordSourceOf(meetingType))];
	},
};

/** The same when n8n tries the item again within its execution, so that no second meeting is created. */
function generatedExternalId(item: ItemContext): string {
	const digest = createHash('sha256').update(JSON.stringify(item.identity())).digest('hex');
	return `n8n-${digest.slice(0, 32)}`;
}

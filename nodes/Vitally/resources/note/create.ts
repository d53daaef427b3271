import { additionalCollection } from '../../fields/collections';
import { dryRunOption } from '../../fields/dryRun';
import { emptyValuesOption } from '../../fields/emptyValues';
import { optionsField } from '../../fields/options';
import { bodyProperties, newRecordBody, readBody } from '../../operations/bodySpec';
import type { OperationRow } from '../../operations/resource';
import { noteType } from '../recordTypes';
import { newNoteWithExternalId, noteText } from './fields';
import { writeHtml } from '../formattedText';
import { addsStrippedHtml, htmlPolicyOption } from '../html';
import { createRecord } from '../../records/createIdempotently';
import { readsByExternalId, recordSourceOf } from '../../records/recordSource';

/** docs/service.md, Notes (create body) */
export const createNote: OperationRow = {
	name: 'Create',
	value: 'create',
	action: 'Create note',
	description: 'Add a note to an account or organization',
	endpoints: [`POST ${noteType.path}`],
	reads: readsByExternalId(noteType),
	adds: addsStrippedHtml,
	fields: [
		...bodyProperties(newNoteWithExternalId, additionalCollection),
		optionsField([dryRunOption, emptyValuesOption, htmlPolicyOption(noteType)]),
	],
	run: async (item) => {
		const { path } = noteType;
		const fields = await readBody(item, newNoteWithExternalId, 'additionalFields');
		const body = newRecordBody(item, fields);
		writeHtml(item, body, noteText);
		const request = { method: 'POST' as const, path, body };
		return [await createRecord(item, request, recordSourceOf(noteType))];
	},
};

import { additionalCollection } from '../../fields/collections';
import { dryRunOption } from '../../fields/dryRun';
import { optionsField } from '../../fields/options';
import { bodyProperties, readBody } from '../../operations/bodyField';
import { createRecord } from '../../operations/createOnce';
import { lookUpIn, readsByExternalId } from '../../operations/externalIds';
import type { OperationRow } from '../../operations/resource';
import { noteType } from '../recordTypes';
import { newNoteWithExternalId } from './fields';
import { addsStrippedHtml, htmlPolicyOption, reportStrippedHtml } from './html';

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
		optionsField([dryRunOption, htmlPolicyOption]),
	],
	run: async (item) => {
		const { path } = noteType;
		const body = await readBody(item, newNoteWithExternalId, 'additionalFields');
		reportStrippedHtml(item, body.note);
		const request = { method: 'POST' as const, path, body };
		return [await createRecord(item, request, lookUpIn(noteType.noun, { path }))];
	},
};

import type { IExecuteSingleFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { assertChanges } from '../../fields/body';
import { updateCollection } from '../../fields/collections';
import { isDryRun, requestPreview } from '../../fields/dryRun';
import { accountLocator, idText, locatorOf } from '../../fields/locators';
import { VitallyError } from '../../errors/vitallyError';
import type { ServiceRequest } from '../../transport/client';
import type { Operation } from '../../transport/item';
import { writtenRecordOf } from '../../transport/records';
import { runExclusive } from '../../transport/limits/keyedMutex';
import { textList } from '../../values/textList';
import { route } from '../../operations/route';
import {
	authorField,
	categoryField,
	noteDateField,
	noteField,
	noteBody,
	organizationField,
	subjectField,
	tagsField,
} from './body';
import { htmlReporter } from './html';
import { pickedNote, readNote } from './note';
import { besideOtherWrites } from './noteTurns';
import { tagsAfter, type TagsMode } from './tags';

/**
 * Reads the note for its tags, because an update has to carry them all. Only new tags for a note that is
 * named by the service's id need no read.
 * Source: docs/service.md, Notes (update rule)
 */
const updateNote: Operation = async (item, service) => {
	const picked = pickedNote(item);
	const update = async () => {
		const body = await noteBody(item, service, 'updateFields');
		const mode = tagsModeOf(item);
		const tags = mode === 'keep' ? [] : textList(item.getNodeParameter('tags', ''), 'Tags');
		if (mode !== 'replace' && tags.length === 0) assertChanges(body);
		const withReport = htmlReporter(item, body);
		const read = async () => await readNote(service, picked);

		return await besideOtherWrites(async (alone) => {
			const { mode: named, value } = locatorOf(item, 'noteId');
			const needsNoRead = mode === 'replace' && named !== 'externalId';
			const note = needsNoRead ? { id: idText(value, 'Note') } : await read();
			const readAgain = needsNoRead ? async () => note : read;
			return await alone(note, readAgain, async (current) => {
				const request: ServiceRequest = {
					method: 'PUT',
					...picked,
					body: { ...body, tags: tagsAfter(mode, tags, current.tags) },
				};
				if (isDryRun(item)) return [withReport(requestPreview(request, await service.baseUrl()))];
				const written = writtenRecordOf(await service.send(request), request);
				return [withReport({ id: current.id, ...written })];
			});
		});
	};
	return await runExclusive(picked.path, update);
};

function tagsModeOf(item: IExecuteSingleFunctions): TagsMode {
	const mode = item.getNodeParameter('tagsMode', 'keep');
	if (mode === 'keep' || mode === 'add' || mode === 'remove' || mode === 'replace') return mode;
	throw new VitallyError(
		`The value ${JSON.stringify(mode)} of 'Tags Mode' is unknown`,
		"Choose 'Keep', 'Add', 'Remove' or 'Replace', or let the expression give one of these words in lower case.",
	);
}

export const update: INodePropertyOptions = {
	name: 'Update',
	value: 'update',
	action: 'Update a note',
	description: 'Change fields, tags and traits of a note',
	routing: route(updateNote),
};

const show = { resource: ['note'], operation: ['update'] };

export const updateFields: INodeProperties[] = [
	updateCollection(show, [
		{ ...accountLocator(), description: 'The account that the note moves to' },
		authorField,
		categoryField,
		noteField,
		noteDateField,
		{ ...organizationField, description: 'The organization that the note moves to' },
		subjectField,
	]),
	{
		displayName: 'Tags Mode',
		name: 'tagsMode',
		type: 'options',
		options: [
			{ name: 'Add', value: 'add', description: 'The note gets these tags too' },
			{ name: 'Keep', value: 'keep', description: 'The tags stay as they are' },
			{ name: 'Remove', value: 'remove', description: 'The note loses these tags' },
			{ name: 'Replace', value: 'replace', description: 'The note has these tags and no others' },
		],
		default: 'keep',
		description:
			'What becomes of the tags. Vitally removes all tags that an update does not send, so the note is read first and its tags go along.',
		displayOptions: { show },
	},
	{
		...tagsField,
		description:
			"Comma-separated texts, or an expression that gives a list. With 'Replace', an empty field removes all tags.",
		displayOptions: { show: { ...show, tagsMode: ['add', 'remove', 'replace'] } },
	},
];

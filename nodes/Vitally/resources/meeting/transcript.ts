import { VitallyError } from '../../errors/vitallyError';
import { optionsField } from '../../fields/collections';
import type { ItemParameters } from '../../fields/itemParameters';
import { readLimit, readSortKey, returnAllOrLimit, sortField } from '../../fields/listFields';
import { jsonProperty } from '../../fields/properties';
import { dryRunOption } from '../../fields/writeOptions';
import type { OperationDefinition } from '../../operations/definition/operationDefinition';
import { readList } from '../../operations/getMany';
import { locateByVitallyId, readSelection } from '../../records/locate';
import { lockRecord } from '../../records/recordLocks';
import { requiredLocator } from '../../records/recordType';
import { objectFrom, optionalRecordFrom } from '../../transport/responses';
import { parseJson, type JsonValue } from '../../values/json/json';
import { describeJsonError } from '../../values/json/jsonErrors';
import { sendable } from '../../values/json/sendable';
import { meetingType } from '../recordTypes';
import { isVtt, readEntries, readVtt, TranscriptFault } from './transcriptForms';

export const getTranscript: OperationDefinition = {
	name: 'Get Transcript',
	value: 'getTranscript',
	action: 'Get meeting transcript',
	description: 'Retrieve who said what in a meeting',
	docsNote: 'The times seem to be milliseconds from the start.',
	endpoints: [`GET ${meetingType.path}/:id/transcript`],
	fields: [requiredLocator(meetingType)],
	run: async (item) => {
		const selection = readSelection(meetingType, item);
		const { path, id } = await locateByVitallyId(item, meetingType, selection);
		const response = await item.send({
			method: 'GET',
			path: `${path}/transcript`,
			explain: {
				404: {
					message: `The meeting "${id}" has no transcript, or was not found`,
					description:
						"Check 'Meeting'. A transcript is there once a recording tool or 'Set Transcript' has sent one to Vitally.",
					field: meetingType.label,
				},
			},
		});

		return [objectFrom(response)];
	},
};

/** Source: docs/internal/public-facts.md, 3 */
export const getTranscripts: OperationDefinition = {
	name: 'Get Many Transcripts',
	value: 'getTranscripts',
	action: 'Get many meeting transcripts',
	description: 'Retrieve a list of the transcripts of all meetings',
	cost: 'One request for each 100 transcripts that are read',
	docsNote: 'The node returns the transcripts as Vitally sends them.',
	endpoints: ['GET /resources/meetingTranscripts'],
	fields: [...returnAllOrLimit, sortField()],
	run: async (item) => {
		const limit = readLimit(item);
		const query = { sortBy: readSortKey(item) };

		return await readList(item, { path: '/resources/meetingTranscripts', query }, limit);
	},
};

const transcriptField = jsonProperty('Transcript', 'transcript', {
	required: true,
	default: '[]',
	description:
		"A JSON list as 'Get Transcript' returns it: speakers by their External ID, sentences with times in milliseconds from the start. The forms of Gong and Fireflies, and WebVTT files of Zoom, are converted.",
});

/** A second request replaces the transcript with the same one (docs/internal/beyond.md, 11). */
export const setTranscript: OperationDefinition = {
	name: 'Set Transcript',
	value: 'setTranscript',
	action: 'Set meeting transcript',
	description: 'Replace the transcript of a meeting',
	endpoints: [`POST ${meetingType.path}/:id/transcript`],
	returns: { meetingId: 'string' },
	fields: [requiredLocator(meetingType), transcriptField, optionsField([dryRunOption])],
	run: lockRecord(meetingType, async (item, selection) => {
		const transcript = readTranscript(item);
		const { path, id, explain } = await locateByVitallyId(item, meetingType, selection);
		const response = await item.send({
			method: 'POST',
			path: `${path}/transcript`,
			body: { transcript },
			idempotent: true,
			explain,
			target: 'noRecord',
		});

		// The record is not used; this throws where the response is that of a proxy.
		optionalRecordFrom(response);

		return [{ meetingId: String(id) }];
	}),
};

/**
 * Reads the transcript of an item: a list or its JSON, or the text of a WebVTT file.
 *
 * @throws VitallyError for what is not a transcript as the service documents it (docs/internal/beyond.md, 11), and cannot be
 * read as one
 */
function readTranscript(item: ItemParameters): JsonValue {
	const { displayName: field } = transcriptField;

	try {
		return sendable(readEnteredTranscript(item.param('transcript')), { what: `'${field}'`, field });
	} catch (error) {
		throw error instanceof TranscriptFault ? transcriptError(error.fault) : error;
	}
}

function readEnteredTranscript(entered: unknown): object[] {
	if (typeof entered === 'string' && isVtt(entered)) return readVtt(entered);

	const list =
		typeof entered === 'string' ? parseJson(entered, transcriptField.displayName) : entered;

	if (!Array.isArray(list) || list.length === 0) {
		throw transcriptError('is not a list of entries', describeJsonError(entered));
	}

	return readEntries(list);
}

/** @param place what `describeJsonError` says */
function transcriptError(fault: string, place = ''): VitallyError {
	const { displayName: field } = transcriptField;

	return new VitallyError(
		`The value of '${field}' ${fault}`,
		`Enter a list such as [{ "speaker": { "externalId": "user-7", "name": "Robin" }, "sentences": [{ "text": "Hello", "startTime": 0, "endTime": 900 }] }], with times in milliseconds. The list of a call in Gong, the sentences of Fireflies and the text of a WebVTT file also work.${place}`,
		{ field },
	);
}

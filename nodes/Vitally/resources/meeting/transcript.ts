import { VitallyError } from '../../errors/vitallyError';
import { optionsField } from '../../fields/collections';
import type { ItemParameters } from '../../fields/itemParameters';
import { jsonProperty } from '../../fields/properties';
import { dryRunOption } from '../../fields/writeOptions';
import type { OperationDefinition } from '../../operations/definition/operationDefinition';
import { locateByVitallyId, readSelection } from '../../records/locate';
import { lockRecord } from '../../records/recordLocks';
import { requiredLocator } from '../../records/recordType';
import { objectFrom, optionalRecordFrom } from '../../transport/responses';
import { isEmpty } from '../../values/emptyValues';
import { parseJson, isPlainObject, type JsonValue } from '../../values/json';
import { describeJsonError } from '../../values/jsonErrors';
import { sendable } from '../../values/sendable';
import { meetingType } from '../recordTypes';

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

const transcriptField = jsonProperty('Transcript', 'transcript', {
	required: true,
	default: '[]',
	description:
		"A JSON list as 'Get Transcript' returns it: speakers by their External ID, sentences with times in milliseconds from the start",
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
 * Reads the transcript of an item, a list or its JSON.
 *
 * @throws VitallyError for what is not a transcript as the service documents it (docs/internal/beyond.md, 11)
 */
function readTranscript(item: ItemParameters): JsonValue {
	const entered = item.param('transcript');
	const list =
		typeof entered === 'string' ? parseJson(entered, transcriptField.displayName) : entered;

	if (!Array.isArray(list) || list.length === 0) {
		throw transcriptError('is not a list of entries', describeJsonError(entered));
	}

	const invalid = (list as unknown[]).findIndex((entry) => !isEntry(entry));

	if (invalid !== -1) {
		throw transcriptError(`has no valid speaker or sentences in entry ${invalid + 1}`);
	}

	const { displayName: field } = transcriptField;

	return sendable(list, { what: `'${field}'`, field });
}

function isEntry(entry: unknown): boolean {
	if (!isPlainObject(entry)) return false;

	const { speaker, sentences } = entry;
	const hasSpeaker = isPlainObject(speaker) && isText(speaker.externalId);

	return (
		hasSpeaker && Array.isArray(sentences) && sentences.length > 0 && sentences.every(isSentence)
	);
}

function isSentence(sentence: unknown): boolean {
	if (!isPlainObject(sentence) || !isText(sentence.text)) return false;

	return isTimeOrMissing(sentence.startTime) && isTimeOrMissing(sentence.endTime);
}

function isTimeOrMissing(time: unknown): boolean {
	return time === undefined || (Number.isFinite(time) && Number(time) >= 0);
}

function isText(value: unknown): boolean {
	return typeof value === 'string' && !isEmpty(value);
}

/** @param place what `describeJsonError` says */
function transcriptError(fault: string, place = ''): VitallyError {
	const { displayName: field } = transcriptField;

	return new VitallyError(
		`The value of '${field}' ${fault}`,
		`Enter a list such as [{ "speaker": { "externalId": "user-7", "name": "Robin" }, "sentences": [{ "text": "Hello", "startTime": 0, "endTime": 900 }] }]. Times are numbers of milliseconds, and may be left out.${place}`,
		{ field },
	);
}

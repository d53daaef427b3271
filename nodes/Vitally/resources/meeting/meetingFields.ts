import { textProperty } from '../../fields/properties';
import type { BodyDefinition } from '../../operations/body/bodyDefinition';
import {
	dateTimeFieldNamed,
	textFieldNamed,
	notClearable,
	optionalExternalId,
	requiredTextField,
	textField,
	lineListField,
	type BodyField,
} from '../../operations/body/bodyField';
import { meetingType } from '../recordTypes';
import { readParticipants } from './meetingParticipants';

const titleField = textProperty('Title', 'title', { placeholder: 'e.g. Quarterly review' });

const optional: BodyField[] = [
	textFieldNamed('Description', 'description', { typeOptions: { rows: 3 } }),
	dateTimeFieldNamed('End', 'endDateTime'),
	lineListField(
		textProperty('Key Points', 'keyPoints', {
			typeOptions: { rows: 3 },
			placeholder: 'e.g. Goals agreed',
			description: 'One on each line, or an expression that returns an array',
		}),
	),
	textFieldNamed('Location', 'location'),
	textFieldNamed('Recording URL', 'recordingUrl', {
		placeholder: 'e.g. https://example.com/recording',
	}),
	textFieldNamed('Risk Assessment', 'riskAssessment'),
	dateTimeFieldNamed('Start', 'startDateTime'),
	textFieldNamed('Summary', 'summary', { typeOptions: { rows: 3 } }),
];

export const newMeeting: BodyDefinition = {
	required: [requiredTextField({ ...titleField, required: true })],
	optional: [
		...optional,
		optionalExternalId(
			meetingType,
			'Your ID for the meeting. If it is empty, the node creates one, which stays the same when n8n retries the item in a workflow.',
		),
		textFieldNamed('Source', 'source', {
			placeholder: 'e.g. zoom',
			description: 'The tool that the meeting comes from',
		}),
	],
	hasTraits: true,
	addValues: (item) => ({ participants: readParticipants(item) }),
};

export const changedMeeting: BodyDefinition = {
	optional: [...optional, notClearable(textField(titleField))],
	hasTraits: true,
};

import type { INodeProperties } from 'n8n-workflow';

import { DATE_TIME_TEXT } from '../../fields/dateTexts';
import {
	dateTimeField,
	neverCleared,
	optionalTextField,
	requiredTextField,
	textField,
	textListField,
	type BodyField,
} from '../../operations/bodyField';
import type { BodySpec } from '../../operations/bodySpec';
import { participantsToSend } from './participants';

const titleField: INodeProperties = {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: '',
	placeholder: 'e.g. Quarterly review',
};

const text = (displayName: string, name: string, more: Partial<INodeProperties> = {}): BodyField =>
	textField({ displayName, name, type: 'string', default: '', ...more });

const time = (displayName: string, name: string): BodyField =>
	dateTimeField({
		displayName,
		name,
		type: 'dateTime',
		default: '',
		description: DATE_TIME_TEXT,
	});

const optional: BodyField[] = [
	text('Description', 'description', { typeOptions: { rows: 3 } }),
	time('End', 'endDateTime'),
	textListField({
		displayName: 'Key Points',
		name: 'keyPoints',
		type: 'string',
		default: '',
		placeholder: 'e.g. Goals agreed, next step set',
		description: 'Comma-separated list, or an expression that returns an array',
	}),
	text('Location', 'location'),
	text('Recording URL', 'recordingUrl', { placeholder: 'e.g. https://example.com/recording' }),
	text('Risk Assessment', 'riskAssessment'),
	time('Start', 'startDateTime'),
	text('Summary', 'summary', { typeOptions: { rows: 3 } }),
];

/** docs/beyond.md, 11 */
export const newMeeting: BodySpec = {
	required: [requiredTextField({ ...titleField, required: true })],
	optional: [
		...optional,
		optionalTextField({
			displayName: 'External ID',
			name: 'externalId',
			type: 'string',
			default: '',
			placeholder: 'e.g. meeting-7',
			description:
				'Your ID for the meeting. If it is empty, the node creates one, which stays the same when n8n retries the item.',
		}),
		text('Source', 'source', {
			placeholder: 'e.g. zoom',
			description: 'The tool that the meeting comes from',
		}),
	],
	hasTraits: 'added',
	also: (item) => ({ participants: participantsToSend(item) }),
};

export const changedMeeting: BodySpec = {
	optional: [...optional, neverCleared(textField(titleField))],
	hasTraits: 'added',
};

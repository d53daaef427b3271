import type { INodeProperties } from 'n8n-workflow';

import { DATE_TIME_HINT } from '../../fields/dateHints';
import {
	dateTimeField,
	notClearable,
	optionalTextField,
	requiredTextField,
	textField,
	textListField,
	type BodyField,
} from '../../operations/body/bodyField';
import type { BodyDefinition } from '../../operations/body/bodyDefinition';
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
		description: DATE_TIME_HINT,
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
export const newMeeting: BodyDefinition = {
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
				'Your ID for the meeting. Clients report that Vitally requires one, so the node creates one if it is empty.',
		}),
		text('Source', 'source', {
			placeholder: 'e.g. zoom',
			description: 'The tool that the meeting comes from',
		}),
	],
	hasTraits: 'added',
	also: (item) => ({ participants: participantsToSend(item) }),
};

export const changedMeeting: BodyDefinition = {
	optional: [...optional, notClearable(textField(titleField))],
	hasTraits: 'added',
};

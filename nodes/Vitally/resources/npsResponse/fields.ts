import type { INodeProperties } from 'n8n-workflow';

import { shownValue } from '../../errors/shownValue';
import { VitallyError } from '../../errors/vitallyError';
import { DATE_TIME_TEXT } from '../../fields/dateTexts';
import {
	dateTimeField,
	lookedUpIdField,
	neverCleared,
	optionalTextField,
	textField,
	type BodyField,
} from '../../operations/bodyField';
import type { BodySpec } from '../../operations/bodySpec';
import { isEmpty } from '../../values/emptyValues';
import { userType } from '../recordTypes';
import { requiredLocator } from '../../records/recordType';

const whoAnswered = 'The user who answered';

const scoreProperty: INodeProperties = {
	displayName: 'Score',
	name: 'score',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 10 },
	// No score counts as an answer of its own: 0 would be the worst one.
	default: '',
	description: 'From 0 to 10: up to 6 a detractor, 7 and 8 passive, 9 and 10 a promoter',
};

const respondedAtProperty: INodeProperties = {
	displayName: 'Responded At',
	name: 'respondedAt',
	type: 'dateTime',
	default: '',
	description: `When the user answered. ${DATE_TIME_TEXT}.`,
};

const feedback = textField({
	displayName: 'Feedback',
	name: 'feedback',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	description: 'What the user wrote beside the score',
});

const externalId = (description: string): BodyField =>
	optionalTextField({
		displayName: 'External ID',
		name: 'externalId',
		type: 'string',
		default: '',
		placeholder: 'e.g. survey-7-answer-3',
		description,
	});

/** docs/beyond.md, 5: whole numbers from 0 to 10. */
function scoreField(property: INodeProperties): BodyField {
	return {
		property,
		read: (item, parameter) => {
			const value = item.param(parameter);
			const score = typeof value === 'string' && !isEmpty(value) ? Number(value) : value;
			if (Number.isInteger(score) && Number(score) >= 0 && Number(score) <= 10) return score;
			throw new VitallyError(
				isEmpty(value)
					? "The field 'Score' is empty"
					: `The value ${shownValue(value)} of 'Score' is not a whole number from 0 to 10`,
				'Enter a whole number from 0 to 10, or check that the expression returns one.',
				{ field: 'Score' },
			);
		},
	};
}

/** docs/beyond.md, 5 (POST) */
export const newResponse: BodySpec = {
	required: [
		{
			...lookedUpIdField(userType),
			property: requiredLocator(userType, { description: whoAnswered }),
		},
		scoreField({ ...scoreProperty, required: true }),
		dateTimeField({ ...respondedAtProperty, required: true, default: '={{ $now.toISO() }}' }),
	],
	optional: [feedback],
};

/** An upsert has the external ID at the top. */
export const newResponseWithExternalId: BodySpec = {
	...newResponse,
	optional: [
		feedback,
		externalId(
			'Your ID for the response. If Vitally has a response with it, that one is updated instead.',
		),
	],
};

/** docs/beyond.md, 5 (PUT) */
export const changedResponse: BodySpec = {
	optional: [
		externalId('Your ID for the response'),
		feedback,
		neverCleared(dateTimeField(respondedAtProperty)),
		neverCleared(scoreField(scoreProperty)),
		neverCleared(lookedUpIdField(userType, { description: whoAnswered })),
	],
};

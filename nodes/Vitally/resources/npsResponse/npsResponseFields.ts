import { timeProperty, DATE_TIME_HINT, numberProperty } from '../../fields/properties';
import { readNumber, requiredText, wholeNumber } from '../../fields/readers';
import type { BodyDefinition } from '../../operations/body/bodyDefinition';
import {
	dateTimeField,
	fieldReadBy,
	textFieldNamed,
	resolvedIdField,
	notClearable,
	optionalExternalId,
} from '../../operations/body/bodyField';
import { npsResponseType, userType } from '../recordTypes';

const whoAnswered = 'The user who answered';

const scoreProperty = numberProperty('Score', 'score', {
	typeOptions: { minValue: 0, maxValue: 10 },
	// The default is not 0, which is a valid score.
	default: '',
	description: 'From 0 to 10: up to 6 a detractor, 7 and 8 passive, 9 and 10 a promoter',
});

const respondedAtProperty = timeProperty('Responded At', 'respondedAt', {
	description: `When the user answered. ${DATE_TIME_HINT}.`,
});

const feedback = textFieldNamed('Feedback', 'feedback', {
	typeOptions: { rows: 3 },
	description: 'The text that the user wrote with the score',
});

/** Source: docs/internal/beyond.md, 5 */
const scoreField = fieldReadBy((item, parameter, label) => {
	requiredText(item, parameter, label);

	return readNumber(item, { parameter, label }, wholeNumber(0, 10));
});

export const newResponse: BodyDefinition = {
	required: [
		resolvedIdField(userType, { description: whoAnswered, required: true }),
		scoreField({ ...scoreProperty, required: true }),
		dateTimeField({ ...respondedAtProperty, required: true, default: '={{ $now.toISO() }}' }),
	],
	optional: [
		feedback,
		optionalExternalId(
			npsResponseType,
			'Your ID for the response. If Vitally has a response with it, that one is updated instead.',
		),
	],
};

export const changedResponse: BodyDefinition = {
	optional: [
		optionalExternalId(npsResponseType, 'Your ID for the response'),
		feedback,
		notClearable(dateTimeField(respondedAtProperty)),
		notClearable(scoreField(scoreProperty)),
		notClearable(resolvedIdField(userType, { description: whoAnswered })),
	],
};

import type { SeenError } from './thrownError.cts';

/**
 * The errors of values that several suites meet, in all that they say. Which function throws one for which value is
 * tested in the suite of the function.
 */

/** The error of a field whose value is at fault. */
export function fieldError(field: string, message: string, description: string): SeenError {
	return { class: 'VitallyError', message, description, facts: { field } };
}

export function emptyFieldError(field: string): SeenError {
	return fieldError(
		field,
		`The field '${field}' is empty`,
		`Enter a value for '${field}', or check that the expression returns one.`,
	);
}

export function notTextError(field: string): SeenError {
	return fieldError(
		field,
		`The value of '${field}' is not text`,
		`Enter text for '${field}', or check the expression.`,
	);
}

/** @param place such as "after 'M'" or 'at its beginning' */
export function wrongEncodingError(field: string, place: string): SeenError {
	return fieldError(
		field,
		`The value of '${field}' was read in the wrong encoding: a character is damaged ${place}`,
		'Read the file again in its encoding, such as Windows-1252: the node that reads the file has an option for the encoding.',
	);
}

/** @param place such as "after 'M'" or 'at its beginning' */
export function halfCharacterError(field: string, place: string): SeenError {
	return fieldError(
		field,
		`The value of '${field}' contains half a character ${place}`,
		'Let the expression return the whole text, or cut the text at another place. It was cut inside of a character, such as an emoji.',
	);
}

/**
 * @param code such as 'U+200B'
 * @param place such as "after 'M'" or 'at its beginning'
 */
export function invisibleCharacterError(field: string, code: string, place: string): SeenError {
	return fieldError(
		field,
		`The value of '${field}' contains an invisible character (${code}) ${place}`,
		'Type the value again in its source, or remove the character in the expression. With this character, the ID differs from the one that you see.',
	);
}

/** The error of a text such as '#N/A'. */
export function spreadsheetError(field: string, text: string): SeenError {
	return fieldError(
		field,
		`The value "${text}" of '${field}' is an error of a spreadsheet`,
		'Correct the formula of the cell, or let the expression return an empty text instead.',
	);
}

/** The error of a text such as 'None'. */
export function nullLikeError(field: string, text: string): SeenError {
	return fieldError(
		field,
		`'${field}' contains the text "${text}" instead of a value`,
		`Enter a value for '${field}', or check the node or model that returned "${text}".`,
	);
}

export function lostDigitsError(field: string): SeenError {
	return fieldError(
		field,
		`The value of '${field}' is a number that has lost digits`,
		'Let the expression return the value as text. Programs round numbers above 9007199254740991.',
	);
}

/**
 * @param shown the value as the error shows it
 * @param advice sentences before the general one, with a space at their end
 */
export function notDateError(field: string, shown: string, advice = ''): SeenError {
	return fieldError(
		field,
		`The value ${shown} of '${field}' is not a date`,
		`${advice}Enter a date as '2026-03-01' or '2026-03-01T14:30:00Z', or an expression that returns one.`,
	);
}

/**
 * @param shown the value as the error shows it
 * @param fault a sentence about the JSON, with a space before it
 */
export function notListError(field: string, shown: string, fault = ''): SeenError {
	return fieldError(
		field,
		`The value ${shown} of '${field}' is not a list of texts`,
		`Enter a comma-separated list, or an expression that returns a list of texts.${fault}`,
	);
}

export function tooDeepError(field: string): SeenError {
	return fieldError(
		field,
		`The value of '${field}' has more than 100 levels of lists and objects`,
		'Enter a value with fewer levels, or check the expression.',
	);
}

/** @param shown the value as the error shows it */
export function notAddressError(field: string, shown: string): SeenError {
	return fieldError(
		field,
		`The value ${shown} of '${field}' is not an email address`,
		'Enter a single address such as name@email.com.',
	);
}

/**
 * @param shown the value as the error shows it
 * @param options the values that are accepted, as the error lists them
 */
export function notAnOptionError(field: string, shown: string, options: string): SeenError {
	return fieldError(
		field,
		`The value ${shown} of '${field}' is not one of its options`,
		`Choose one from the list, or let the expression return one of these: ${options}.`,
	);
}

/**
 * @param shown the value as the error shows it
 * @param range such as '0 to 10'
 */
export function notWholeNumberError(field: string, shown: string, range: string): SeenError {
	return fieldError(
		field,
		`The value ${shown} of '${field}' is not a whole number from ${range}`,
		`Enter a whole number from ${range}, or let the expression return one.`,
	);
}

/** The error of a field that selects a record, and of an ID that is required. */
export function emptyLocatorError(field: string): SeenError {
	return fieldError(
		field,
		`The field '${field}' is empty`,
		`Choose a record for '${field}', or check that the expression returns an ID.`,
	);
}

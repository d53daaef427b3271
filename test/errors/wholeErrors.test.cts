import type { IDataObject } from 'n8n-workflow';

import { assertExpressionResolved } from '../../nodes/Vitally/fields/fixedExpressions';
import type { ItemParameters } from '../../nodes/Vitally/fields/itemParameters';
import { parseLocator, readRequiredId } from '../../nodes/Vitally/fields/locators';
import { choiceProperty, switchProperty } from '../../nodes/Vitally/fields/properties';
import {
	readChoice,
	readLimitation,
	readNumber,
	readObject,
	readRows,
	readSwitch,
	requiredId,
	requiredText,
	wholeNumber,
} from '../../nodes/Vitally/fields/readers';
import { assertCredentialOrigin, baseUrlOf } from '../../nodes/Vitally/transport/address';
import {
	assertWritable,
	authorizationOf,
	readCredential,
} from '../../nodes/Vitally/transport/auth';
import { abortError } from '../../nodes/Vitally/transport/limits/wait';
import { pathSegment } from '../../nodes/Vitally/transport/pathSegment';
import { calendarDate, utcDateTime } from '../../nodes/Vitally/values/dates';
import { readEmail, readEmailDomain } from '../../nodes/Vitally/values/email';
import {
	assertNewName,
	assertNotNullLike,
	assertNotNullLikeId,
} from '../../nodes/Vitally/values/emptyValues';
import { assertDepth } from '../../nodes/Vitally/values/json/json';
import { sendable } from '../../nodes/Vitally/values/json/sendable';
import { parseLines, parseTextList } from '../../nodes/Vitally/values/lists';
import { assertSafeInteger, readDecimal } from '../../nodes/Vitally/values/numbers';
import { assertIdText, assertIntact, readText } from '../../nodes/Vitally/values/text';
import { buildTraits, type TraitInput } from '../../nodes/Vitally/values/traits/buildTraits';
import { DefinedTraits } from '../../nodes/Vitally/values/traits/definedTraits';
import { matchColumns } from '../../nodes/Vitally/values/traits/matchColumns';
import { traitValue } from '../../nodes/Vitally/values/traits/traitValue';
import { errorOf, type SeenError } from './thrownError.cts';

const REST = 'vitallyApi';
const ANALYTICS = 'vitallyAnalyticsApi';

const FIELD = { parameter: 'field', label: 'Field' };
const CHOICE = choiceProperty('Field', 'field', {
	options: [{ name: 'Red', value: 'red' }],
	default: 'red',
});
const SWITCH = switchProperty('Field', 'field', { description: 'Whether it is on' });

/** The trait `seats`, which is called Seats. */
const SEATS = new DefinedTraits([{ key: 'seats', label: 'Seats', type: 'number' }]);

/** An item whose every parameter has a value. */
const item = (value: unknown) => ({ param: () => value }) as unknown as ItemParameters;

const traits = (input: Partial<TraitInput>) =>
	buildTraits({ emptyValues: 'ignore', ...input }, 'UTC');

/** Lists in each other. */
function nested(levels: number): IDataObject[] {
	return levels === 1 ? [] : ([nested(levels - 1)] as never);
}

/** The reason of a signal of `AbortSignal.timeout`. */
function timedOut(): AbortSignal {
	return AbortSignal.abort(new DOMException('', 'TimeoutError'));
}

function fail(error: Error): never {
	throw error;
}

interface ErrorCase {
	/** The function that throws it. */
	by: string;
	reason: string;
	run(): unknown;
	error: Omit<SeenError, 'class'>;
}

const ERRORS: ErrorCase[] = [
	{
		by: 'readEmail',
		reason: 'an address that is none',
		run: () => readEmail('office', 'Email'),
		error: {
			message: 'The value "office" of \'Email\' is not an email address',
			description: 'Enter a single address such as name@email.com.',
			facts: { field: 'Email' },
		},
	},
	{
		by: 'readEmail',
		reason: 'an address that is empty',
		run: () => readEmail(' ', 'Email'),
		error: {
			message: "The field 'Email' is empty",
			description: "Enter a value for 'Email', or check that the expression returns one.",
			facts: { field: 'Email' },
		},
	},
	{
		by: 'readEmailDomain',
		reason: 'an address in place of a domain',
		run: () => readEmailDomain('ann@acme.com', 'Email Subdomain'),
		error: {
			message: 'The value "ann@acme.com" of \'Email Subdomain\' is not a domain',
			description: 'Enter the part after the @ of the addresses, such as acme.com.',
			facts: { field: 'Email Subdomain' },
		},
	},
	{
		by: 'calendarDate',
		reason: 'a day that does not exist',
		run: () => calendarDate('2026-02-30', 'Due Date', 'UTC'),
		error: {
			message: 'The value "2026-02-30" of \'Due Date\' is not a date',
			description:
				"Enter a date as '2026-03-01' or '2026-03-01T14:30:00Z', or an expression that returns one.",
			facts: { field: 'Due Date' },
		},
	},
	{
		by: 'calendarDate',
		reason: 'a day as a spreadsheet stores it',
		run: () => calendarDate(46082, 'Due Date', 'UTC'),
		error: {
			message: "The value 46082 of 'Due Date' is not a date",
			description:
				"Format the column as text in the spreadsheet, which stores 2026-03-01 as the number 46082. Enter a date as '2026-03-01' or '2026-03-01T14:30:00Z', or an expression that returns one.",
			facts: { field: 'Due Date' },
		},
	},
	{
		by: 'utcDateTime',
		reason: 'a time that is none',
		run: () => utcDateTime('tomorrow', 'Note Date', 'UTC'),
		error: {
			message: 'The value "tomorrow" of \'Note Date\' is not a date',
			description:
				"Enter a date as '2026-03-01' or '2026-03-01T14:30:00Z', or an expression that returns one.",
			facts: { field: 'Note Date' },
		},
	},
	{
		by: 'parseTextList',
		reason: 'an object in place of a list',
		run: () => parseTextList({ a: 1 }, 'Tags'),
		error: {
			message: 'The value {"a":1} of \'Tags\' is not a list of texts',
			description: 'Enter a comma-separated list, or an expression that returns a list of texts.',
			facts: { field: 'Tags' },
		},
	},
	{
		by: 'parseLines',
		reason: 'an object in place of sentences',
		run: () => parseLines({ a: 1 }, 'Key Points'),
		error: {
			message: 'The value {"a":1} of \'Key Points\' is not a list of texts',
			description: 'Enter a comma-separated list, or an expression that returns a list of texts.',
			facts: { field: 'Key Points' },
		},
	},
	{
		by: 'assertSafeInteger',
		reason: 'a number that has lost digits',
		run: () => assertSafeInteger(2 ** 53, 'External ID'),
		error: {
			message: "The value of 'External ID' is a number that has lost digits",
			description:
				'Let the expression return the value as text. Programs round numbers above 9007199254740991.',
			facts: { field: 'External ID' },
		},
	},
	{
		by: 'readDecimal',
		reason: 'an ID as a decimal number',
		run: () => readDecimal('9007199254740993', 'Trait: crm'),
		error: {
			message: "The value of 'Trait: crm' is a number that has lost digits",
			description:
				'Send an ID with so many digits in a text field or a trait of the type String. Programs round numbers above 9007199254740991.',
			facts: { field: 'Trait: crm' },
		},
	},
	{
		by: 'assertDepth',
		reason: '101 levels',
		run: () => assertDepth(nested(101), 'Traits (JSON)'),
		error: {
			message: "The value of 'Traits (JSON)' has more than 100 levels of lists and objects",
			description: 'Enter a value with fewer levels, or check the expression.',
			facts: { field: 'Traits (JSON)' },
		},
	},
	{
		by: 'readText',
		reason: 'an object in place of a text',
		run: () => readText({}, 'Subject'),
		error: {
			message: "The value of 'Subject' is not text",
			description: "Enter text for 'Subject', or check the expression.",
			facts: { field: 'Subject' },
		},
	},
	{
		by: 'assertIntact',
		reason: 'a text in the wrong encoding',
		run: () => assertIntact('M\uFFFDller', 'Name'),
		error: {
			message:
				"The value of 'Name' was read in the wrong encoding: a character is damaged after 'M'",
			description:
				'Read the file again in its encoding, such as Windows-1252: the node that reads the file has an option for the encoding.',
			facts: { field: 'Name' },
		},
	},
	{
		by: 'assertIntact',
		reason: 'half a character',
		run: () => assertIntact('half \uD83D', 'Name'),
		error: {
			message: "The value of 'Name' contains half a character after 'half '",
			description:
				'Let the expression return the whole text, or cut the text at another place. It was cut inside of a character, such as an emoji.',
			facts: { field: 'Name' },
		},
	},
	{
		by: 'assertIdText',
		reason: 'a character that nobody sees',
		run: () => assertIdText('acme\u200B', 'External ID'),
		error: {
			message: "The value of 'External ID' contains an invisible character (U+200B) after 'acme'",
			description:
				'Type the value again in its source, or remove the character in the expression. With this character, the ID differs from the one that you see.',
			facts: { field: 'External ID' },
		},
	},
	{
		by: 'assertNotNullLike',
		reason: 'a word for nothing as a name',
		run: () => assertNotNullLike('undefined', 'Segment'),
		error: {
			message: '\'Segment\' contains the text "undefined" instead of a value',
			description:
				'Enter a value for \'Segment\', or check the node or model that returned "undefined".',
			facts: { field: 'Segment' },
		},
	},
	{
		by: 'assertNotNullLikeId',
		reason: 'a word for nothing as an ID',
		run: () => assertNotNullLikeId(' N/A ', 'Account'),
		error: {
			message: '\'Account\' contains the text "N/A" instead of a value',
			description: 'Enter a value for \'Account\', or check the node or model that returned "N/A".',
			facts: { field: 'Account' },
		},
	},
	{
		by: 'assertNewName',
		reason: 'an error of a spreadsheet as a name',
		run: () => assertNewName({ name: '#REF!' }),
		error: {
			message: '\'Name\' contains the text "#REF!" instead of a value',
			description: 'Enter a value for \'Name\', or check the node or model that returned "#REF!".',
			facts: { field: 'Name' },
		},
	},
	{
		by: 'sendable',
		reason: 'a number that JSON has not',
		run: () => sendable(NaN, { what: "the trait 'plan'", field: 'Trait: plan' }),
		error: {
			message: "The value NaN of the trait 'plan' cannot be sent",
			description: 'Check the expression: it may calculate with a value that is missing.',
			facts: { field: 'Trait: plan' },
		},
	},
	{
		by: 'sendable',
		reason: 'a key that n8n removes',
		run: () => sendable({ constructor: 1 }, { what: "the trait 'plan'", field: 'Trait: plan' }),
		error: {
			message: "An object with the key 'constructor' cannot be sent",
			description: 'Use another key, for example plan.',
			facts: { field: 'Trait: plan' },
		},
	},
	{
		by: 'traitValue',
		reason: 'text for a number',
		run: () => traitValue('number', 'many', 'Trait: seats', 'UTC'),
		error: {
			message: 'The value "many" of \'Trait: seats\' is not a number',
			description: "Enter digits with a point before decimals, such as '12.5'.",
			facts: { field: 'Trait: seats' },
		},
	},
	{
		by: 'traitValue',
		reason: 'text for a switch',
		run: () => traitValue('boolean', 'maybe', 'Trait: live', 'UTC'),
		error: {
			message: 'The value "maybe" of \'Trait: live\' is not true or false',
			description: "Enter 'true' or 'false'.",
			facts: { field: 'Trait: live' },
		},
	},
	{
		by: 'buildTraits',
		reason: 'a key without text',
		run: () => traits({ json: { ' ': 1 } }),
		error: {
			message: "A trait with the key ' ' cannot be sent",
			description: 'Use another key for the trait, for example plan.',
			facts: { field: 'Trait:  ' },
		},
	},
	{
		by: 'buildTraits',
		reason: 'the label of a trait in place of its key',
		run: () => traits({ json: { Seats: 1 }, defined: SEATS }),
		error: {
			message: "'Seats' is the label of the trait 'seats', not its key",
			description: "Use the key 'seats'. With its label, Vitally would create another trait.",
			facts: { field: 'Trait: Seats' },
		},
	},
	{
		by: 'buildTraits',
		reason: 'a key that is given twice',
		run: () => traits({ json: { plan: 'gold' }, clear: 'plan' }),
		error: {
			message: "The trait 'plan' is given more than once",
			description:
				"Give the trait once: in a row under 'Traits', in a field of its own, or in a list to clear it.",
			facts: { field: 'Trait: plan' },
		},
	},
	{
		by: 'buildTraits',
		reason: 'a row without a key',
		run: () => traits({ rows: [{ key: ' ', stringValue: 'gold' }] }),
		error: {
			message: "The trait in row 1 of 'Traits' has no key",
			description: 'Enter the key of the trait, for example plan, or remove the row.',
			facts: { field: 'Traits' },
		},
	},
	{
		by: 'buildTraits',
		reason: 'a row of an unknown type',
		run: () => traits({ rows: [{ key: 'plan', type: 'text' }] }),
		error: {
			message: 'The trait \'plan\' has the unknown type "text"',
			description:
				'Choose one of these types: boolean, date, dateTime, multiSelect, number, string.',
			facts: { field: 'Trait: plan' },
		},
	},
	{
		by: 'buildTraits',
		reason: 'traits around the traits',
		run: () => traits({ json: { traits: { plan: 'gold' } } }),
		error: {
			message: "The value of 'Traits (JSON)' has the key 'traits' around other keys",
			description:
				'Enter the object inside of \'traits\' alone, such as { "plan": "gold", "seats": 12 }.',
			facts: { field: 'Traits (JSON)' },
		},
	},
	{
		by: 'buildTraits',
		reason: 'a list in place of traits',
		run: () => traits({ json: '[1]' }),
		error: {
			message: "The value of 'Traits (JSON)' is not a JSON object",
			description: 'Enter an object such as { "plan": "gold", "seats": 12 }.',
			facts: { field: 'Traits (JSON)' },
		},
	},
	{
		by: 'matchColumns',
		reason: 'a column that fits two traits',
		run: () => matchColumns(['tier'], [{ id: 'a.tier' }, { id: 'b.tier' }]),
		error: {
			message: "The column 'tier' fits several traits: a.tier, b.tier",
			description:
				"Rename the column to the key of the trait, or choose 'Map Each Column Manually'.",
			facts: { field: 'Traits' },
		},
	},
	{
		by: 'matchColumns',
		reason: 'two columns that fit a trait',
		run: () => matchColumns(['Tier', 'TIER'], [{ id: 'tier' }]),
		error: {
			message: "The columns 'Tier' and 'TIER' both fit the trait 'tier'",
			description: "Remove one of the columns, or choose 'Map Each Column Manually'.",
			facts: { field: 'Traits' },
		},
	},
	{
		by: 'readChoice',
		reason: 'a choice that is not offered',
		run: () => readChoice(item('blue'), CHOICE),
		error: {
			message: 'The value "blue" of \'Field\' is not one of its options',
			description: 'Choose one from the list, or let the expression return one of these: red.',
			facts: { field: 'Field' },
		},
	},
	{
		by: 'readSwitch',
		reason: 'text for a switch of a field',
		run: () => readSwitch(item('maybe'), SWITCH),
		error: {
			message: 'The value "maybe" of \'Field\' is not true or false',
			description: "Turn 'Field' on or off, or let the expression return true or false.",
			facts: { field: 'Field' },
		},
	},
	{
		by: 'readNumber',
		reason: 'a number out of range',
		run: () => readNumber(item(-1), FIELD, wholeNumber(0, 9)),
		error: {
			message: "The value -1 of 'Field' is not a whole number from 0 to 9",
			description: 'Enter a whole number from 0 to 9, or let the expression return one.',
			facts: { field: 'Field' },
		},
	},
	{
		by: 'requiredText',
		reason: 'no text where one is needed',
		run: () => requiredText(item(' '), 'field', 'Field'),
		error: {
			message: "The field 'Field' is empty",
			description: "Enter a value for 'Field', or check that the expression returns one.",
			facts: { field: 'Field' },
		},
	},
	{
		by: 'requiredId',
		reason: 'a word for nothing where an ID is needed',
		run: () => requiredId(item('none'), 'field', 'Field'),
		error: {
			message: '\'Field\' contains the text "none" instead of a value',
			description: 'Enter a value for \'Field\', or check the node or model that returned "none".',
			facts: { field: 'Field' },
		},
	},
	{
		by: 'readLimitation',
		reason: 'an option that is there and empty',
		run: () => readLimitation(item(''), FIELD),
		error: {
			message: "'Field' is empty, so nothing was done",
			description:
				"Enter a value for 'Field', check that the expression returns one, or remove 'Field' to do without it.",
			facts: { field: 'Field' },
		},
	},
	{
		by: 'readObject',
		reason: 'a list in place of a group of fields',
		run: () => readObject(item([]), FIELD),
		error: {
			message: "The value [] of 'Field' is not a group of fields",
			description:
				'Add the fields in the editor, or let the expression return an object with their names.',
			facts: { field: 'Field' },
		},
	},
	{
		by: 'readRows',
		reason: 'a text in place of a row',
		run: () => readRows(item({ rows: ['x'] }), FIELD, 'rows'),
		error: {
			message: 'The value "x" of \'Field\' is not a group of fields',
			description:
				'Add the fields in the editor, or let the expression return an object with their names.',
			facts: { field: 'Field' },
		},
	},
	{
		by: 'assertExpressionResolved',
		reason: 'an expression in a fixed field',
		run: () => {
			const stored = { subject: 'Call {{ $json.name }}' };

			assertExpressionResolved({ fields: [], stored }, 'subject');
		},
		error: {
			message:
				"The expression in 'Subject' is not evaluated, because the field is set to Fixed: Call {{ $json.name }}",
			description:
				"Choose 'Expression' above the field, and check the result that n8n shows below it.",
			facts: {},
		},
	},
	{
		by: 'parseLocator',
		reason: 'a way to pick a record that is not offered',
		run: () => parseLocator({ mode: 'email', value: 'x' }, 'Account'),
		error: {
			message: "The field 'Account' does not specify a record",
			description: 'Choose a record from the list, or enter its ID.',
			facts: { field: 'Account' },
		},
	},
	{
		by: 'readRequiredId',
		reason: 'no record where one is needed',
		run: () => readRequiredId(' ', 'Account'),
		error: {
			message: "The field 'Account' is empty",
			description: "Choose a record for 'Account', or check that the expression returns an ID.",
			facts: { field: 'Account' },
		},
	},
	{
		by: 'pathSegment',
		reason: 'an ID that is no text',
		run: () => pathSegment({}, 'Account'),
		error: {
			message: "The value of 'Account' is not text",
			description: 'Enter the ID as text.',
			facts: { field: 'Account' },
		},
	},
	{
		by: 'pathSegment',
		reason: 'an ID that would change the path',
		run: () => pathSegment('..', 'Account'),
		error: {
			message: 'The value of \'Account\' cannot be ".."',
			description: 'Check that the expression returns an ID and not a whole record.',
			facts: { field: 'Account' },
		},
	},
	{
		by: 'pathSegment',
		reason: 'an ID that is empty',
		run: () => pathSegment('', 'Account'),
		error: {
			message: "The value of 'Account' is empty",
			description: 'Choose a record from the list, or check that the expression returns an ID.',
			facts: { field: 'Account' },
		},
	},
	{
		by: 'baseUrlOf',
		reason: 'no subdomain',
		run: () => baseUrlOf(REST, {}),
		error: {
			message: "The field 'Subdomain' in the credential is empty",
			description:
				"Enter the part before '.vitally.io' in your Vitally URL, e.g. 'acme' for https://acme.vitally.io. For the EU data center or another address choose it under 'Data Center'.",
			facts: {},
		},
	},
	{
		by: 'baseUrlOf',
		reason: 'a subdomain that is none',
		run: () => baseUrlOf(REST, { subdomain: 'rest' }),
		error: {
			message: "The value of 'Subdomain' in the credential is not a subdomain such as 'acme'",
			description:
				"Enter the part before '.vitally.io' in your Vitally URL, e.g. 'acme' for https://acme.vitally.io. For the EU data center or another address choose it under 'Data Center'.",
			facts: {},
		},
	},
	{
		by: 'baseUrlOf',
		reason: 'the Analytics API in the EU without an address',
		run: () => baseUrlOf(ANALYTICS, { dataCenter: 'eu' }),
		error: {
			message: 'Vitally publishes no address of its Analytics API in the EU data center',
			description:
				"Ask Vitally support for the address and enter it under 'Base URL' in the credential.",
			facts: {},
		},
	},
	{
		by: 'baseUrlOf',
		reason: 'an unknown data center',
		run: () => baseUrlOf(REST, { dataCenter: 'asia' }),
		error: {
			message: "The value of 'Data Center' in the credential is unknown",
			description: 'Open the credential and choose US, EU or Custom.',
			facts: {},
		},
	},
	{
		by: 'baseUrlOf',
		reason: 'an address that is none',
		run: () => baseUrlOf(REST, { dataCenter: 'custom', baseUrl: 'proxy' }),
		error: {
			message:
				"The value of 'Base URL' in the credential is not a web address such as https://proxy.example.com",
			description: "Enter the URL before '/resources', without a user name, query or fragment.",
			facts: {},
		},
	},
	{
		by: 'baseUrlOf',
		reason: 'an address without encryption',
		run: () => baseUrlOf(REST, { dataCenter: 'custom', baseUrl: 'http://proxy.example' }),
		error: {
			message:
				"The 'Base URL' in the credential starts with http://, so the API key would be sent unencrypted",
			description:
				'Enter it with https://. Only an address in your own network, such as localhost, may start with http://, and proxy.example is not in it.',
			facts: {},
		},
	},
	{
		by: 'authorizationOf',
		reason: 'no API key',
		run: () => authorizationOf(REST, ' '),
		error: {
			message: "The field 'API Key' in the credential is empty",
			description: 'Copy the key from Settings, Integrations, Vitally REST API in Vitally.',
			facts: {},
		},
	},
	{
		by: 'authorizationOf',
		reason: 'no key of the Analytics API',
		run: () => authorizationOf(ANALYTICS, undefined),
		error: {
			message: "The field 'API Key' in the credential is empty",
			description: 'Copy the key from Settings, Integrations, Vitally Analytics API in Vitally.',
			facts: {},
		},
	},
	{
		by: 'authorizationOf',
		reason: 'an API key in quotation marks',
		run: () => authorizationOf(REST, '"sk_live"'),
		error: {
			message: "The value of 'API Key' in the credential contains invalid characters",
			description: 'Copy the key again, without spaces, line breaks or quotation marks around it.',
			facts: {},
		},
	},
	{
		by: 'readCredential',
		reason: 'a Max Wait that is no number',
		run: () => readCredential(REST, { apiKey: 'k', subdomain: 'acme', maxWait: 'long' }),
		error: {
			message:
				'The value "long" of \'Max Wait (Seconds)\' in the credential is not a number of 0 or more',
			description:
				"Open the credential and enter the seconds to wait for Vitally's rate limit, such as 300.",
			facts: {},
		},
	},
	{
		by: 'assertWritable',
		reason: 'a write with a read-only credential',
		run: () => assertWritable({ readOnly: true }, 'PUT'),
		error: {
			message: 'The credential is read-only, so nothing was written',
			description: "Choose a credential that may write, or turn 'Read Only' off in this one.",
			facts: {},
		},
	},
	{
		by: 'assertCredentialOrigin',
		reason: 'a request to another origin',
		run: () =>
			assertCredentialOrigin({ url: 'https://other.example/a' }, 'https://acme.rest.vitally.io'),
		error: {
			message: 'The key of this credential is not sent to other.example',
			description:
				'The credential is for https://acme.rest.vitally.io. Use that address, or a credential for the other one.',
			facts: {},
		},
	},
	{
		by: 'abortError',
		reason: 'the end of the time for a poll',
		run: () => fail(abortError(timedOut(), { wasSent: true })),
		error: {
			message: 'Vitally did not respond in time',
			description: 'Try again later: the time for reading from Vitally has passed.',
			facts: { failure: { cause: 'temporarily-unavailable' } },
		},
	},
	{
		by: 'abortError',
		reason: 'the end of the time for a poll before its request',
		run: () => fail(abortError(timedOut())),
		error: {
			message: 'The request waited too long for other requests with the same key, and was not sent',
			description: 'Try again later: the time for reading from Vitally has passed.',
			facts: { failure: { cause: 'temporarily-unavailable' } },
		},
	},
	{
		by: 'abortError',
		reason: 'a canceled execution',
		run: () => fail(abortError()),
		error: {
			message: 'The execution was canceled',
			description: 'Nothing more was sent.',
			facts: {},
		},
	},
];

describe('an error of a value or a credential', () => {
	it.each(ERRORS)(
		'says in $by what happened, how to get unstuck, and where: $reason',
		({ run, error }) => {
			expect(errorOf(run)).toEqual({ class: 'VitallyError', ...error });
		},
	);
});

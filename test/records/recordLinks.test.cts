import { appLink } from '../../nodes/Vitally/records/recordLinks';
import type { RecordType } from '../../nodes/Vitally/records/recordType';
import { recognizeLocator } from '../../nodes/Vitally/records/resolveId';
import {
	RECORD_TYPES,
	accountType,
	conversationType,
	noteType,
	organizationType,
	projectType,
	userType,
} from '../../nodes/Vitally/resources/recordTypes';
import { errorOf, resultOf, type SeenError } from '../errors/thrownError.cts';
import { fieldError } from '../errors/valueErrors.cts';

const ID = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';
const OTHER_ID = '5bd5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';
const APP = 'https://acme.vitally.io';

/** The advice of an error about a link. */
const COPY_THE_ADDRESS =
	"Open the account in Vitally and copy the address from there, or choose 'By External ID' if it is an External ID.";

/** The ways in which a link may be entered. */
const MODES = ['url', 'id', 'column'] as const;

/** What is recognized in a link that is entered in each of the ways. */
const inEachMode = (value: string, type: RecordType) =>
	inModes((mode) => resultOf(() => recognizeLocator({ mode, value }, type, type.label)));

const THE_ID_IN_EACH_MODE = inModes(() => ({ mode: 'id', value: ID }));

function inModes(resultIn: (mode: (typeof MODES)[number]) => unknown): object {
	return Object.fromEntries(MODES.map((mode) => [mode, resultIn(mode)]));
}

/** The word in front of an ID, as in the path of the API. */
const wordOf = ({ path }: RecordType) => path.slice(path.lastIndexOf('/') + 1);
const PAIRS = RECORD_TYPES.flatMap((type) =>
	RECORD_TYPES.filter((other) => other !== type && other.hasPage).map((other) => ({ type, other })),
);

describe('a link to a record of another kind', () => {
	it.each(PAIRS)(
		'fails in a field for a $type.noun and finds a $other.noun in its own field',
		({ type, other }) => {
			const word = wordOf(other);
			const wordWithHyphens = word.replace(/(?=[A-Z])/g, '-').toLowerCase();

			const errors = MODES.flatMap((mode) =>
				[word, wordWithHyphens].flatMap((part) =>
					[`${APP}/${part}/${ID}`, `${APP}/${part}/${ID}/${wordOf(type)}`].map((value) => ({
						mode,
						value,
						error: errorOf(() => recognizeLocator({ mode, value }, type, type.label)).message,
					})),
				),
			);

			const accepted = errors.filter(({ error }) => !/^The link of '.+' leads to an? /.test(error));

			expect({ accepted }).toEqual({ accepted: [] });

			if (!type.hasPage) return;

			const value = `${APP}/${wordOf(type)}/${ID}/${word}/${OTHER_ID}`;

			expect(inEachMode(value, type)).toEqual(THE_ID_IN_EACH_MODE);
		},
	);
});

describe('recognizeLocator', () => {
	it.each([
		[`${APP}/accounts/${ID}/notes/${OTHER_ID}?tab=1#top`, accountType],
		[`${APP}/organizations/${OTHER_ID}/accounts/${ID}/`, accountType],
		[` ${APP}/accounts/${ID}\n`, accountType],
		[`acme.vitally.io/accounts/${ID}`, accountType],
		[`acme.vitally.io/accounts/${ID}?next=https://acme.vitally.io`, accountType],
		[`http://acme.vitally.io/accounts/${ID}`, accountType],
		[`https://app.vitally-eu.io/accounts/${ID}`, accountType],
		[`HTTPS://acme.vitally.io/organizations/${ID}`, organizationType],
		[`${APP}/conversations/active/${ID}`, conversationType],
		[`${APP}/conversations/${ID}?tab=1`, conversationType],
		[`${APP}/accounts/${OTHER_ID}/users/${ID}/activity`, userType],
		[`${APP}/accounts/${OTHER_ID}/accounts/${ID}`, accountType],
		[`${APP}/whatever/${ID}`, noteType],
		[`${APP}/notes/${ID}/whatever/${OTHER_ID}`, noteType],
	])('reads the ID of the record in the link %j', (value, type) => {
		expect(inEachMode(value, type)).toEqual(THE_ID_IN_EACH_MODE);
	});

	it.each([
		{
			value: `${APP}/organizations/${ID}`,
			type: accountType,
			message: "The link of 'Account' leads to an organization",
		},
		{
			value: `${APP}/accounts/${ID}/notes/${OTHER_ID}`,
			type: userType,
			message: "The link of 'User' leads to a note",
		},
		{
			value: `${APP}/conversations/active/${ID}`,
			type: noteType,
			message: "The link of 'Note' leads to a conversation",
		},
		{
			value: `${APP}/accounts/crm-42`,
			type: accountType,
			message: "The link of 'Account' has no ID of an account",
		},
		{
			value: `${APP}/accounts`,
			type: accountType,
			message: "The link of 'Account' has no ID of an account",
		},
		{
			value: `${APP}/organizations`,
			type: accountType,
			message: "The link of 'Account' leads to an organization",
		},
		{
			value: `${APP}/accounts/segment/${ID}`,
			type: accountType,
			message: "The link of 'Account' has no ID of an account",
		},
		{
			value: `${APP}/settings/${ID}`,
			type: accountType,
			message: "The link of 'Account' has no ID of an account",
		},
		{ value: `${APP}/`, type: userType, message: "The link of 'User' has no ID of a user" },
	])(
		'rejects a link to a record of another kind, or without an ID: $value',
		({ value, type, message }) => {
			const messages = inModes(
				(mode) => errorOf(() => recognizeLocator({ mode, value }, type, type.label)).message,
			);

			expect(messages).toEqual(inModes(() => message));
		},
	);

	it.each(['Acme', 'acme.vitally.io', 'https://', 'https://crm.example/accounts/4711', 42])(
		'finds no link in %j',
		(value) => {
			const asLink = errorOf(() =>
				recognizeLocator({ mode: 'url', value }, accountType, 'Account'),
			);

			expect(asLink).toEqual(notLinkError(value));

			const entered = recognizeLocator({ mode: 'id', value }, accountType, 'Account');

			expect(entered).toEqual({ mode: 'externalId', value, entered: 'id' });
		},
	);

	it('rejects an object as a link and as an ID', () => {
		const value = { toString: 'a' };

		const rejectedAs = (mode: (typeof MODES)[number]) =>
			errorOf(() => recognizeLocator({ mode, value }, accountType, 'Account'));

		expect(rejectedAs('url')).toEqual(notLinkError(value));
		expect(rejectedAs('id')).toEqual(
			fieldError('Account', "The value of 'Account' is not text", 'Enter the ID as text.'),
		);
	});

	it.each([
		{ address: 'notvitally.io', near: 'a longer domain' },
		{ address: 'vitally.io.attacker.example', near: 'a domain below another one' },
		{ address: 'acme.vitally-us.io', near: 'a data center that is none' },
		{ address: 'attacker.example/acme.vitally.io', near: 'a path' },
	])('takes a link at $address for an External ID: $near', ({ address }) => {
		const value = `https://${address}/accounts/${ID}`;

		expect(resultOf(() => recognizeLocator({ mode: 'id', value }, accountType, 'Account'))).toEqual(
			{
				mode: 'externalId',
				value,
				entered: 'id',
			},
		);
	});

	/** A link of so many characters. */
	const linkOf = (length: number) => {
		const link = `${APP}/accounts/${ID}?tab=`;

		return link + 'x'.repeat(length - link.length);
	};

	it('reads a link of 2,000 characters', () => {
		expect(recognizeLocator({ mode: 'id', value: linkOf(2000) }, accountType, 'Account')).toEqual({
			mode: 'id',
			value: ID,
		});
	});

	it('takes a link of 2,001 characters for an External ID', () => {
		const { mode } = recognizeLocator({ mode: 'id', value: linkOf(2001) }, accountType, 'Account');

		expect({ mode }).toEqual({ mode: 'externalId' });
	});

	it.each([
		{ host: 'acme.vitally.io', appHost: 'acme.vitally.io', workspace: 'the workspace itself' },
		{ host: 'acme.vitally-eu.io', appHost: 'vitally-eu.io', workspace: 'one of the data center' },
		{ host: 'app.acme.vitally.io', appHost: 'acme.vitally.io', workspace: 'a host below it' },
	])(
		'reads a link at $host where the credential is for $appHost: $workspace',
		({ host, appHost }) => {
			const value = `https://${host}/accounts/${ID}`;

			expect(
				resultOf(() => recognizeLocator({ mode: 'id', value }, accountType, 'Account', appHost)),
			).toEqual({
				mode: 'id',
				value: ID,
			});
		},
	);

	it.each([
		{ host: 'myacme.vitally.io', appHost: 'acme.vitally.io' },
		{ host: 'acme.vitally.io', appHost: 'myacme.vitally.io' },
		{ host: 'vitally.io', appHost: 'acme.vitally.io' },
		{ host: 'acme.vitally.io', appHost: 'vitally-eu.io' },
		{ host: 'acme.vitally-eu.io', appHost: 'acme.vitally.io' },
	])(
		'rejects a link at $host where the workspace of the credential is at $appHost',
		({ host, appHost }) => {
			const value = `https://${host}/accounts/${ID}`;

			const error = errorOf(() =>
				recognizeLocator({ mode: 'id', value }, accountType, 'Account', appHost),
			);

			expect(error).toEqual(
				fieldError(
					'Account',
					`The link of 'Account' leads to ${host}, and the workspace of the credential is at ${appHost}`,
					COPY_THE_ADDRESS,
				),
			);
		},
	);
});

describe('the advice for a link that is none to a record', () => {
	it('offers no External ID for a kind of record that has none', () => {
		const value = `${APP}/organizations/${ID}`;
		const error = errorOf(() => recognizeLocator({ mode: 'url', value }, projectType, 'Project'));

		expect(error).toEqual(
			fieldError(
				'Project',
				"The link of 'Project' leads to an organization",
				'Open the project in Vitally and copy the address from there.',
			),
		);
	});
});

describe('the link of a record in the output', () => {
	const appUrl = 'https://acme.vitally.io';
	const { appPath } = accountType;

	it.each([
		{ record: 'an account', id: 'acc-1', link: { url: `${appUrl}/accounts/acc-1` } },
		{
			record: 'an account whose ID has signs',
			id: 'a/1?',
			link: { url: `${appUrl}/accounts/a%2F1%3F` },
		},
		{ record: 'a record without an ID', id: undefined, link: {} },
		{ record: 'a record whose ID is a number', id: 7, link: {} },
	])('leads to the page, if there is one, of $record', ({ id, link }) => {
		expect(appLink({ appUrl }, { appPath }, { id })).toEqual(link);
	});

	it('needs the address of the workspace', () => {
		expect(appLink({ appUrl: undefined }, { appPath }, { id: 'acc-1' })).toEqual({});
	});

	it('needs the path of the page of its kind', () => {
		expect(appLink({ appUrl }, { appPath: undefined }, { id: 'p-1' })).toEqual({});
	});
});

function notLinkError(value: unknown): SeenError {
	return fieldError(
		'Account',
		`The value ${JSON.stringify(value)} of 'Account' is not a link to an account in Vitally`,
		COPY_THE_ADDRESS,
	);
}

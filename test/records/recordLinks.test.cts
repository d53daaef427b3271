import type { RecordType } from '../../nodes/Vitally/records/recordType';
import { recognizeLocator } from '../../nodes/Vitally/records/resolveId';
import {
	RECORD_TYPES,
	accountType,
	conversationType,
	noteType,
	organizationType,
	userType,
} from '../../nodes/Vitally/resources/recordTypes';

const ID = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';
const OTHER_ID = '5bd5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';
const APP = 'https://acme.vitally.io';

/** The word in front of an ID, as in the path of the API. */
const wordOf = ({ path }: RecordType) => path.slice(path.lastIndexOf('/') + 1);
const PAIRS = RECORD_TYPES.flatMap((type) =>
	RECORD_TYPES.filter((other) => other !== type && other.hasPage).map(
		(other) => [type.noun, other.noun, type, other] as const,
	),
);

describe('a link to a record of another kind', () => {
	it.each(PAIRS)('is not one to a record of this kind: %s, %s', (_noun, _other, type, other) => {
		for (const mode of ['url', 'id', 'column'] as const) {
			const recognized = (value: string) => recognizeLocator({ mode, value }, type, type.label);

			for (const word of [
				wordOf(other),
				wordOf(other)
					.replace(/(?=[A-Z])/g, '-')
					.toLowerCase(),
			]) {
				expect(() => recognized(`${APP}/${word}/${ID}`)).toThrow(/^The link of '.+' leads to an? /);
				expect(() => recognized(`${APP}/${word}/${ID}/${wordOf(type)}`)).toThrow('leads to');

				const within = `${APP}/${wordOf(type)}/${ID}/${word}/${OTHER_ID}`;
				if (type.hasPage) expect(recognized(within)).toEqual({ mode: 'id', value: ID });
			}
		}
	});
});

describe('the record that a link leads to', () => {
	it.each([
		[accountType, `${APP}/accounts/${ID}/notes/${OTHER_ID}?tab=1#top`],
		[accountType, `${APP}/organizations/${OTHER_ID}/accounts/${ID}/`],
		[accountType, ` ${APP}/accounts/${ID}\n`],
		[accountType, `acme.vitally.io/accounts/${ID}`],
		[accountType, `acme.vitally.io/accounts/${ID}?next=https://acme.vitally.io`],
		[accountType, `http://acme.vitally.io/accounts/${ID}`],
		[accountType, `https://app.vitally-eu.io/accounts/${ID}`],
		[organizationType, `HTTPS://acme.vitally.io/organizations/${ID}`],
		[conversationType, `${APP}/conversations/active/${ID}`],
		[conversationType, `${APP}/conversations/${ID}?tab=1`],
		[userType, `${APP}/accounts/${OTHER_ID}/users/${ID}/activity`],
		[noteType, `${APP}/whatever/${ID}`],
	])('%# is that of its ID', (type, value) => {
		for (const mode of ['url', 'id', 'column'] as const) {
			expect(recognizeLocator({ mode, value }, type, type.label)).toEqual({
				mode: 'id',
				value: ID,
			});
		}
	});

	it.each([
		[accountType, `${APP}/organizations/${ID}`, "The link of 'Account' leads to an organization"],
		[noteType, `${APP}/conversations/active/${ID}`, "The link of 'Note' leads to a conversation"],
		[accountType, `${APP}/accounts/crm-42`, "The link of 'Account' has no ID of an account"],
		[accountType, `${APP}/accounts`, "The link of 'Account' has no ID of an account"],
		[accountType, `${APP}/accounts/segment/${ID}`, "The link of 'Account' has no ID of an account"],
		[accountType, `${APP}/settings/${ID}`, "The link of 'Account' has no ID of an account"],
		[userType, `${APP}/`, "The link of 'User' has no ID of a user"],
	])('%# is an error', (type, value, message) => {
		for (const mode of ['id', 'url', 'column'] as const) {
			expect(() => recognizeLocator({ mode, value }, type, type.label)).toThrow(message);
		}
	});

	it.each(['Acme', 'acme.vitally.io', 'https://', 'https://crm.example/accounts/4711', 42, {}])(
		'is not in %j',
		(value) => {
			expect(() => recognizeLocator({ mode: 'url', value }, accountType, 'Account')).toThrow(
				/^The value .* of 'Account' is not a link to an account in Vitally$/,
			);

			const entered = recognizeLocator({ mode: 'id', value }, accountType, 'Account');

			expect(entered).toEqual({ mode: 'externalId', value, entered: 'id' });
		},
	);
});

import type { Locator } from '../../nodes/Vitally/fields/locators';
import { resolveUrl } from '../../nodes/Vitally/records/url';
import {
	accountType,
	adminType,
	noteType,
	organizationType,
	userType,
} from '../../nodes/Vitally/resources/recordTypes';

const ID = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';
const OTHER_ID = '5bd5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';
const APP = 'https://acme.vitally.io';

describe('the record that a link leads to', () => {
	it.each([
		[accountType, `${APP}/accounts/${ID}`, ID],
		[accountType, `${APP}/accounts/${ID}/notes/${OTHER_ID}?tab=1#top`, ID],
		[accountType, `${APP}/organizations/${OTHER_ID}/accounts/${ID}/`, ID],
		[accountType, ` ${APP}/accounts/${ID}\n`, ID],
		[accountType, `acme.vitally.io/accounts/${ID}`, ID],
		[accountType, `${APP}/accounts/crm%2042`, 'crm 42'],
		[accountType, `https://app.vitally-eu.io/accounts/${ID}`, ID],
		[organizationType, `HTTPS://acme.vitally.io/organizations/${ID}`, ID],
		[userType, `${APP}/users/${ID}`, ID],
		[userType, `${APP}/accounts/${OTHER_ID}/users/${ID}/activity`, ID],
		[noteType, `${APP}/whatever/${ID}`, ID],
	])('%# %p: %s', (type, link, id) => {
		expect(resolveUrl({ mode: 'url', value: link }, type, type.label)).toEqual({
			mode: 'id',
			value: id,
		});
		// By ID accepts the same.
		expect(resolveUrl({ mode: 'id', value: link }, type, type.label)).toEqual({
			mode: 'id',
			value: id,
		});
	});

	it.each([
		[accountType, `${APP}/organizations/${ID}`, "The link of 'Account' leads to an organization"],
		[organizationType, `${APP}/accounts/${ID}`, "The link of 'Organization' leads to an account"],
		[userType, `${APP}/accounts/${ID}/users`, "The link of 'User' leads to an account"],
		[noteType, `${APP}/accounts/${ID}`, "The link of 'Note' leads to an account"],
		[accountType, `${APP}/accounts`, "The link of 'Account' has no ID of an account"],
		[accountType, `${APP}/settings/${ID}`, "The link of 'Account' has no ID of an account"],
		[userType, `${APP}/users/all`, "The link of 'User' has no ID of a user"],
		[userType, APP, "The link of 'User' has no ID of a user"],
		[userType, 'https://', "The link of 'User' is broken"],
	])('%# %p: rejects %s', (type, link, message) => {
		for (const mode of ['id', 'url'] as const) {
			expect(() => resolveUrl({ mode, value: link }, type, type.label)).toThrow(message);
		}
	});

	it('is one of the workspace of the credential, where that is known', () => {
		const link = (host: string): Locator => ({
			mode: 'url',
			value: `https://${host}/accounts/${ID}`,
		});
		const read = (host: string) => resolveUrl(link(host), accountType, 'Account', APP);
		expect(read('ACME.vitally.io').value).toBe(ID);
		expect(() => read('other.vitally.io')).toThrow(
			"The link of 'Account' leads to other.vitally.io, and the workspace of the credential is acme.vitally.io",
		);
	});

	it.each([['Acme'], ['acme.vitally.io'], [42], [{}]])('rejects %j for a link', (value) => {
		expect(() => resolveUrl({ mode: 'url', value }, accountType, 'Account')).toThrow(
			/^The value .* of 'Account' is no link$/,
		);
	});

	it('accepts an ID for a link, and returns an empty value as it is', () => {
		for (const value of [ID, '', null, undefined]) {
			const read = resolveUrl({ mode: 'url', value }, accountType, 'Account');
			expect(read).toEqual({ mode: 'id', value });
		}
	});

	it.each([
		['id', 'Acme'],
		['id', 'a@customer.example/b'],
		['id', `accounts/${ID}`],
		['list', `${APP}/accounts`],
		['externalId', `${APP}/accounts/${ID}`],
		['name', `${APP}/accounts/${ID}`],
	] as const)('leaves %s %s as it is', (mode, value) => {
		expect(resolveUrl({ mode, value }, adminType, 'Teammate')).toEqual({ mode, value });
	});
});

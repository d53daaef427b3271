import { VitallyError } from '../../errors/vitallyError';

/**
 * The key out of what people paste for it: the bare key, `Basic <value>` or `Authorization: Basic <value>`.
 *
 * @param input the field 'API Key' of a credential
 * @param page where Vitally's settings show the key, for the refusal
 * @returns the text, and whether it stood behind `Basic`
 * @throws VitallyError when there is no key, or one that cannot stand in a header
 */
export function readApiKey(input: unknown, page: string): { key: string; isHeader: boolean } {
	const text = (typeof input === 'string' ? input : '').trim().replace(/^authorization:\s*/i, '');
	const pasted = /^basic(?:\s+(.*))?$/is.exec(text);
	const key = pasted ? (pasted[1] ?? '') : text;
	if (key === '') {
		throw new VitallyError(
			"The field 'API Key' in the credential is empty",
			`Copy the key from Settings, Integrations, ${page} in Vitally.`,
		);
	}
	if (!/^[\x21-\x7e]+$/.test(key)) {
		throw new VitallyError(
			"The value of 'API Key' in the credential holds characters that no key has",
			'Copy the key again, without spaces, line breaks or quotation marks around it.',
		);
	}
	return { key, isHeader: pasted !== null };
}

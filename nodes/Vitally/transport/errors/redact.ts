import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/**
 * Takes the key out of a text, in every form in which it travels: a service or gateway may quote it.
 *
 * @param credentials the decrypted credential whose `apiKey` must not show
 */
export function redact(text: string, credentials: ICredentialDataDecryptedObject): string {
	const key = String(credentials.apiKey ?? '')
		.trim()
		.replace(/^(?:authorization:\s*)?basic\s+/i, '');
	if (key === '') return text;
	let decoded = key;
	let encoded = key;
	try {
		decoded = atob(key).replace(/:$/, '');
	} catch {
		// The field holds the bare key, which need not be base64.
	}
	try {
		encoded = btoa(`${key}:`);
	} catch {
		// A key outside Latin-1 is rejected before anything is sent.
	}
	// Short fragments would blank out ordinary words.
	return [key, decoded, encoded]
		.filter((secret) => secret.length >= 4)
		.reduce((clean, secret) => clean.split(secret).join('***'), text);
}

import type { IDataObject } from 'n8n-workflow';

import { isPlainObject } from '../../values/json/json';
import type { Client } from '../client';
import { redact } from './redact';

const MAX_ENTRIES = 5;

/** The depth to which a body is searched; only a body that is meant to do harm is nested deeper. */
const MAX_DEPTH = 3;

/** How many characters are quoted of a text, and how many are read of it. */
const MAX_QUOTE_LENGTH = 500;
const MAX_READ_LENGTH = 4_000;

/** What a quoted text needs: the key that is removed, and how places in the body are named. */
type Quoting = Pick<Client, 'credentials' | 'labelOf'>;

/**
 * Returns the service's own message in the body of an error response: short, in one line and without the key.
 *
 * A body that fails validation is rejected with `{ "error": { "message": …, "errors": [errors of ajv] } }`; texts,
 * `{ "message": … }` and lists of them are read too.
 *
 * @returns `undefined` when there is no message, or the body is HTML
 * Source: docs/internal/public-facts.md, 2
 */
export function serviceMessageOf(body: unknown, client: Quoting): string | undefined {
	const message = messageIn(body, client);

	// What was put together from parts may contain the key again.
	return message && truncate(redact(message, client.credentials)).replace(/\.$/, '');
}

function messageIn(body: unknown, client: Quoting, depth = 0): string | undefined {
	if (typeof body === 'string') return quote(body, client);
	if (Array.isArray(body)) return joinMessages(body, client);
	if (!isPlainObject(body) || depth > MAX_DEPTH) return undefined;

	for (const part of [body.errors, body.error, body.message]) {
		const message = messageIn(part, client, depth + 1);
		if (message !== undefined) return message;
	}

	return undefined;
}

function joinMessages(entries: unknown[], client: Quoting): string | undefined {
	const texts: string[] = [];

	for (const entry of entries.slice(0, MAX_ENTRIES)) {
		const { message, ...error } = isPlainObject(entry) ? entry : { message: entry };
		const text = typeof message === 'string' ? quote(message, client) : undefined;
		if (text !== undefined) texts.push(addPlace(text, error, client));
	}

	if (texts.length === 0) return undefined;

	const omitted = entries.length - MAX_ENTRIES;
	if (omitted > 0) texts.push(`and ${omitted} more`);

	return texts.join('; ');
}

/** Adds to a message of ajv the place, and the name of the missing or unknown field. */
function addPlace(text: string, { instancePath, params }: IDataObject, client: Quoting): string {
	// The place is a JSON pointer, and the key is removed before it is split.
	const pointer = typeof instancePath === 'string' ? quote(instancePath, client) : undefined;
	const path = (pointer ?? '')
		.split('/')
		.slice(1)
		.map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));
	const { additionalProperty, missingProperty } = isPlainObject(params) ? params : {};
	const property = additionalProperty ?? missingProperty;
	const name = typeof property === 'string' ? quote(property, client) : undefined;
	if (name !== undefined) path.push(name);
	if (path.length === 0) return text;

	const place = client.labelOf?.(path) ?? path.join('.');
	if (name === undefined) return `${place} ${text}`;

	const quoted = `'${name}'`;

	return text.includes(quoted) ? text.replace(quoted, () => place) : `${text}: ${place}`;
}

/** Returns `undefined` for an empty text and for HTML. */
function quote(text: string, { credentials }: Quoting): string | undefined {
	const read = text.slice(0, MAX_READ_LENGTH).trim();
	if (read === '' || read.startsWith('<')) return undefined;

	// The key is removed first: a truncated key could not be recognized.
	const clean = redact(read, credentials);
	const mayEndInKey = text.length > MAX_READ_LENGTH && clean.length < MAX_READ_LENGTH / 2;

	return mayEndInKey ? '***' : truncate(clean);
}

function truncate(text: string): string {
	const line = text.replace(/\s+/g, ' ');

	return line.length > MAX_QUOTE_LENGTH ? `${line.slice(0, MAX_QUOTE_LENGTH)} …` : line;
}

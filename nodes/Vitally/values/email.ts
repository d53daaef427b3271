import { formatValue } from '../errors/formatValue';
import { VitallyError } from '../errors/vitallyError';
import { emptyFieldError, isEmpty } from './emptyValues';
import { singleEntry } from './singleEntry';
import { readIdText } from './text';

/**
 * A single email address of at most 254 characters (RFC 5321, 4.5.3.1), without the quotes and the apostrophe that
 * spreadsheets and word processors write around a text.
 */
const EMAIL = /^(?=.{1,254}$)(?!')[^\s@,;:<>()[\]"\p{Pi}\p{Pf}]+@([^@]+)$/u;

/** An address with the name of the person, as mail programs copy it. */
const NAMED = /^[^<>]*<([^<>]*)>$/;

const MAILTO = /^mailto:([^?]*)(?:\?.*)?$/is;

/** The part of an address behind the @. */
const DOMAIN = /^(?!.*\.\.)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}.-]*[\p{L}\p{M}\p{N}])?$/u;

/**
 * Reads one email address. `Ann <ann@acme.com>` and `mailto:ann@acme.com` are read as the address in them.
 *
 * @throws VitallyError for what is no address, or several
 */
export function readEmail(value: unknown, field: string): string {
	const text = readAddressText(value, field);
	const [, inBrackets = text] = NAMED.exec(text) ?? [];
	const [, linked] = MAILTO.exec(inBrackets.trim()) ?? [];
	const address = linked === undefined ? inBrackets.trim() : decodeLink(linked).trim();
	const [, domain] = EMAIL.exec(address) ?? [];
	if (domain !== undefined && DOMAIN.test(domain)) return address;

	throw new VitallyError(
		`The value ${formatValue(value)} of '${field}' is not an email address`,
		'Enter a single address such as name@email.com.',
		{ field },
	);
}

/** Decodes the address of a link, such as `ann%2Bcrm@acme.com`; what is not encoded stays. */
function decodeLink(address: string): string {
	try {
		return decodeURIComponent(address);
	} catch {
		return address;
	}
}

/**
 * Reads the domain of email addresses.
 *
 * @throws VitallyError for anything else, such as a link or an address
 */
export function readEmailDomain(value: unknown, field: string): string {
	const text = readAddressText(value, field);
	if (DOMAIN.test(text)) return text;

	throw new VitallyError(
		`The value ${formatValue(value)} of '${field}' is not a domain`,
		'Enter the part after the @ of the addresses, such as acme.com.',
		{ field },
	);
}

function readAddressText(value: unknown, field: string): string {
	if (isEmpty(value)) throw emptyFieldError(field);

	const entry = singleEntry(value);

	return readIdText(typeof entry === 'string' ? entry.trim() : entry, field);
}

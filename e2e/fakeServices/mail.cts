import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

import type { StoredCredential } from './httpService.cts';

/** A mail as it arrived. */
export interface Mail {
	/** Addresses of the envelope. */
	recipients: string[];
	/** Lower case names. */
	headers: Record<string, string>;
	text: string;
}

/** A mail server that keeps every mail (RFC 5321, as far as n8n's Send Email uses it). */
interface MailServer {
	readonly mails: Mail[];
	readonly credential: StoredCredential;
	close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
	const mails: Mail[] = [];
	const server = createServer((socket) => void serve(socket, mails));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		mails,
		credential: {
			id: 'smtp',
			name: 'Mail server',
			type: 'smtp',
			data: {
				host: '127.0.0.1',
				port,
				secure: false,
				disableStartTls: true,
				user: '',
				password: '',
			},
		},
		close: async () => {
			server.close();
			await once(server, 'close');
		},
	};
}

async function serve(socket: Socket, mails: Mail[]): Promise<void> {
	const say = (line: string) => socket.write(`${line}\r\n`);
	let recipients: string[] = [];
	let data: string[] | undefined;
	say('220 ready');
	socket.on('error', () => {});
	for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
		if (data) {
			if (line !== '.') {
				data.push(line.replace(/^\./, ''));
				continue;
			}
			mails.push({ recipients, ...parse(data) });
			[data, recipients] = [undefined, []];
			say('250 kept');
			continue;
		}
		const [verb] = line.toUpperCase().split(/[ :]/);
		if (verb === 'RCPT') recipients.push(line.replace(/^.*<(.*)>.*$/, '$1'));
		if (verb === 'DATA') data = [];
		if (verb === 'DATA') say('354 go on');
		else if (verb === 'QUIT') socket.end('221 bye\r\n');
		else if (['EHLO', 'HELO', 'MAIL', 'RCPT'].includes(verb)) say('250 fine');
		else say('502 unknown');
	}
}

/** A mail of one part, as it is without attachments. */
function parse(lines: string[]): Omit<Mail, 'recipients'> {
	const end = lines.indexOf('');
	const head = lines.slice(0, end).join('\n').replace(/\n\s+/g, ' ');
	const headers = Object.fromEntries(
		head.split('\n').map((line) => {
			const [name] = line.split(':', 1);
			return [name.toLowerCase(), decodedHeader(line.slice(name.length + 1).trim())];
		}),
	);
	const body = lines.slice(end + 1);
	const encoding = headers['content-transfer-encoding'];
	const isFlowed = headers['content-type'].includes('format=flowed');
	if (encoding === 'base64') return { headers, text: fromBase64(body.join('')) };
	if (encoding === 'quoted-printable') return { headers, text: fromQuoted(body.join('\n')) };
	// A line that ends with a space continues in the next one (RFC 3676).
	return { headers, text: isFlowed ? body.join('\n').replace(/ \n/g, ' ') : body.join('\n') };
}

/** RFC 2047. */
function decodedHeader(header: string): string {
	return header
		.replace(/\?=\s+=\?/g, '?==?')
		.replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, encoded: string) =>
			kind.toLowerCase() === 'b' ? fromBase64(encoded) : fromQuoted(encoded.replaceAll('_', ' ')),
		);
}

function fromBase64(encoded: string): string {
	return Buffer.from(encoded, 'base64').toString();
}

/** RFC 2045, section 6.7. */
function fromQuoted(encoded: string): string {
	const bytes = encoded
		.replace(/=\n/g, '')
		.replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
	return Buffer.from(bytes, 'latin1').toString();
}

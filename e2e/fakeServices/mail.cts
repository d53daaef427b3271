import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

import { simpleParser } from 'mailparser';

/** A mail as it arrived. */
export interface Mail {
	/** Addresses of the envelope. */
	recipients: string[];
	subject: string;
	from: string;
	replyTo?: string;
	text: string;
}

/**
 * Starts a mail server that keeps every mail (RFC 5321, as far as n8n's Send Email uses it).
 *
 * @param mails where it keeps them
 * @returns its port, and what ends it
 */
export async function startMailServer(mails: Mail[]): Promise<{ port: number; close: () => void }> {
	const server = createServer((socket) => void serve(socket, mails));

	server.listen(0, '127.0.0.1');
	await once(server, 'listening');

	return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

async function serve(socket: Socket, mails: Mail[]): Promise<void> {
	const say = (line: string) => socket.write(`${line}\r\n`);
	let recipients: string[] = [];
	let data: string[] | undefined;

	say('220 ready');
	socket.on('error', () => {});

	for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
		const [verb] = line.toUpperCase().split(/[ :]/);

		// Between DATA and a line with a dot alone is the mail.
		if (data && line !== '.') {
			data.push(line.replace(/^\./, ''));
		} else if (data) {
			mails.push(await readMail(data, recipients));
			data = undefined;
			recipients = [];
			say('250 kept');
		} else if (verb === 'DATA') {
			data = [];
			say('354 go on');
		} else if (verb === 'RCPT') {
			recipients.push(line.replace(/^.*<(.*)>.*$/, '$1'));
			say('250 fine');
		} else if (verb === 'QUIT') {
			socket.end('221 bye\r\n');
		} else if (['EHLO', 'HELO', 'MAIL'].includes(verb)) {
			say('250 fine');
		} else {
			say('502 unknown');
		}
	}
}

async function readMail(lines: string[], recipients: string[]): Promise<Mail> {
	const { subject, text, from, replyTo } = await simpleParser(lines.join('\r\n'));

	return { recipients, subject, text, from: from.text, replyTo: replyTo?.text };
}

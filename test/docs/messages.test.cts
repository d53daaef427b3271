import { moreThan } from '../fixtures/bounds.cts';
import { filesBelow, read } from './docFiles.cts';

/** The errors that n8n itself shows. */
const OF_N8N = [
	'The connection cannot be established',
	'getaddrinfo ENOTFOUND …, connect ECONNREFUSED …',
	'Access to the file is not allowed',
	'Credentials could not be decrypted',
	'Unrecognized node type: n8n-nodes-vitally.…',
];

/** Headings that are no messages. */
const TOPICS = /^(?:How|When|What)\b/;

/** All texts of the code, with an ellipsis in place of each value. */
const code = filesBelow(['nodes', 'credentials'], /\.ts$/)
	.map(read)
	.join('\n')
	.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…')
	.replaceAll("\\'", "'");

const page = read('docs/troubleshooting.md');
const headings = [...page.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);

/** The first cells of the table of messages that the test of a credential shows. */
const credentialMessages = page
	.split(/^\| Message .*\n.*\n/m)[1]
	.split('\n\n')[0]
	.split('\n')
	.map((line) => line.split('|')[1].trim());

const messages = [...headings, ...credentialMessages].filter(
	(message) => !TOPICS.test(message) && !OF_N8N.includes(message),
);

/** The texts between the values of a message. That of a list is put together of two. */
const partsOf = (message: string) =>
	message
		.split(/['"]?…['"]?|(?<=^Vitally's list) /)
		.map((part) => part.replace(/^[,: ]+|[,: ]+$/g, ''))
		.filter((part) => part.length > 3);

describe('docs/troubleshooting.md', () => {
	it('lists more than 30 messages as headings', () => {
		expect({ headings: headings.length, credentialMessages: credentialMessages.length }).toEqual({
			headings: moreThan(30),
			credentialMessages: moreThan(5),
		});
	});

	it.each(messages)('quotes a message as the nodes show it: %s', (message) => {
		expect(partsOf(message).filter((part) => !code.includes(part))).toEqual([]);
	});
});

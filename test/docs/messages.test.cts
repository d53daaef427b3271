import { filesBelow, read } from './docFiles.cts';

/** The errors that n8n itself shows. */
const OF_N8N = [
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

const messages = [...read('docs/troubleshooting.md').matchAll(/^### (.+)$/gm)]
	.map(([, heading]) => heading)
	.filter((heading) => !TOPICS.test(heading) && !OF_N8N.includes(heading));

/** The texts between the values of a message. That of a list is put together of two. */
const partsOf = (message: string) =>
	message
		.split(/['"]?…['"]?|(?<=^Vitally's list) /)
		.map((part) => part.replace(/^[,: ]+|[,: ]+$/g, ''))
		.filter((part) => part.length > 3);

describe('docs/troubleshooting.md', () => {
	it('lists more than 30 messages as headings', () => {
		expect(messages.length).toBeGreaterThan(30);
	});

	it.each(messages)('quotes a message as the nodes show it: %s', (message) => {
		expect(partsOf(message).filter((part) => !code.includes(part))).toEqual([]);
	});
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import sanitizeHtml from 'sanitize-html';

import { ALLOWED_ATTRIBUTES } from '../../nodes/Vitally/text/html/htmlElements';
import { NODE, runIn } from '../engine/node.cts';
import { PROJECT_ROOT } from '../engine/nodeTypes.cts';
import { addPeople } from '../fixtures/customers.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

/** Mails of Outlook, Gmail and Apple Mail, system mails, answers of models, meeting recorders, tickets. */
const FOLDER = join(PROJECT_ROOT, 'test/fixtures/texts');

const TEXTS = readdirSync(FOLDER).map((file) => ({
	title: file.replace(/\.\w+$/, '').replaceAll('-', ' '),
	isHtml: file.endsWith('.html'),
	text: readFileSync(join(FOLDER, file), 'utf8'),
}));

/** Elements within a word: what is before and after one is a word. */
const WITHIN_WORDS = new Set('a b code em font i mark small span strong u wbr o:p'.split(' '));

/** Words in sharp brackets that are no HTML. */
const NO_HTML = /<(?=(?:![a-z]+|[\w.+-]+@[^<>]*)>|https?:|(?:b and|d then))/g;

/** Returns words and numbers; what follows the number of `H_2O` is a word. */
const wordsOf = (text: string) =>
	text.replace(/(?<=[_^]\d+)(?=\p{L})/gu, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];

/** Reads HTML with another parser than the nodes do. */
function readHtml(html: string): { words: string[]; unsupported: string[] } {
	let text = '';
	const unsupported = new Set<string>();

	sanitizeHtml(html.replace(NO_HTML, '&lt;').replace(/<!\[CDATA\[|\]\]>/g, ''), {
		allowedTags: false,
		allowedAttributes: false,
		allowVulnerableTags: true,
		nonTextTags: ['script', 'style'],
		onOpenTag: (name, attributes) => {
			const allowed = ALLOWED_ATTRIBUTES.get(name);
			if (!WITHIN_WORDS.has(name)) text += ' ';
			// The macros of a wiki are no HTML, and stay as text.
			if (!allowed && !name.startsWith('ac:')) unsupported.add(`<${name}>`);
			if (attributes.href?.startsWith('javascript:')) unsupported.add(`<${name} href>`);

			for (const attribute of Object.keys(attributes)) {
				if (allowed && !allowed.includes(attribute)) unsupported.add(`<${name} ${attribute}>`);
			}
		},
		onCloseTag: (name) => {
			if (!WITHIN_WORDS.has(name)) text += ' ';
		},
		textFilter: (escaped) => {
			text += escaped
				.replaceAll('&lt;', '<')
				.replaceAll('&gt;', '>')
				.replaceAll('&quot;', '"')
				.replaceAll('&amp;', '&');

			return escaped;
		},
	});

	return { words: wordsOf(text), unsupported: [...unsupported] };
}

/** The words of Markdown or text, without those of tags, entities and the languages of code. */
function wordsOfMarkdown(markdown: string): string[] {
	// Names of the elements that the texts have, but for those in code.
	const isTag = /<\/?(?:answer|br|details|h2|kbd|li|mark|sub|summary|sup|table|td|th|tr|ul)>/g;
	const isLanguage = /^```[a-z]+$/gm;

	return wordsOf(markdown.replace(isTag, ' ').replace(isLanguage, ' ').replace(/&\w+;/g, ' '));
}

/** Returns the first words of a list that are not in another one in their order. */
function lostWords(words: string[], found: string[]): string[] {
	let position = 0;

	for (const [index, word] of words.entries()) {
		const next = found.indexOf(word, position);
		if (next === -1) return words.slice(index, index + 3);

		position = next + 1;
	}

	return [];
}

describe('a note with a real text', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	/** Creates a note, and reads it as Markdown. */
	async function sendAndRead(text: string): Promise<{ markdown: string; strippedHtml: string[] }> {
		addPeople(sandbox());
		const note = { resource: 'note', accountId: byId('acc-1') };
		const created = await runIn(sandbox(), {
			parameters: { ...note, operation: 'create', note: '={{ $json.text }}' },
			items: [{ text }],
		});
		const { id, strippedHtml = [] } = created.items(NODE)[0].json;
		const read = await runIn(sandbox(), {
			parameters: {
				resource: 'note',
				operation: 'get',
				noteId: byId(String(id)),
				options: { asMarkdown: true },
			},
		});

		return {
			markdown: String(read.items(NODE)[0].json.note),
			strippedHtml: strippedHtml as string[],
		};
	}

	it('comes from a set of 60 texts', () => {
		expect({ texts: TEXTS.length }).toEqual({ texts: 60 });
	});

	it.each(TEXTS)('keeps each word and number of $title', async ({ text, isHtml }) => {
		const words = isHtml ? readHtml(text).words : wordsOfMarkdown(text);
		const { markdown } = await sendAndRead(text);

		expect({ markdown, lost: lostWords(words, wordsOf(markdown)) }).toEqual({ markdown, lost: [] });
	});

	it.each(TEXTS.filter(({ isHtml }) => isHtml))(
		'lists in strippedHtml the unsupported HTML of $title',
		async ({ text }) => {
			const { strippedHtml } = await sendAndRead(text);
			const elements = strippedHtml.filter((name) => /^<[a-z]/.test(name));

			expect(elements.sort()).toEqual(readHtml(text).unsupported.sort());
		},
	);
});

// @ts-expect-error It has no types.
import { tests } from 'commonmark-spec';
import fc from 'fast-check';

import { runStepsAtOnce } from '../../nodes/Vitally/execution/concurrency';
import { ALLOWED_ATTRIBUTES } from '../../nodes/Vitally/text/html/htmlElements';
import { htmlToMarkdown as stepsToMarkdown } from '../../nodes/Vitally/text/htmlToMarkdown';
import { toHtml as stepsToHtml, type TextFormat } from '../../nodes/Vitally/text/toHtml';
import { moreThan } from '../fixtures/bounds.cts';
import { runsOf } from '../models/histories.cts';

const toHtml = (text: string, format: TextFormat) => runStepsAtOnce(stepsToHtml(text, format));
const htmlToMarkdown = (text: string) => runStepsAtOnce(stepsToMarkdown(text));
const html = (markdown: string) => toHtml(markdown, 'markdown').html;
const unsupportedHtml = (text: string) => toHtml(text, 'html').unsupported;
const runs = { numRuns: runsOf(300) };

/** Returns a text in which a failure shows non-breaking spaces. */
const visible = (text: string) => text.replaceAll('\u00a0', '[nbsp]');

/** Markdown of all kinds of blocks, its text full of signs. */
const token = fc.oneof(
	{ weight: 5, arbitrary: fc.stringMatching(/^[a-zA-Zäß0-9]{1,6}$/) },
	fc.constantFrom('{{account.traits.my_a*b}}', '1.', '-', '#', '>', 'a_b_c', '\\*', '<x>', '&amp;'),
	fc.constantFrom(...'2 < 3;|;[x];~~y~~;:-;=;!;"q";&;+;\\;`;*;_'.split(';')),
	fc.constantFrom('<br>', 'https://x.y/a_b', '\u00a0', '<script>', '😀', '"', '***'),
);
const text = fc.array(token, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(' '));
const glued = fc.array(token, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
const inline = fc.letrec<{ element: string; many: string }>((tie) => ({
	element: fc.oneof(
		{ maxDepth: 3 },
		text,
		glued,
		tie('many').map((inner) => `*${inner}*`),
		tie('many').map((inner) => `**${inner}**`),
		tie('many').map((inner) => `_${inner}_`),
		tie('many').map((inner) => `[${inner}](https://x.y/a_(b)?c=1&copy=2)`),
		text.map((inner) => `\`${inner}\``),
		text.map((inner) => `![${inner}](p.png)`),
	),
	many: fc
		.tuple(fc.array(tie('element'), { minLength: 1, maxLength: 3 }), fc.constantFrom('', ' ', '\n'))
		.map(([parts, glue]) => parts.join(glue)),
})).many;
const indented = (block: string, by: string) => block.replaceAll('\n', `\n${by}`);
const document = fc.letrec<{ block: string; blocks: string }>((tie) => ({
	block: fc.oneof(
		{ maxDepth: 3 },
		inline,
		inline.map((inner) => `# ${inner}`),
		inline.map((inner) => `${inner}\n---`),
		fc.constantFrom('---', '```\n  a  b\n\n`c`\n```', '```js\nx\n```', '|a|b|\n|-|-|\n|*c*|d|'),
		fc.array(tie('blocks'), { minLength: 1, maxLength: 3 }).map((items) => {
			return items.map((item) => `- ${indented(item, '  ')}`).join('\n');
		}),
		fc
			.tuple(fc.constantFrom(1, 7), fc.array(tie('blocks'), { minLength: 1, maxLength: 3 }))
			.map(([start, items]) =>
				items.map((item, index) => `${start + index}. ${indented(item, '   ')}`).join('\n'),
			),
		tie('blocks').map((inner) => `> ${indented(inner, '> ')}`),
	),
	blocks: fc
		.tuple(fc.array(tie('block'), { minLength: 1, maxLength: 3 }), fc.constantFrom('\n', '\n\n'))
		.map(([blocks, glue]) => blocks.join(glue)),
})).blocks;

describe('the conversion of Markdown to tags that Vitally keeps', () => {
	it.each([
		['# Call with **Acme**', '<p><strong>Call with Acme</strong></p>'],
		['Next\n---\nSteps', '<p><strong>Next</strong></p><p>Steps</p>'],
		['one\ntwo\n\nthree', '<p>one<br>two</p><p>three</p>'],
		['*a* __b__ `c < d`', '<p><em>a</em> <strong>b</strong> <code>c &lt; d</code></p>'],
		['- a\n- b\n  - c', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
		['1. a\n\n   b\n2. c', '<ol><li>a<p>b</p></li><li>c</li></ol>'],
		['4. d\n5. e', '<p>4. d</p><p>5. e</p>'],
		['1. a\n3. c', '<p>1. a</p><p>3. c</p>'],
		['1. a\n1. b', '<ol><li>a</li><li>b</li></ol>'],
		['1. a\n   1. x\n   5. y', '<ol><li>a<p>1. x</p><p>5. y</p></li></ol>'],
		['> quoted\n> twice', '<p>&gt; quoted<br>&gt; twice</p>'],
		['> a\n>\n> > b\n>\n> c', '<p>&gt; a</p><p>&gt; &gt; b</p><p>&gt; c</p>'],
		['a\u2028b\u2029c', '<p>a<br>b</p><p>c</p>'],
		['[](https://a.b)', '<p><a href="https://a.b"></a></p>'],
		['{{a\nb}} *c*', '<p>{{a<br>b}} <em>c</em></p>'],
		['```js\nif (a)\n  b\n```', '<p><code>if (a)<br>\u00a0\u00a0b</code></p>'],
		[
			'|Plan|MRR|\n|-|-|\n|Pro|9|',
			'<p><strong>Plan</strong> | <strong>MRR</strong><br>Pro | 9</p>',
		],
		['|a|\n|-|\n|b\\|c|d|', '<p><strong>a</strong><br>b|c | d</p>'],
		['|a|\n|-|\n|b|lost?|', '<p><strong>a</strong><br>b | lost?</p>'],
		['|a|\r|-|\r|b| |lost?|', '<p><strong>a</strong><br>b | lost?</p>'],
		[
			'[x](https://a.b "t") ![y](z.png)',
			'<p><a href="https://a.b">x</a> <img src="z.png" alt="y"></p>',
		],
		['![a "b" c](z.png)', '<p><img src="z.png" alt="a &quot;b&quot; c"></p>'],
		['<https://a.b>', '<p><a href="https://a.b">https://a.b</a></p>'],
		['a\n\n---\n\n~~b~~', '<p>a</p><p>---</p><p>~~b~~</p>'],
		['[Next]: call', '<p>[Next]: call</p>'],
		['    indented', '<p>indented</p>'],
		['#', '<p>#</p>'],
		['```1\nb', '<p><code>1<br>b</code></p>'],
		['a <u>b</u> <name> 1 < 2 & 3', '<p>a <u>b</u> &lt;name&gt; 1 &lt; 2 &amp; 3</p>'],
		['- a\n\n  > b\n- 7. c', '<ul><li>a<p>&gt; b</p></li><li>7. c</li></ul>'],
		['3. - a', '<p>3.</p><ul><li>a</li></ul>'],
		['> ```\n> a\n> b\n> ```', '<p>&gt; <code>a</code><br>&gt; <code>b</code></p>'],
		['<div>\n\na\n\n</div>', '<div><p>a</p></div>'],
		['<div a\nb', '<p>&lt;div a b</p>'],
		['a\r\rb', '<p>a</p><p>b</p>'],
		['```js x\nq\n```', '<p><code>js x<br>q</code></p>'],
		['```  two words \nq\n```', '<p><code>two words<br>q</code></p>'],
		['```\n\n```', '<p>```</p><p>```</p>'],
		['```\n```', '<p>```<br>```</p>'],
		[
			'> | a | b |\n> |-|-|\n> | c | d | e |\n> | f |',
			'<p>&gt; <strong>a</strong> | <strong>b</strong><br>&gt; c | d | e<br>&gt; f |</p>',
		],
		[
			'x|y\n-|-\n1|2|3 |4\nz',
			'<p><strong>x</strong> | <strong>y</strong><br>1 | 2 | 3 | 4<br>z |</p>',
		],
		[
			'|a|\n|-|\n|b|\n\n|c|d|\n|-|-|\n|e|f|',
			'<p><strong>a</strong><br>b</p><p><strong>c</strong> | <strong>d</strong><br>e | f</p>',
		],
		['a <svg> b\n\nc <name> d', '<p>a b</p><p>c &lt;name&gt; d</p>'],
		['<div>a<svg></div>\n\nc <name> d', '<div>a</div><p>c &lt;name&gt; d</p>'],
		['- a\n\n  b', '<ul><li>a<p>b</p></li></ul>'],
		['``` js \nx\n```', '<p><code>x</code></p>'],
		['5. ```\n   a\n   b\n   ```', '<p>5. <code>a</code><br><code>b</code></p>'],
		['> ```\n> a\n>\n> b\n> ```', '<p>&gt; <code>a</code><br>&gt;<br>&gt; <code>b</code></p>'],
		['- <div>a</div>\n\n  b', '<ul><li><div>a</div><p>b</p></li></ul>'],
		['a `x ` `y`', '<p>a <code>x </code> <code>y</code></p>'],
		['{{a.b_c}} \ufdd60\ufdd6 %EF%B7%967%EF%B7%96', '<p>{{a.b_c}} 0 %EF%B7%967%EF%B7%96</p>'],
	])('turns %j into %j', (markdown, expected) => {
		expect(visible(html(markdown))).toBe(visible(expected));
	});

	it.each([
		{ place: 'a paragraph', markdown: 'a < b & c', sent: '<p>a &lt; b &amp; c</p>' },
		{
			place: 'a heading',
			markdown: '# a < b & c',
			sent: '<p><strong>a &lt; b &amp; c</strong></p>',
		},
		{ place: 'a list', markdown: '- a < b & c', sent: '<ul><li>a &lt; b &amp; c</li></ul>' },
		{ place: 'a numbered line', markdown: '5. a < b & c', sent: '<p>5. a &lt; b &amp; c</p>' },
		{ place: 'a quote', markdown: '> a < b & c', sent: '<p>&gt; a &lt; b &amp; c</p>' },
		{
			place: 'bold text',
			markdown: '**a < b & c**',
			sent: '<p><strong>a &lt; b &amp; c</strong></p>',
		},
		{
			place: 'the head and a cell of a table',
			markdown: '|a < b|\n|-|\n|c & d|',
			sent: '<p><strong>a &lt; b</strong><br>c &amp; d</p>',
		},
		{
			place: 'a cell for which the head of a table has no column',
			markdown: '|a|\n|-|\n|b|5 < 6 & 7 > 8|',
			sent: '<p><strong>a</strong><br>b | 5 &lt; 6 &amp; 7 &gt; 8</p>',
		},
		{
			place: 'code in a line',
			markdown: '`a < b & c`',
			sent: '<p><code>a &lt; b &amp; c</code></p>',
		},
		{
			place: 'a block of code',
			markdown: '```\na < b & c\n```',
			sent: '<p><code>a &lt; b &amp; c</code></p>',
		},
		{
			place: 'the text after the backticks of a block of code',
			markdown: '```a < b\nc\n```',
			sent: '<p><code>a &lt; b<br>c</code></p>',
		},
		{
			place: 'a link and its address',
			markdown: '[a < b](https://x.y?a=1&b=2)',
			sent: '<p><a href="https://x.y?a=1&amp;b=2">a &lt; b</a></p>',
		},
		{
			place: 'an image and its address',
			markdown: '![a < b & c](https://x.y/z.png?a=1&b=2)',
			sent: '<p><img src="https://x.y/z.png?a=1&amp;b=2" alt="a &lt; b &amp; c"></p>',
		},
	])('keeps the signs of HTML as text in $place', ({ markdown, sent }) => {
		expect({ markdown, sent: html(markdown) }).toEqual({ markdown, sent });
	});

	it.each([
		{
			block: 'a table',
			markdown: '5. <table><tr><td>x</td></tr></table>\n\n   b',
			expected: '5.<br>x<p>b</p>',
		},
		{
			block: 'a list',
			markdown: '5. <ul><li>x</li></ul>\n\n   b',
			expected: '5.<ul><li>x</li></ul><p>b</p>',
		},
		{
			block: 'a paragraph',
			markdown: '5. <div>x</div>\n\n   b',
			expected: '5.<div>x</div><p>b</p>',
		},
	])(
		'writes the number of an item once, where the item begins with $block in HTML',
		({ markdown, expected }) => {
			expect(html(markdown)).toBe(expected);
		},
	);

	it.each([
		{ item: '6.', markdown: '5. a\n6.\n\nb', expected: '<p>5. a</p><p>6.</p><p>b</p>' },
		{ item: '-', markdown: '- a\n-\n\nb', expected: '<ul><li>a</li><li></li></ul><p>b</p>' },
		{ item: '2.', markdown: '1. a\n2.\n\nb', expected: '<ol><li>a</li><li></li></ol><p>b</p>' },
		{
			item: '> 6.',
			markdown: '> 5. a\n> 6.\n\nb',
			expected: '<p>&gt; 5. a</p><p>&gt; 6.</p><p>b</p>',
		},
	])(
		'writes the paragraph after a list as one of its own, where the last item is an empty "$item"',
		({ markdown, expected }) => {
			expect(html(markdown)).toBe(expected);
		},
	);

	it.each([
		{ text: 'a number alone', markdown: '12.', expected: '<p>12.</p>' },
		{ text: 'a number in a quote', markdown: '> 12.', expected: '<p>&gt; 12.</p>' },
		{ text: 'a number before one', markdown: '5.\n6. a', expected: '<p>5.</p><p>6. a</p>' },
		{ text: 'a number in an item', markdown: '- 12.', expected: '<ul><li>12.</li></ul>' },
		{ text: 'two in one', markdown: '3. 4.', expected: '<p>3.</p><p>4.</p>' },
	])('keeps the number of a list item without text: $text', ({ markdown, expected }) => {
		expect(html(markdown)).toBe(expected);
	});

	it('keeps the brackets behind the numbers of a list that becomes lines', () => {
		expect(html('5) a\n6) b')).toBe('<p>5) a</p><p>6) b</p>');
	});

	it.each([
		['<script>alert(1)</script>x', ['<script>']],
		['x <img src=y onerror=alert(1)>', ['<img onerror>']],
		['x <img src="javascript:alert(1)">', ['<img src>']],
		['x <a href=\'y" onclick="z\'>w</a>', []],
		['x <a href="java&#10;script:alert(1)">y</a>', ['<a href>']],
		['x <a href=" &#1;javascript:alert(1)">y</a>', []],
		['[x](javascript:alert(1))', []],
		['[x](<java&Tab;script:alert(1)>)', []],
		['![x](data:text/html,y)', []],
		['{{"><script>}}', ['<script>']],
		['[x](https://a.b/{{" onclick="y}})', []],
	])('makes hostile Markdown harmless: %j', (markdown, unsupported) => {
		const written = toHtml(markdown, 'markdown');

		expect(unsupportedHtml(written.html)).toEqual([]);
		expect(written.html).not.toMatch(/="\s*(?:javascript:|data:text)/i);
		expect(written.unsupported).toEqual(unsupported);
	});

	const examples = (tests as Example[]).filter(
		({ markdown, html: expected, section }) =>
			!['HTML blocks', 'Raw HTML', 'Indented code blocks', 'Tabs'].includes(section) &&
			// What is other here, see the rows above: quotes, rules, definitions, code by indentation,
			// what is empty, and tags.
			!/<blockquote|<hr|start=|<!|language-\S|<(li|h\d|code)><\/\1>/.test(expected) &&
			!/<(?:a |b\)|bar |img |foo$)/m.test(markdown) &&
			!/\]:|^(?: {4}|\t)/m.test(markdown.replaceAll('→', '\t')),
	);

	it('meets most examples of CommonMark in the tests below', () => {
		expect({ examples: examples.length }).toEqual({ examples: moreThan(330) });
	});

	it.each(examples)(
		'follows CommonMark on $section, example $number',
		({ markdown, html: expected }) => {
			const actual = html(markdown.replaceAll('→', '\t'));

			expect({ markdown, read: structure(actual) }).toEqual({
				markdown,
				read: structure(expected),
			});
		},
	);
});

/** An example of CommonMark's specification. */
interface Example {
	number: number;
	section: string;
	markdown: string;
	html: string;
}

/** Tags and text without what differs on purpose: paragraphs, blanks, titles, emphasis in emphasis. */
function structure(text: string): string {
	const open: string[] = [];

	return text
		.replaceAll('→', '\t')
		.replace(/ title="[^"]*"/g, '')
		.replace(/<pre><code>|<\/code><\/pre>/g, (tag) => (tag[1] === '/' ? '</code>' : '<code>'))
		.replace(/<(\/?)h[1-6]>/g, '<$1strong>')
		.replace(/<\/?p>|<br ?\/?>| \/(?=>)/g, '')
		.replace(/<(\/?)(strong|em)>/g, (tag, slash, name) => {
			// Of emphasis in emphasis, only the outer tags count.
			if (slash) {
				open.splice(open.lastIndexOf(name), 1);

				return open.includes(name) ? '' : tag;
			}

			const isInner = open.includes(name);

			open.push(name);

			return isInner ? '' : tag;
		})
		.replaceAll('&quot;', '"')
		.replace(/\s+/g, '');
}

describe('the text after the backticks of a fence', () => {
	it.each(['c', 'c#', 'c++', 'objective-c', 'asp.net', 'x_1'])(
		'stays out of the code as the name of a language: %s',
		(language) => {
			expect(html(`\`\`\`${language}\na\n\`\`\``)).toBe('<p><code>a</code></p>');
		},
	);

	it.each(['1c', 'a b', '{a}'])('becomes code where it is no such name: %s', (text) => {
		expect(html(`\`\`\`${text}\na\n\`\`\``)).toBe(`<p><code>${text}<br>a</code></p>`);
	});
});

describe('the conversion of a text', () => {
	it.each([
		{ start: 'an element that Vitally keeps', text: '<p>*a*</p>', sent: '<p>*a*</p>' },
		{ start: 'blanks before an element', text: '  <B>a</B>', sent: '  <B>a</B>' },
		{ start: 'line breaks before an element', text: '\n\t\n<b>*a*', sent: '\n\t\n<b>*a*' },
		{ start: 'an element with a number', text: '<h1>*a*</h1>', sent: '<strong>*a*</strong>' },
		{ start: 'an element of Outlook', text: '<o:p>*a*</o:p>', sent: '*a*' },
		{ start: 'an element of Word with a number', text: '<st1:place>*a*', sent: '*a*' },
		{ start: 'an element of Google', text: '<google-sheets-html-origin>*a*', sent: '*a*' },
		{ start: 'an attribute in the next line', text: '<P\nid=x>*a*', sent: '<p>*a*</p>' },
		{ start: 'an element that ends', text: '</p>*a*', sent: '</p>*a*' },
		{ start: 'an element with a slash', text: '<br/>*a*', sent: '<br/>*a*' },
		{ start: 'a comment', text: '<!-- x --><p>*a*</p>', sent: '<p>*a*</p>' },
		{ start: 'a declaration', text: '<!DOCTYPE html>*a*', sent: '*a*' },
	])('reads HTML where the text begins with $start', ({ text, sent }) => {
		expect({ text, sent: toHtml(text, 'auto').html }).toEqual({ text, sent });
	});

	it.each([
		{ start: 'a word', text: 'a <b>*b*</b>', sent: '<p>a <b><em>b</em></b></p>' },
		{ start: 'a name', text: '<name> *a*', sent: '<p>&lt;name&gt; <em>a</em></p>' },
		{ start: 'a longer name', text: '<pa>*a*', sent: '<p>&lt;pa&gt;<em>a</em></p>' },
		{ start: 'a name with a hyphen', text: '<p-x>*a*', sent: '<p>&lt;p-x&gt;<em>a</em></p>' },
		{ start: 'a name with a colon', text: '<p:x>*a*', sent: '<p>&lt;p:x&gt;<em>a</em></p>' },
		{
			start: 'an address',
			text: '<https://a.b>',
			sent: '<p><a href="https://a.b">https://a.b</a></p>',
		},
		{ start: 'a number', text: '5 < 6 *a*', sent: '<p>5 &lt; 6 <em>a</em></p>' },
		{ start: 'an element without an end', text: '<p', sent: '<p>&lt;p</p>' },
		{
			start: 'another declaration',
			text: '<!doctypes>*a*',
			sent: '<p>&lt;!doctypes&gt;*a*</p>',
		},
		{ start: 'no whole start of a comment', text: '<!-*a*', sent: '<p>&lt;!-<em>a</em></p>' },
	])('reads Markdown where the text begins with $start', ({ text, sent }) => {
		expect({ text, sent: toHtml(text, 'auto').html }).toEqual({ text, sent });
	});

	it.each([
		['a text', 'a {{account.traits.x_y}}', '<p>a {{account.traits.x_y}}</p>'],
		['bold text', '**{{account.traits.x_y}}**', '<p><strong>{{account.traits.x_y}}</strong></p>'],
		[
			'the address of a link',
			'[a](https://a.example/{{account.traits.x_y}}/b)',
			'<p><a href="https://a.example/{{account.traits.x_y}}/b">a</a></p>',
		],
		[
			'the text of a link',
			'[{{account.traits.x_y}}](https://a.example)',
			'<p><a href="https://a.example">{{account.traits.x_y}}</a></p>',
		],
		[
			'the address of an image',
			'![a](https://a.example/{{account.traits.x_y}})',
			'<p><img src="https://a.example/{{account.traits.x_y}}" alt="a"></p>',
		],
	])('keeps a trait variable in %s: %j', (_, markdown, expected) => {
		expect(toHtml(markdown, 'markdown').html).toBe(expected);
	});

	it.each([
		['a *b*', '<p>a *b*</p>'],
		['<c>', '<p>&lt;c&gt;</p>'],
		['# a', '<p># a</p>'],
		['{{account.traits.x_y}}', '<p>{{account.traits.x_y}}</p>'],
	])('finds nothing special in the plain text %j: %j', (plain, expected) => {
		expect(toHtml(plain, 'text')).toEqual({ html: expected, unsupported: [] });
	});

	it.each([
		['a\r\n\r\nb', '<p>a</p><p>b</p>'],
		['a\rb', '<p>a<br>b</p>'],
		['a\n \t\n\n b ', '<p>a</p><p>\u00a0b</p>'],
		['\n\n\na', '<p>a</p>'],
		['a\n\n\n\nb\n', '<p>a</p><p>b</p>'],
		['a\n\u00a0', '<p>a</p>'],
		['  a  b ', '<p>\u00a0\u00a0a\u00a0 b</p>'],
		['a\u2028b\u2029c', '<p>a<br>b</p><p>c</p>'],
		['a\fb\vc\u0085d', '<p>a<br>b<br>c<br>d</p>'],
		['a\u00a0b \u00a0c\td', '<p>a b\u00a0 c\u00a0\u00a0\u00a0 d</p>'],
		['a\tb\tc', '<p>a\u00a0\u00a0\u00a0 b\u00a0\u00a0\u00a0 c</p>'],
		['a & b & c <d> <e>', '<p>a &amp; b &amp; c &lt;d&gt; &lt;e&gt;</p>'],
	])('keeps the lines and spaces of the plain text %j: %j', (plain, expected) => {
		expect(visible(toHtml(plain, 'text').html)).toBe(visible(expected));
	});

	it.each([
		{ lines: 8000, kind: 'as a list', start: '<ul><li>', entries: 8000, breaks: 0 },
		{ lines: 8001, kind: 'as plain text', start: '<p>- a<br', entries: 0, breaks: 8000 },
	])('reads Markdown of $lines lines $kind', ({ lines, start, entries, breaks }) => {
		const written = html(Array.from({ length: lines }, () => '- a').join('\n'));
		const countOf = (part: string) => written.split(part).length - 1;

		expect({
			start: written.slice(0, start.length),
			entries: countOf('<li>a</li>'),
			breaks: countOf('<br>- a'),
		}).toEqual({ start, entries, breaks });
	});

	it('loses no word of a paragraph that is so long that it is read in parts', () => {
		const sentence = '**bold** [link](https://x.y) <u>12</u> `code`, ';
		const long = sentence.repeat(1000).trim();
		const written = html(long);
		const part =
			'<strong>bold</strong> <a href="https://x.y">link</a> <u>12</u> <code>code</code>,';

		expect({ sentences: written.split(part).length - 1 }).toEqual({ sentences: 1000 });

		expectSameText(htmlToMarkdown(written), long);
	});

	it('keeps a word that is longer than a part', () => {
		const word = `${'x&'.repeat(10_000)}{{account.traits.a}}${'y'.repeat(10_000)}`;
		const written = html(word);

		expectSameText(written, `<p>${word.replaceAll('&', '&amp;')}</p>`);
		expectSameText(htmlToMarkdown(written), word);
	});

	const words = 'some words '.repeat(2000).trim();

	it('keeps code that is longer than a part in one piece', () => {
		expectSameText(htmlToMarkdown(`<p><code>${words}</code></p>`), `\`${words}\``);
	});

	it.each([
		{ kind: 'bold', opened: '<strong>', closed: '</strong>' },
		{ kind: 'italic', opened: '<em>', closed: '</em>' },
		{ kind: 'underlined', opened: '<u>', closed: '</u>' },
	])('keeps a text that is longer than a part $kind in each part', ({ opened, closed }) => {
		const text = `<p>${opened}${words}${closed}</p>`;
		const written = html(htmlToMarkdown(text)).replace(/\s+/g, ' ');

		expectSameText(written.replaceAll(` ${closed} ${opened}`, ' '), text);
	});

	it('repeats the address of a link in each part of a text that is longer than a part', () => {
		const read = htmlToMarkdown(`<p><a href="https://a.b">${words}</a></p>`);
		const parts = read.split('](https://a.b)').length - 1;

		expectSameText(read.replaceAll(' ](https://a.b) [', ' '), `[${words}](https://a.b)`);

		expect({ parts }).toEqual({ parts: 2 });
	});

	it('leaves HTML as it is written where Vitally supports all of it', () => {
		const supported = '*a*\n <P >b</p>  <a href=x>c</a>&nbsp;d<br/>';

		expect(toHtml(supported, 'html')).toEqual({ html: supported, unsupported: [] });
	});

	it.each(['a <B', 'a <b', 'a </B', 'a </b', 'a <!b', 'a <?b'])(
		'escapes the sign of %j, which would begin a tag without an end, behind which Vitally shows nothing',
		(text) => {
			expect(toHtml(text, 'html').html).toBe(text.replace('<', '&lt;'));
		},
	);

	it('lists the HTML that Vitally does not support, and replaces it', () => {
		expect(toHtml('*a* <h1>b</h1>', 'html')).toEqual({
			html: '*a*<br><strong>b</strong>',
			unsupported: ['<h1>'],
		});
	});
});

describe('the conversion of HTML to Markdown', () => {
	it.each([
		['<i>a</i>', '*a*'],
		['<em>a</em>', '*a*'],
		['<b>a</b>', '**a**'],
		['<strong>a</strong>', '**a**'],
		['<code>a</code>', '`a`'],
		['<code>a</code><code>b</code><code>c</code>', '`abc`'],
		['<u>a</u>', '<u>a</u>'],
		['<p>a<br/>b</p>', 'a\nb'],
		['<p>a</p><p>b</p>', 'a\n\nb'],
		['<p>a\nb\tc</p>', 'a b c'],
		['<p>a</p>\n<p>b</p>\n', 'a\n\nb'],
		['<ul>\n<li>a</li>\n<li>b</li>\n</ul>', '- a\n- b'],
		['<li>a</li>', 'a'],
		['<ol><li>a<p>b</p></li><li>c</li></ol>', '1. a\n\n   b\n2. c'],
		['<p>a <code> x</code></p>', 'a ` x`'],
		['<p>1. x</p>', '1\\. x'],
		['<a href="https://a.b">x</a>', '[x](https://a.b)'],
		['<img src="y" alt="z">', '![z](y)'],
		['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
		['<ol><li>a</li><li>b</li></ol>', '1. a\n2. b'],
		['<nl><li>a</li><li>b</li></nl>', '- a\n- b'],
		['<p>Hi <b>you</b>, <i>all</i></p><p>1. x<br/>y</p>', 'Hi **you**, *all*\n\n1\\. x\ny'],
		['<ul><li>a<li><p>b</p><ol><li>c</ol></ul><div>d</div>', '- a\n- b\n  1. c\n\nd'],
		['<a href="https://a.b/(c)">x</a><img src="y" alt="z">', '[x](https://a.b/\\(c\\))![z](y)'],
		['<u>a</u><img src="y" width="1">', '<u>a</u><img src="y" width="1">'],
		['<img src="y" alt="z" height="1">', '<img src="y" alt="z" height="1">'],
		[
			'a&nbsp;&lt;b&gt; &eacute; {{account.traits.a_b}}*',
			'a\u00a0\\<b> é {{account.traits.a_b}}\\*',
		],
		['<code>a`b</code>', '``a`b``'],
		['<p><code>a<br>\u00a0b</code></p>', '```\na\n b\n```'],
		['<ul><li>a<br>b<ul><li>c<br>d</li></ul></li></ul>', '- a\n  b\n  - c\n    d'],
		['<p>a</p><ul><li>b<ol><li>c</li></ol><p>d</p></li></ul>', 'a\n\n- b\n  1. c\n\n  d'],
		['<code>a</code><code>b</code>', '`ab`'],
		['<b><code>a</code></b> <i>(b)</i> x<i>y</i>', '**`a`** *(b)* x<em>y</em>'],
		['<code>&lt;em&gt;a&lt;/em&gt;</code>', '`<em>a</em>`'],
		['re<b>bold</b>ed <b>Note:</b> x', 're<strong>bold</strong>ed **Note:** x'],
		['<b>a<p>b</b></p>', '**a**\n\nb'],
		['<!-- x --><h1>a</h1><script>b</script>', '**a**'],
		['<p>a<!-- b > <b>c</b> -->d</p>', 'ad'],
		['<!doctype html><p>a</p><!-- open', 'a\n\n\\<!-- open'],
		['x<!doctype html>y', 'xy'],
		['<p>run <code>a <b>b</b> c</code> d</p>', 'run `a b c` d'],
		['<p><b>a <b>b</b> c</b></p>', '**a b** c'],
		['<p>a</b> c</p>', 'a c'],
		['<p><b>x <i>y</b> z</i></p>', '<strong>x <em>y</em></strong> z'],
		['<p><i>w <b>x</i> y</b> z</p>', '<em>w <strong>x</strong></em> y z'],
		['<p><u>a <b>b</p><p>c</p>', '<u>a **b**</u>\n\nc'],
		['<p>a <code> x </code> b</p>', 'a `  x  ` b'],
		['<p>a <code>x </code> b</p>', 'a `x ` b'],
		['<p>a <code>`x</code></p>', 'a `` `x ``'],
		['<p>a <code>x`</code></p>', 'a `` x` ``'],
		['<p>a <code>x``y</code></p>', 'a ```x``y```'],
		['<p>a <code>  </code> b</p>', 'a `  ` b'],
		['<p>a <code></code> b</p>', 'a  b'],
		['<p><code>a<br>```<br>b</code></p>', '````\na\n```\nb\n````'],
		['<p>\ufdd0a\ufdd1</p>', 'a'],
		['<p>12. May</p>', '12\\. May'],
		['<p>a ~~~b</p>', 'a \\~~~b'],
		['<a href="https://a.b/x_y*(z)">l</a>', '[l](https://a.b/x\\_y\\*\\(z\\))'],
		[
			'<p>= a<br>: b<br>+ c<br>> d<br># e<br>~~~f<br>- g</p>',
			'\\= a\n\\: b\n\\+ c\n\\> d\n\\# e\n\\~~~f\n\\- g',
		],
		['<p>123) x</p>', '123\\) x'],
		['<p>a   b</p>', 'a b'],
		['<p><a href="x y&lt;z">l</a></p>', '[l](x%20y%3Cz)'],
		['<p><a>l</a></p>', 'l'],
		['<p><span href="x">l</span></p>', 'l'],
		['<p><a href="?a=1&amp;amp;copy;=2&amp;#38;&b">l</a></p>', '[l](?a=1\\&amp;copy;=2\\&#38;&b)'],
		['<p>a<br><br>b</p>', 'a<br><br>b'],
		['<p><br></p><p>a</p>', 'a'],
		['<p><u></u> <br>b</p>', '<u></u>\nb'],
		['<ul><li></li>x<li>y</li></ul>', '- x\n- y'],
		['<p>a</p><ul><li>b</li><p>c</p><li>d</li></ul>', 'a\n\n- b\n\n  c\n- d'],
	])('turns %j into %j', (text, expected) => {
		expect(visible(htmlToMarkdown(text))).toBe(visible(expected));
	});

	it.each([
		{ sign: '* before italic text', text: '<p>*<i>a</i></p>', markdown: '\\*<em>a</em>' },
		{ sign: '_ before italic text', text: '<p>_<i>a</i></p>', markdown: '\\_<em>a</em>' },
		{ sign: '* before bold text', text: '<p>*<b>a</b></p>', markdown: '\\*<strong>a</strong>' },
		{ sign: '_ before bold text', text: '<p>_<b>a</b></p>', markdown: '\\_<strong>a</strong>' },
		{ sign: '_ at the end of italic text', text: '<p><i>a_</i></p>', markdown: '<em>a\\_</em>' },
		{
			sign: 'a space at the start of italic text',
			text: '<p>b<i> a</i></p>',
			markdown: 'b<em> a</em>',
		},
		{
			sign: 'a letter before bold text',
			text: '<p>x<b>5</b></p>',
			markdown: 'x<strong>5</strong>',
		},
		{
			sign: 'a letter behind bold text',
			text: '<p><b>5</b>x</p>',
			markdown: '<strong>5</strong>x',
		},
	])('writes tags where $sign would be ambiguous in Markdown', ({ text, markdown }) => {
		expect({ text, markdown: htmlToMarkdown(text) }).toEqual({ text, markdown });
	});

	it.each([
		{ sign: 'a bracket', text: '<p>(<i>a</i>)</p>', markdown: '(*a*)' },
		{ sign: 'a sign of a currency', text: '<p>$<b>5</b>.</p>', markdown: '$**5**.' },
		{ sign: '* behind it', text: '<p><i>a</i>*</p>', markdown: '*a*\\*' },
	])('writes emphasis as Markdown next to $sign', ({ text, markdown }) => {
		expect({ text, markdown: htmlToMarkdown(text) }).toEqual({ text, markdown });
	});

	const withoutImages = (text: string) =>
		runStepsAtOnce(stepsToMarkdown(text, { withoutImages: true }));

	it.each([
		{ text: '<p>a <img alt="x*y" src="//evil/?q=1"> b</p>', expected: 'a x\\*y b' },
		{ text: '<img src="//evil" width="9">', expected: '' },
		{ text: '<p>Hi!<a href="//evil">x</a></p>', expected: 'Hi\\! [x](//evil)' },
		{ text: '<p>![x](//evil)</p>', expected: '!\\[x\\](//evil)' },
		{ text: '<code>![x](//evil)</code>', expected: '`! [x](//evil)`' },
		{ text: '<code>&lt;IMG src=//evil></code>', expected: '`< IMG src=//evil>`' },
	])('leaves out images where none is wanted: $text', ({ text, expected }) => {
		expect(withoutImages(text)).toBe(expected);
	});

	it('shows no image where none is wanted, wherever a reader cuts the Markdown', () => {
		const code = text.map((inner) => `\`${inner} ![${inner}](//evil)\``);
		const markdown = fc.array(fc.oneof(document, code), { minLength: 1, maxLength: 3 });

		fc.assert(
			fc.property(markdown, fc.nat(), (parts, cut) => {
				const read = withoutImages(html(parts.join('\n\n')));
				const shown = read.slice(0, cut % (read.length + 1));

				const images = html(shown).match(/<img[^>]*>/g);

				expect({ shown, images }).toEqual({ shown, images: null });
			}),
			runs,
		);
	});

	it('keeps at most 50 levels of lists', () => {
		const nested = `${'<ul>'.repeat(60)}<li>x</li>${'</ul>'.repeat(60)}`;

		expect(htmlToMarkdown(nested)).toBe(`${'- '.repeat(50)}x`);
	});
});

describe('random Markdown', () => {
	it.each([
		['*a ', ' a*'],
		['[a ', ' a](b)'],
		['![', '](b)'],
		['<b>', '</b>'],
		['> - ', ''],
		['> ', ''],
		['- ', ''],
		['1. ', ''],
	])('becomes HTML at any depth of nesting: %s %s', (start, end) => {
		for (const depth of [33, 34, 49, 50, 51, 98, 99, 100, 101, 2000]) {
			const written = html(`First\n\n${start.repeat(depth)}x${end.repeat(depth)}\n\nLast`);

			const isWhole = /First.*x.*Last/s.test(written);
			const isReadAgain = htmlToMarkdown(written).includes('x');

			expect({ depth, isWhole, isReadAgain }).toEqual({ depth, isWhole: true, isReadAgain: true });
		}
	});

	it('becomes allowed tags with all text, trait variables untouched', () => {
		fc.assert(
			fc.property(document, (markdown) => {
				const written = html(markdown);

				expect({ markdown, unsupported: unsupportedHtml(written) }).toEqual({
					markdown,
					unsupported: [],
				});

				const tags = [...written.matchAll(/<\/?([a-z]+)/g)].map(([, tag]) => tag);

				const notAllowed = tags.filter((tag) => !ALLOWED_ATTRIBUTES.has(tag));

				expect({ markdown, notAllowed }).toEqual({ markdown, notAllowed: [] });

				const lost = tokensOf(markdown).filter((word) => !written.includes(word));

				expect({ markdown, lost }).toEqual({ markdown, lost: [] });

				const variables = (text: string) =>
					text.match(/\{\{account.traits.my_a\*b\}\}/g)?.length ?? 0;

				expect({ markdown, variables: variables(written) }).toEqual({
					markdown,
					variables: variables(markdown),
				});
			}),
			runs,
		);
	});

	it('comes back from its HTML as Markdown of the same HTML', () => {
		fc.assert(
			fc.property(document, (markdown) => {
				const first = html(markdown);

				// Markdown has no empty block, first of all in an item, and two lists in a row are one.
				fc.pre(!/<li>(?:<p>|<br>)|<\/[uo]l><[uo]l>|<(\w+)>(?:<br>)*<\/\1>/.test(first));
				const back = htmlToMarkdown(first);

				expect({ markdown, back, html: html(back) }).toEqual({ markdown, back, html: first });
			}),
			runs,
		);
	});

	it('becomes HTML with allowed tags alone, as does anything else', () => {
		const pieces = [
			...'<|>|"|\'|<a href=|<img src="| onerror=|javascript:|<p |</p>|<!--|-->'.split('|'),
			...'[|](|)|`|{{|}}|\n|\n\n|- |> |&lt;|&#106;|<b>|<script>|<div>|=|x| '.split('|'),
		];

		fc.assert(
			fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 25 }), (chosen) => {
				const written = html(chosen.join(''));

				const scripts = written.match(/<[^>]*="\s*javascript:/gi);

				expect({ written, unsupported: unsupportedHtml(written), scripts }).toEqual({
					written,
					unsupported: [],
					scripts: null,
				});
			}),
			{ numRuns: runsOf(1500) },
		);
	});
});

/** What is not markup: the name of a language, numbers of lists, addresses and tags are. */
function tokensOf(markdown: string): string[] {
	const text = markdown.replace(
		/^[\s>\d.-]*```+[a-zA-Z][a-zA-Z0-9]*$|<\/?(?:u|br|script)>|&amp;|^[\s>-]*\d+\. /gm,
		' ',
	);

	return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Compares long texts, of which a failure shows the place where they differ. */
function expectSameText(actual: string, expected: string): void {
	let place = 0;

	while (place < expected.length && actual[place] === expected[place]) place++;

	const excerptOf = (text: string) => text.slice(Math.max(0, place - 40), place + 40);

	expect({ length: actual.length, place, excerpt: excerptOf(actual) }).toEqual({
		length: expected.length,
		place,
		excerpt: excerptOf(expected),
	});
}

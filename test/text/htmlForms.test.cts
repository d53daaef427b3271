import fc from 'fast-check';

import { runStepsAtOnce } from '../../nodes/Vitally/execution/concurrency';
import { htmlToMarkdown } from '../../nodes/Vitally/text/htmlToMarkdown';
import { toHtml, type TextFormat } from '../../nodes/Vitally/text/toHtml';
import { strippedHtml } from '../../sandbox/state/html.cts';
import { runsOf } from '../models/histories.cts';

const convert = (text: string, format: TextFormat) => runStepsAtOnce(toHtml(text, format));
const read = (html: string) => runStepsAtOnce(htmlToMarkdown(html));

/** A form of HTML: what is sent, and what 'As Markdown' reads where Vitally itself has that form. */
interface Form {
	form: string;
	html: string;
	sent: string;
	markdown: string;
}

const FORMS: Form[] = [
	{
		form: 'cells of a table',
		html: '<table><tr><th>Plan</th><th>Seats</th></tr><tr><td>Pro</td><td>12</td></tr></table>',
		sent: '<strong>Plan</strong> | <strong>Seats</strong><br>Pro | 12',
		markdown: '**Plan** \\| **Seats**\nPro \\| 12',
	},
	{
		form: 'cells without a table',
		html: '<td>12</td><td>34</td>',
		sent: '12 34',
		markdown: '12 34',
	},
	{
		form: 'empty cells',
		html: '<table><tr><td></td><td>Q1<td><br></td><td>&nbsp;</td><td>9</table>',
		sent: '| Q1 | | | 9',
		markdown: '\\| Q1 \\| \\| \\| 9',
	},
	{
		form: 'paragraphs that Word puts into cells',
		html: '<table><tr><td><p>Pro</p></td><td><p class=MsoNormal>12<o:p></o:p></p></td></tr></table>',
		sent: 'Pro | 12',
		markdown: 'Pro \\| 12',
	},
	{
		form: 'divisions that mail programs put into cells',
		html: '<table><tr><td><div>Pro</div></td><td><div>12</div></td></tr></table>',
		sent: 'Pro | 12',
		markdown: 'Pro \\| 12',
	},
	{
		form: 'line breaks in a cell',
		html: '<table><tr><td></td><td>Acme<br>Berlin</td><td>12<br></td></tr></table>',
		sent: 'Acme<br>Berlin<br>12',
		markdown: 'Acme\nBerlin\n12',
	},
	{
		form: 'a table in a cell',
		html: '<table><tr><td>Usage<table><tr><td>May</td><td>5</td></tr><tr><td>June</td><td>6</td></tr></table></td><td>up</td></tr></table>',
		sent: 'Usage<br>May | 5<br>June | 6<br>up',
		markdown: 'Usage\nMay \\| 5\nJune \\| 6\nup',
	},
	{
		form: 'headings',
		html: '<h1>Call</h1>Agreed<h2>Next</h2><ul><li>a</li></ul>',
		sent: '<strong>Call</strong><br>Agreed<br><strong>Next</strong><ul><li>a</li></ul>',
		markdown: '**Call**\nAgreed\n**Next**\n\n- a',
	},
	{
		form: 'sections, captions and definitions',
		html: '<section>a</section><figure>b<figcaption>c</figcaption></figure><dl><dt>d<dd>e</dl>f',
		sent: 'a<br>b<br>c<br>d<br>e<br>f',
		markdown: 'a\nb\nc\nd\ne\nf',
	},
	{
		form: 'raised and lowered text',
		html: 'x 10<sup>6</sup>, 10<sup>6</sup>5, m<sup>n+1</sup>, H<sub>2</sub>O, Acme<sup>®</sup>',
		sent: 'x 10^6, 10^6 5, m^(n+1), H_2O, Acme®',
		markdown: 'x 10^6, 10^6 5, m^(n+1), H_2O, Acme®',
	},
	{
		form: 'struck, inserted and quoted text',
		html: '<del>00</del> <s>1</s> <strike>2</strike> <span style="text-decoration: line-through">3</span> <span>4</span> <ins>5</ins> <q>6</q>',
		sent: '~~00~~ ~~1~~ ~~2~~ ~~3~~ 4 <u>5</u> "6"',
		markdown: '~~00~~ ~~1~~ ~~2~~ ~~3~~ 4 <u>5</u> "6"',
	},
	{
		form: 'keys, samples and lines of code',
		html: '<kbd>Ctrl</kbd> <samp>OK</samp> <tt>a</tt><pre>\nb  c\n\n d</pre>',
		sent: '<code>Ctrl</code> <code>OK</code> <code>a</code><br>b\u00a0 c<br><br>\u00a0d',
		markdown: '`Ctrl` `OK` `a`\nb\u00a0 c<br><br>\u00a0d',
	},
	{
		form: 'quotes of replies',
		html: '<div dir=ltr>Yes</div><blockquote type=cite><div>When?<br>Ann</div><blockquote>Hi</blockquote></blockquote>',
		sent: '<div>Yes</div><div>&gt; When?<br>&gt; Ann</div>&gt; &gt; Hi',
		markdown: 'Yes\n\n\\> When?\n\\> Ann\n\n\\> > Hi',
	},
	{
		form: 'numbers of lists',
		html: '<ol start=3><li>c</li><li>d</li></ol><ol type=a><li>x</ol><ol type=I start=9><li>y</ol><ol type=1 start=1><li>z<li value=7>w</ol>',
		sent: '3. c<br>4. d<br>a. x<br>IX. y<ol><li>z</li><li>7. w</li></ol>',
		markdown: '3\\. c\n4\\. d\na. x\nIX. y\n\n1. z\n2. 7\\. w',
	},
	{
		form: 'inputs and choices',
		html: '<input type=checkbox checked>Call<input type=checkbox>Mail<input value=12><input type=hidden value=9><select><option>A<option>B</select><button>Go</button>',
		sent: '[x] Call [ ] Mail 12<br>A<br>B<br>Go',
		markdown: '\\[x\\] Call \\[ \\] Mail 12\nA\nB\nGo',
	},
	{
		form: 'rules',
		html: 'a<hr>b',
		sent: 'a<br>---<br>b',
		markdown: 'a\n\\---\nb',
	},
	{
		form: 'marks of Slack, placeholders and code, which are no HTML',
		html: '<p><!here> mail <ann@acme.example> the <name> in <?php a ?></p>',
		sent: '<p>&lt;!here&gt; mail &lt;ann@acme.example&gt; the &lt;name&gt; in &lt;?php a ?&gt;</p>',
		markdown: '\\<!here> mail \\<ann@acme.example> the \\<name> in \\<?php a ?>',
	},
	{
		form: 'the text of XML',
		html: '<![CDATA[<p>5 < 6</p>]]> and ]]>',
		sent: '<p>5 &lt; 6</p>and ]]&gt;',
		markdown: '5 < 6\n\nand \\]\\]>',
	},
	{
		form: 'conditional comments of Outlook',
		html: '<!--[if mso]><td>ghost</td><![endif]--><![if !supportLists]>1.<![endif]> a<!--[if !mso]><!-->b<!--<![endif]--><!-->c',
		sent: '1. abc',
		markdown: '1\\. abc',
	},
	{
		form: 'the head of a mail, its styles and scripts',
		html: '<!doctype html><html><head><title>Offer</title><style>p { x: 1 }</style><meta a=b></head><body>Hi<script>y()</script></body></html>',
		sent: 'Offer<br>Hi',
		markdown: 'Offer\nHi',
	},
	{
		form: 'entities as mails have them',
		html: '<span>a&nbsp b&nbsp12 &copy 2026 &#146;&#150; ?a=1&ltv=2&copy_id=3 &eacute;</span>',
		sent: 'a\u00a0 b\u00a012 © 2026 ’– ?a=1&amp;ltv=2&amp;copy_id=3 é',
		markdown: 'a\u00a0 b\u00a012 © 2026 ’– ?a=1&ltv=2&copy_id=3 é',
	},
	{
		form: 'separators of lines',
		html: '<p>a\u2028b\u0085c\vd\u2029e</p>',
		sent: '<p>a<br>b<br>c<br>d<br>e</p>',
		markdown: 'a\nb\nc\nd\ne',
	},
	{
		form: 'bold text that Google Docs has around all that is copied',
		html: '<b style="font-weight:normal;"><p dir="ltr">a <b>b</b></p></b>',
		sent: '<p>a <b>b</b></p>',
		markdown: 'a **b**',
	},
	{
		form: 'paragraphs, headings and strong text whose style is not bold',
		html: '<h2 style="font-weight:400">a</h2><p style="font-weight:normal">b</p><p><strong style="font-weight:400">c</strong></p>',
		sent: '<strong>a</strong><p>b</p><p><strong>c</strong></p>',
		markdown: '**a**\n\nb\n\n**c**',
	},
	{
		form: 'elements that end in another order',
		html: '<h2>a <b>b <i>c</b> d</i></h2><p class=x>e</p>',
		sent: '<strong>a <b>b <i>c</i></b> <i>d</i></strong><p>e</p>',
		markdown: '<strong>a b <em>c</em></strong> *d*\n\ne',
	},
	{
		form: 'drawings',
		html: '<svg><path d="M0"/><text>42</text></svg>seats',
		sent: '42 seats',
		markdown: '42 seats',
	},
];

describe('HTML that Vitally does not support', () => {
	it.each(FORMS)('becomes lines and signs where it has $form', ({ html, sent }) => {
		expect({ html, sent: convert(html, 'html').html }).toEqual({ html, sent });
	});

	it.each(FORMS)('becomes readable Markdown where it has $form', ({ html, markdown }) => {
		expect({ html, markdown: read(html) }).toEqual({ html, markdown });
	});

	it('becomes the same lines and signs within Markdown', () => {
		const markdown =
			'Seats: 10<sup>6</sup> <del>00</del>\n\n<table><tr><td>12</td><td>34</td></tr></table>\n\n> <h2>a</h2>\n\n3. <div>x</div>';

		expect(convert(markdown, 'markdown').html).toBe(
			'<p>Seats: 10^6 ~~00~~</p>12 | 34<br>&gt; <strong>a</strong><br>3.<div>x</div>',
		);
	});

	it('ends with its paragraph where Markdown only mentions it', () => {
		expect(convert('Use <h1> here\n\nand <blockquote>\n\nthere', 'markdown').html).toBe(
			'<p>Use</p><strong>here</strong><p>and</p><p>there</p>',
		);
	});
});

/** What begins or ends a line or a cell. */
const blockTag = fc.constantFrom(
	...'table /table tr /tr td /td th /th tbody h2 /h2 section /section blockquote /blockquote p /p div /div'.split(
		' ',
	),
	...'ul /ul ol /ol li /li br hr pre /pre dl dt dd option caption /caption ol_start="3"'.split(' '),
);
const inlineTag = fc.constantFrom(
	...'b /b i /i del /del span /span a_href="https://x.y" /a code /code sup /sup'.split(' '),
);
const tagged = (tag: string) => `<${tag.replace('_', ' ')}>`;
const wordsOf = (text: string) => text.match(/x\d+x/g) ?? [];
const gluedIn = (text: string) => text.match(/x\d+xx?\d+x/g) ?? [];

describe('random HTML', () => {
	it('keeps all of its words in their order, and apart', () => {
		const piece = fc.tuple(blockTag, fc.array(inlineTag, { maxLength: 2 }));

		fc.assert(
			fc.property(fc.array(piece, { minLength: 1, maxLength: 20 }), (pieces) => {
				// Without the element, HTML of supported tags would be sent as it is written.
				const html = `<span></span>${pieces
					.map(([block, inline], index) => {
						return `${tagged(block)}${inline.map(tagged).join('')}x${index}x`;
					})
					.join('')}`;
				const words = pieces.map((_piece, index) => `x${index}x`);
				const sent = convert(html, 'html').html;
				const stored = strippedHtml(sent);
				const markdown = read(html);

				expect({ html, sent: wordsOf(sent) }).toEqual({ html, sent: words });
				expect({ html, stored: wordsOf(stored) }).toEqual({ html, stored: words });
				expect({ html, markdown: wordsOf(markdown) }).toEqual({ html, markdown: words });

				const visible = [
					stored.replace(/<[^<>]*>/g, (tag) => (/^<\/?(b|i|a|code|strong)\b/.test(tag) ? '' : ' ')),
					markdown,
				];

				expect({ html, glued: visible.flatMap(gluedIn) }).toEqual({ html, glued: [] });
			}),
			{ numRuns: runsOf(2000) },
		);
	});

	it('becomes supported tags alone, which stay the same when they are sent again', () => {
		const pieces = [
			...'<|>|"|<td>|</td>|<tr>|<table>|</table>|<h1>|<sup>|6|</sup>|<del>|<p |<p>|</p>|<!--|-->|a'.split(
				'|',
			),
			...'<![CDATA[|]]>|<!here>|<?xml |?>|<a href=|javascript:| |\u2028|&nbsp|&lt;|<ol start=3>|<li>|{{|}}'.split(
				'|',
			),
			...'<svg>|<x-y>|<o:p>|<textarea>|</textarea>|<style>|</style>|<pre>|\n|<blockquote>|<ul>|</ul>'.split(
				'|',
			),
		];

		fc.assert(
			fc.property(
				fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 25 }),
				(chosen) => {
					const html = `${chosen.join('')}<p class>`;
					const sent = convert(html, 'html').html;

					fc.pre(sent !== html);

					expect({ html, again: convert(sent, 'html') }).toEqual({
						html,
						again: { html: sent, unsupported: [] },
					});
					expect({ html, scripts: sent.match(/<[^>]*="\s*javascript:/gi) }).toEqual({
						html,
						scripts: null,
					});
				},
			),
			{ numRuns: runsOf(2000) },
		);
	});
});

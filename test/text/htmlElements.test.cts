import { runStepsAtOnce } from '../../nodes/Vitally/execution/concurrency';
import { toHtml } from '../../nodes/Vitally/text/toHtml';

const convert = (html: string) => runStepsAtOnce(toHtml(html, 'html')).html;

/** The elements of HTML, and of Office and Google Sheets, by what a reader sees of them. */
const LOOKS = [
	{
		look: 'separate lines',
		names:
			'address article aside body caption center dd details dialog dl dt fieldset figcaption figure footer form head ' +
			'header hgroup html legend main nav optgroup option pre section select summary table tbody template textarea ' +
			'tfoot thead title tr',
		sent: '1<br>2<br>3',
	},
	{
		look: 'separate words',
		names: 'audio button canvas iframe input map meter object output progress rt svg td th video',
		sent: '1 2 3',
	},
	{
		look: 'parts of a word',
		names:
			'abbr acronym base bdi bdo big cite col colgroup data datalist dfn embed font label link mark meta nobr ' +
			'noscript picture rp ruby slot small source span time track var wbr google-sheets-html-origin o:p m:r v:shape ' +
			'w:sdt x:data st1:place',
		sent: '123',
	},
	{ look: 'bold lines', names: 'h1 h2 h3 h4 h5 h6', sent: '1<br><strong>2</strong><br>3' },
	{ look: 'a line of a quote', names: 'blockquote', sent: '1<br>&gt; 2<br>3' },
	{ look: 'struck text', names: 'del s strike', sent: '1~~2~~3' },
	{ look: 'underlined text', names: 'ins u', sent: '1<u>2</u>3' },
	{ look: 'code', names: 'kbd samp tt code', sent: '1<code>2</code>3' },
	{ look: 'a list', names: 'dir menu ul', sent: '1<ul>2</ul>3' },
	{ look: 'quoted text', names: 'q', sent: '1"2"3' },
	{ look: 'a power', names: 'sup', sent: '1^2 3' },
	{ look: 'an index', names: 'sub', sent: '1_2 3' },
	{ look: 'nothing', names: 'script style', sent: '13' },
];

describe('an element of HTML', () => {
	const rows = LOOKS.flatMap(({ names, ...look }) =>
		names.split(' ').map((name) => ({ name, ...look })),
	);

	it.each(rows)('becomes $look: $name', ({ name, sent }) => {
		// Without the other element, HTML of supported tags would be sent as it is written.
		const html = `<span></span>1<${name}>2</${name}>3`;

		expect({ html, sent: convert(html) }).toEqual({ html, sent });
	});
});

describe('what a browser shows of HTML', () => {
	it.each([
		...[
			{ style: 'text-decoration: line-through', sent: '~~a~~' },
			{ style: 'text-decoration-line: underline line-through', sent: '~~a~~' },
			{ style: 'color: red; TEXT-DECORATION: Line-Through', sent: '~~a~~' },
			{ style: 'text-decoration: underline', sent: 'a' },
			{ style: 'font: line-through', sent: 'a' },
		].map(({ style, sent }) => ({
			title: `text is struck by its decoration alone: ${style}`,
			html: `<span style="${style}">a</span>`,
			sent,
		})),
		...[
			{ style: 'font-weight:400', sent: 'a' },
			{ style: 'font-weight: normal', sent: 'a' },
			{ style: 'font-weight:700', sent: '<b>a</b>' },
		].map(({ style, sent }) => ({
			title: `bold text of a normal weight is not bold: ${style}`,
			html: `<span></span><b style="${style}">a</b>`,
			sent,
		})),
		...[
			{ quotes: 10, signs: 10 },
			{ quotes: 11, signs: 10 },
		].map(({ quotes, signs }) => ({
			title: `a line in ${quotes} quotes begins with ${signs} signs`,
			html: `${'<blockquote>'.repeat(quotes)}a${'</blockquote>'.repeat(quotes)}`,
			sent: `${'&gt; '.repeat(signs)}a`,
		})),
		...[
			{
				inner: 'struck text around other text',
				html: '<span style="text-decoration:line-through">a<span>b</span>c</span>d',
				sent: '~~abc~~d',
			},
			{
				inner: 'struck text in other text',
				html: '<span>a<span style="text-decoration:line-through">b</span>c</span>d',
				sent: 'a~~b~~cd',
			},
			{
				inner: 'bold text in text of a normal weight',
				html: '<b style="font-weight:normal">a<b>b</b>c</b>d',
				sent: 'a<b>b</b>cd',
			},
			{
				inner: 'text of a normal weight in bold text',
				html: '<b>a<b style="font-weight:normal">b</b>c</b>d',
				sent: '<b>abc</b>d',
			},
		].map(({ inner, ...row }) => ({ title: `${inner} ends with its own tag`, ...row })),
		{
			title: 'a term ends the definition before it, and all that is in it',
			html: '<dl><dd>a<blockquote>b<dt>c</dl>',
			sent: 'a<br>&gt; b<br>c',
		},
		{
			title: 'radio buttons are checked or not',
			html: '<input type=radio checked>A<input type=radio>B',
			sent: '[x] A [ ] B',
		},
		{
			title: 'an input of a text shows its value',
			html: 'a<input type=text value=shown>b',
			sent: 'a shown b',
		},
		{
			title: 'an input without a type shows its value',
			html: 'a<input value=shown>b',
			sent: 'a shown b',
		},
		{
			title: 'an input of a password shows nothing',
			html: 'a<input type=password value=secret>b',
			sent: 'a b',
		},
		{
			title: 'a hidden input shows nothing',
			html: 'a<input type=hidden value=secret>b',
			sent: 'a b',
		},
		{
			title: 'a check box is checked or not',
			html: '<input type=checkbox checked>A<input type=checkbox>B',
			sent: '[x] A [ ] B',
		},
		{
			title: 'a list of bullets has no numbers',
			html: '<ul><li value=7>x</ul><span></span>',
			sent: '<ul><li>x</li></ul>',
		},
		{
			title: 'a list of bullets with a start has no numbers',
			html: '<ul start=3 type=a><li>x</ul><span></span>',
			sent: '<ul><li>x</li></ul>',
		},
		{
			title: 'a list is numbered on from the number of an item',
			html: '<ol start=3><li>a<li value=7>b<li>c</ol>',
			sent: '3. a<br>7. b<br>8. c',
		},
		{
			title: 'a comment alone is for Vitally to judge',
			html: '<!-- x -->',
			sent: '<!-- x -->',
		},
		{
			title: 'a comment ends with an exclamation mark, too',
			html: '<p>a<!-- x --!>b</p>',
			sent: '<p>ab</p>',
		},
		{
			title: 'an element in the same element has no effect',
			html: '<del>a<del>b</del>c</del>d',
			sent: '~~abc~~d',
		},
		{
			title: 'a heading ends with the end of any heading',
			html: '<h1>a</h2>b',
			sent: '<strong>a</strong><br>b',
		},
		...[
			{
				element: 'an entry of a list',
				html: '<ul><li>a<li>b</ul><span></span>',
				sent: '<ul><li>a</li><li>b</li></ul>',
			},
			{
				element: 'a term or its definition',
				html: '<dl><dt>a<dd>b<dd>c<dt>d<dt>e<dd>f</dl>',
				sent: 'a<br>b<br>c<br>d<br>e<br>f',
			},
			{
				element: 'a choice',
				html: '<select><option>a<option>b</select>c',
				sent: 'a<br>b<br>c',
			},
			{
				element: 'a cell or a row',
				html: '<table><tr><th>a<th>b<tr><td>c<td>d</table>e',
				sent: '<strong>a</strong> | <strong>b</strong><br>c | d<br>e',
			},
		].map(({ element, ...row }) => ({
			title: `${element} without an end ends where the next one begins`,
			...row,
		})),
		{
			title: 'a list with letters and without a start begins with the first letter',
			html: '<ol type=a><li>x<li>y</ol>',
			sent: 'a. x<br>b. y',
		},
		{
			title: 'a paragraph in an entry has no number of its own',
			html: '<ol start=3><li>a<p>b</p><li>c</ol>',
			sent: '3. a<p>b</p>4. c',
		},
		{
			title: 'a line break behind a heading is an empty line',
			html: '<h1>a</h1><br>b',
			sent: '<strong>a</strong><br><br>b',
		},
		{
			title: 'the number of a footnote has its brackets',
			html: 'x<sup>[1]</sup> y<sub>[2]</sub>',
			sent: 'x^[1] y_[2]',
		},
		...[
			{ part: 'a row', inner: '<tr><td>b</td><td>c</td></tr>', line: 'b | c' },
			{ part: 'a tbody', inner: '<tbody><tr><td>b</td><td>c</td></tr></tbody>', line: 'b | c' },
			{ part: 'a tfoot', inner: '<tfoot><tr><td>b</td><td>c</td></tr></tfoot>', line: 'b | c' },
			{ part: 'a thead', inner: '<thead><tr><td>b</td><td>c</td></tr></thead>', line: 'b | c' },
			{ part: 'a caption', inner: '<caption>b</caption>', line: 'b' },
		].map(({ part, inner, line }) => ({
			title: `a cell that begins with a table of one line stays in its line: ${part}`,
			html: `<table><tr><td>a</td><td><table>${inner}</table></td><td>d</td></tr></table>`,
			sent: `a | ${line} | d`,
		})),
		...['<!-->', '<!--->'].map((comment) => ({
			title: `a comment ends where it begins: ${comment}`,
			html: `a${comment}b<!-- c -->d`,
			sent: 'abd',
		})),
		{
			title: 'a link ends the link before it',
			html: '<a href="https://x.y">a<a href="https://z.w">b</a></a><span></span>',
			sent: '<a href="https://x.y">a</a><a href="https://z.w">b</a>',
		},
		{
			title: 'a link without text stays',
			html: '<a href="x"></a>y<span></span>',
			sent: '<a href="x"></a>y',
		},
		{
			title: 'a drawing behind the end of another one has only its text',
			html: 'a</svg><svg><path d="M0"/><x-y>42</x-y></svg>b',
			sent: 'a 42 b',
		},
		{
			title: 'a drawing in a drawing has only its text',
			html: '<svg><svg><path/></svg><x-y>1</x-y></svg>2',
			sent: '1 2',
		},
		{
			title: 'a tag that HTML does not have is text behind a drawing',
			html: '<svg></svg><x-y>1',
			sent: '&lt;x-y&gt;1',
		},
		{
			title: 'an anchor without text shows nothing',
			html: '<a name="top"></a>y<span></span>',
			sent: 'y',
		},
		{
			title: 'an anchor without text between paragraphs shows nothing',
			html: '<p>x</p><a name="top"></a><p>y</p><span></span>',
			sent: '<p>x</p><p>y</p>',
		},
		{
			title: 'an anchor with text stays',
			html: 'x<a name="top">y</a><span></span>',
			sent: 'x<a name="top">y</a>',
		},
		{
			title: 'bold text without text shows nothing',
			html: '<b></b>y<span></span>',
			sent: 'y',
		},
		...[
			{ block: 'paragraph', name: 'p' },
			{ block: 'division', name: 'div' },
		].map(({ block, name }) => ({
			title: `an empty ${block} keeps its non-breaking space`,
			html: `<${name}>a</${name}><${name}>&nbsp;</${name}><${name}>b</${name}><span></span>`,
			sent: `<${name}>a</${name}><${name}>\u00a0</${name}><${name}>b</${name}>`,
		})),
		{
			title: 'an item of a list keeps its non-breaking space',
			html: '<ul><li>&nbsp;</li><li>b</li></ul><span></span>',
			sent: '<ul><li>\u00a0</li><li>b</li></ul>',
		},
		{
			title: 'a cell of non-breaking spaces is empty',
			html: '<table><tr><td>a</td><td>&nbsp;&nbsp;</td><td>b</td></tr></table>',
			sent: 'a | | b',
		},
		{
			title: 'preformatted text begins behind its first line break',
			html: '<pre>\na</pre>',
			sent: 'a',
		},
		{
			title: 'preformatted text keeps its second line break',
			html: '<pre>\n\na</pre>',
			sent: '<br>a',
		},
		{
			title: 'preformatted text keeps a line break behind an element in it',
			html: '<pre>a<b>b</b>\nc</pre>',
			sent: 'a<b>b</b><br>c',
		},
		{
			title: 'the next preformatted text begins behind its first line break as well',
			html: '<pre>a</pre><pre>\nb</pre>',
			sent: 'a<br>b',
		},
		{
			title: 'a text area begins behind its first line break and keeps the others',
			html: '<textarea>\na\nb</textarea>',
			sent: 'a<br>b',
		},
		...[
			{ signs: 'a letter from an index of a letter', html: 'H<sub>n</sub>m', sent: 'H_n m' },
			{ signs: 'a letter of German from an index', html: 'H<sub>ö</sub>ä', sent: 'H_ö ä' },
			{ signs: 'a letter of Russian from a power', html: 'x<sup>ю</sup>я', sent: 'x^ю я' },
			{ signs: 'a digit from a power of a digit', html: 'x<sup>2</sup>3', sent: 'x^2 3' },
			{
				signs: 'a digit in bold text from a power',
				html: 'x<sup>2</sup><b>3</b>',
				sent: 'x^2 <b>3</b>',
			},
			{
				signs: 'a letter in bold text from an index',
				html: 'H<sub>n</sub><b>m</b>',
				sent: 'H_n <b>m</b>',
			},
		].map(({ signs, ...row }) => ({ title: `a space separates ${signs}`, ...row })),
		...[
			{ sign: 'a letter of a formula', html: 'H<sub>2</sub>O', sent: 'H_2O' },
			{ sign: 'a point', html: 'x<sup>2</sup>.', sent: 'x^2.' },
			{ sign: 'a point behind a letter', html: 'x<sub>n</sub>.', sent: 'x_n.' },
		].map(({ sign, ...row }) => ({ title: `no space separates ${sign} from an index`, ...row })),
		{
			title: 'code that begins with a line break contains it',
			html: '<span></span><code><br>a</code>',
			sent: '<code><br>a</code>',
		},
		{
			title: 'code that ends with a line break contains it',
			html: '<span></span><code>a<br></code>b',
			sent: '<code>a<br></code>b',
		},
		{
			title: 'preformatted code contains its empty line',
			html: '<pre><code>a\n\nb</code></pre>',
			sent: '<code>a<br><br>b</code>',
		},
		{
			title: 'two pieces of code in a row are one',
			html: '<span></span><code>a</code><code>b</code>',
			sent: '<code>ab</code>',
		},
		{
			title: 'bold text behind code is no code',
			html: '<span></span><code>a</code><b>b</b>',
			sent: '<code>a</code><b>b</b>',
		},
		{
			title: 'a list in the second cell of a row has no sign of a cell before it',
			html: '<table><tr><td>a</td><td><ul><li>b</li></ul></td></tr></table>',
			sent: 'a<ul><li>b</li></ul>',
		},
		{
			title: 'the cell behind a list has no sign of a cell before it',
			html: '<table><tr><td>a</td><td><ul><li>b</li></ul></td><td>c</td></tr></table>',
			sent: 'a<ul><li>b</li></ul>c',
		},
		{
			title: 'the row behind a list in a cell is one line',
			html: '<table><tr><td>a</td><td><ul><li>b</ul></td></tr><tr><td>c</td><td>d</td></tr></table>',
			sent: 'a<ul><li>b</li></ul>c | d',
		},
		{
			title: 'each cell of a row begins a line where one of them has two lines',
			html: '<table><tr><td>x</td><td>a<br>b</td><td>y</td></tr></table>',
			sent: 'x<br>a<br>b<br>y',
		},
		{
			title: 'each cell of a row begins a line of a quote where one of them has two lines',
			html: '<blockquote><table><tr><td>x</td><td>a<br>b</td></tr></table></blockquote>',
			sent: '&gt; x<br>&gt; a<br>&gt; b',
		},
		{
			title: 'the row behind one with a line break is one line',
			html: '<table><tr><td>a</td><td>b<br>c</td></tr><tr><td>d</td><td>e</td></tr></table>',
			sent: 'a<br>b<br>c<br>d | e',
		},
		{
			title: 'empty cells at the end of a row show nothing',
			html: '<table><tr><td>a</td><td></td></tr><tr><td>b</td></tr></table>c',
			sent: 'a<br>b<br>c',
		},
		{
			title: 'an empty cell at the start of a row shows the sign of the next one',
			html: 'x<table><tr><td></td><td>b</td></tr></table>y',
			sent: 'x<br>| b<br>y',
		},
		{
			title: 'a paragraph in a cell of a table in a cell stays in its line',
			html: '<table><tr><td>a</td><td><table><tr><td><p>b</p></td><td>c</td></tr></table></td></tr></table>',
			sent: 'a | b | c',
		},
		{
			title: 'the cell behind a table in a cell begins a line where it has two lines',
			html: '<table><tr><td><table><tr><td>a</td></tr></table></td><td>b<br>c</td></tr></table>',
			sent: 'a<br>b<br>c',
		},
		{
			title: 'text behind a table in a cell begins a line',
			html: '<table><tr><td><table><tr><td>a</td></tr></table>b</td><td>c</td></tr></table>',
			sent: 'a<br>b<br>c',
		},
		{ title: 'a table without rows is text', html: 'a<table>b</table>c', sent: 'a<br>b<br>c' },
		{
			title: 'two tables in a row have lines of their own',
			html: '<table><tr><td>a</td><td>b</td></tr></table><table><tr><td>c</td><td>d</td></tr></table>',
			sent: 'a | b<br>c | d',
		},
		{
			title: 'the end of a paragraph in a cell ends none outside of it',
			html: '<p>a<table><tr><td>b</p>c</td></tr></table>d</p>',
			sent: '<p>a</p>b<br>c<br>d',
		},
		{
			title: 'the end of a division in a cell ends none outside of it',
			html: '<div><table><tr><td>a</div>b</td></tr></table>c</div>',
			sent: '<div>a<br>b<br>c</div>',
		},
		{
			title: 'a list in a cell ends with the cell',
			html: '<table><tr><td><ul><li>a</td><td>b</td></tr></table>',
			sent: '<ul><li>a</li></ul>b',
		},
		{
			title: 'a quote in a cell ends with the cell',
			html: '<table><tr><td><blockquote>a</td><td>b</td></tr></table>c',
			sent: '&gt; a | b<br>c',
		},
		{
			title: 'a non-breaking space between words of a cell is a space',
			html: '<table><tr><td>a<b>&nbsp;</b>b</td></tr></table>',
			sent: 'a b',
		},
		{
			title: 'spaces between cells and rows show nothing',
			html: '<table> <tr> <td>a</td> <td>b</td> </tr> <tr> <td>c</td> </tr> </table>',
			sent: 'a | b<br>c',
		},
		{
			title: 'a line of a quote begins with one sign, also with bold text in it',
			html: '<blockquote>a<b>b</b> c</blockquote>',
			sent: '&gt; a<b>b</b> c',
		},
		{
			title: 'an empty line of a quote has no sign',
			html: '<blockquote>a<br><br>b</blockquote>',
			sent: '&gt; a<br><br>&gt; b',
		},
		{
			title: 'a space separates a digit from a power that ends with one',
			html: 'm<sup>n1</sup>2',
			sent: 'm^n1 2',
		},
		{
			title: 'no space separates a digit from a power that begins with one',
			html: 'm<sup>1n</sup>2',
			sent: 'm^1n2',
		},
		{
			title: 'a digit in the line below a power has no space before it',
			html: 'x<sup>2</sup><br>3',
			sent: 'x^2<br>3',
		},
		{
			title: 'an item has its number before its paragraph',
			html: '<ol start=3><li><p>a</p><li>b</ol>',
			sent: '3.<p>a</p>4. b',
		},
		{
			title: 'bold text goes on inside and behind a list in it',
			html: '<span></span><b>a<ul><li>b</li></ul>c</b>d',
			sent: '<b>a</b><ul><li><b>b</b></li></ul><b>c</b>d',
		},
		{
			title: 'bold text goes on inside and behind a paragraph in it',
			html: '<span></span><b>a<p>b</p>c</b>',
			sent: '<b>a</b><p><b>b</b></p><b>c</b>',
		},
		{
			title: 'a space at the end of bold text stays in it',
			html: '<span></span><b>a </b>b <i>c</i> d',
			sent: '<b>a </b>b <i>c</i> d',
		},
		{
			title: 'the end of a line break is a line break',
			html: '<span></span>a</br>b',
			sent: 'a<br>b',
		},
		{ title: 'a rule ends a paragraph', html: '<p>a<hr>b</p>', sent: '<p>a</p>---<br>b' },
		{
			title: 'an item without a list stays',
			html: '<span></span><li>a</li>b',
			sent: '<li>a</li>b',
		},
		{
			title: 'a list of the element nl stays',
			html: '<span></span><nl><li>a<li>b</nl>',
			sent: '<nl><li>a</li><li>b</li></nl>',
		},
		{
			title: 'an item contains the list in it',
			html: '<span></span><ul><li>a<ul><li>b</ul><li>c</ul>',
			sent: '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
		},
		{
			title: 'an item with the number that it has has it once',
			html: '<span></span><ol><li>a<li value=2>b<li value=5>c<li>d</ol>',
			sent: '<ol><li>a</li><li>b</li><li>5. c</li><li>d</li></ol>',
		},
		{
			title: 'a text that is no number is none of an item',
			html: '<span></span><ol><li>a<li value=x>b</ol>',
			sent: '<ol><li>a</li><li>b</li></ol>',
		},
		{
			title: 'paragraphs in a quote are lines of it',
			html: '<blockquote><p>a</p><p>b</p></blockquote>c',
			sent: '<p>&gt; a</p><p>&gt; b</p>c',
		},
		{
			title: 'lines of a heading are bold',
			html: '<h1>a<br>b</h1>c',
			sent: '<strong>a<br>b</strong><br>c',
		},
		{
			title: 'a paragraph in a heading is bold',
			html: '<h2><p>a</p></h2>b',
			sent: '<p><strong>a</strong></p>b',
		},
		...['', ' ', 'x'].map((number) => ({
			title: `a list that starts with the number "${number}" has its own numbers`,
			html: `<ol start="${number}"><li>a<li>b</ol><span></span>`,
			sent: '<ol><li>a</li><li>b</li></ol>',
		})),
		...['', ' ', 'x'].map((number) => ({
			title: `an item with the number "${number}" has that of its list`,
			html: `<ol><li value="${number}">a<li>b</ol><span></span>`,
			sent: '<ol><li>a</li><li>b</li></ol>',
		})),
		{
			title: 'a text area shows the tags in it as text',
			html: '<textarea><b>a</b></textarea>c',
			sent: '&lt;b&gt;a&lt;/b&gt;<br>c',
		},
		{
			title: 'a text area without an end shows its text',
			html: '<textarea>a <b>b</b>',
			sent: 'a <b>b</b>',
		},
		{
			title: 'text behind the end of a text area without a start stays HTML',
			html: '</textarea><i>a</i><textarea>b</textarea>',
			sent: '<i>a</i><br>b',
		},
		{
			title: 'text behind the end of a script without a start stays',
			html: '</script>a<script>b</script>c',
			sent: 'ac',
		},
		{
			title: 'the first style of an element counts',
			html: '<span style="text-decoration:line-through" style="color:red">a</span>',
			sent: '~~a~~',
		},
		{
			title: 'a paragraph stays one, whatever its decoration',
			html: '<p style="text-decoration:line-through">a</p>',
			sent: '<p>a</p>',
		},
		{
			title: 'a text area shows its entities as characters',
			html: '<textarea>5 &lt; 6 &amp; 7&eacute;</textarea>',
			sent: '5 &lt; 6 &amp; 7é',
		},
		{
			title: 'a list behind an empty cell has no sign of a cell before it',
			html: '<table><tr><td></td><td><ul><li>b</li></ul></td></tr></table>',
			sent: '<ul><li>b</li></ul>',
		},
		{
			title: 'a list behind two empty cells has no sign of a cell before or behind it',
			html: '<table><tr><td></td><td></td><td><ol><li>b</ol></td><td>c</td></tr></table>',
			sent: '<ol><li>b</li></ol>c',
		},
	])('$title', ({ html, sent }) => {
		expect({ html, sent: convert(html) }).toEqual({ html, sent });
	});
});

describe('a numbered list whose numbers Vitally would lose', () => {
	it.each([
		{ type: 'i', start: '4', numbers: ['iv.', 'v.'] },
		{ type: 'i', start: '9', numbers: ['ix.', 'x.'] },
		{ type: 'I', start: '40', numbers: ['XL.', 'XLI.'] },
		{ type: 'I', start: '89', numbers: ['LXXXIX.', 'XC.'] },
		{ type: 'I', start: '399', numbers: ['CCCXCIX.', 'CD.'] },
		{ type: 'I', start: '500', numbers: ['D.', 'DI.'] },
		{ type: 'I', start: '1999', numbers: ['MCMXCIX.', 'MM.'] },
		{ type: 'i', start: '3999', numbers: ['mmmcmxcix.', '4000.'] },
		{ type: 'i', start: '0', numbers: ['0.', 'i.'] },
		{ type: 'a', start: '1', numbers: ['a.', 'b.'] },
		{ type: 'a', start: '26', numbers: ['z.', 'aa.'] },
		{ type: 'A', start: '1', numbers: ['A.', 'B.'] },
		{ type: 'i', start: '1', numbers: ['i.', 'ii.'] },
		{ type: 'I', start: '1', numbers: ['I.', 'II.'] },
		{ type: 'A', start: '52', numbers: ['AZ.', 'BA.'] },
		{ type: 'a', start: '702', numbers: ['zz.', 'aaa.'] },
		{ type: 'a', start: '0', numbers: ['0.', 'a.'] },
		{ type: '1', start: '-1', numbers: ['-1.', '0.'] },
		{ type: 'a', start: '1.5', numbers: ['a.', 'b.'] },
		{ type: 'a', start: 'x', numbers: ['a.', 'b.'] },
		{ type: 'b', start: '2', numbers: ['2.', '3.'] },
	])('has them as text: type $type from $start', ({ type, start, numbers }) => {
		const [first, second] = numbers;

		expect(convert(`<ol type="${type}" start="${start}"><li>x<li>y</ol>`)).toBe(
			`${first} x<br>${second} y`,
		);
	});

	it.each([
		{ follows: 'another item', html: '<ol start="5"><li></li><li>x</li></ol>', sent: '5.<br>6. x' },
		{
			follows: 'another item, and a text behind the list',
			html: '<ol start=3><li><li>b</ol>c',
			sent: '3.<br>4. b<br>c',
		},
		{
			follows: 'a list in it',
			html: '<ol start="5"><li><ol start="2"><li>x</ol></ol>',
			sent: '5.<br>2. x',
		},
		{
			follows: 'a list in it, and a text behind the list',
			html: '<ol start=3><li><ol start=5><li>a</ol></ol>b',
			sent: '3.<br>5. a<br>b',
		},
		{ follows: 'a text behind the list', html: '<ol start="5"><li></li></ol>x', sent: '5.<br>x' },
		{
			follows: 'a text behind the list, whose first item has text',
			html: '<ol start=3><li>a<li></ol>c',
			sent: '3. a<br>4.<br>c',
		},
		{ follows: 'a paragraph', html: '<ol start="5"><li></li></ol><p>x</p>', sent: '5.<p>x</p>' },
		{ follows: 'nothing', html: '<ol start="5"><li>', sent: '5.' },
	])('has an empty item as a line of its own: before $follows', ({ html, sent }) => {
		expect(convert(html)).toBe(sent);
	});
});

describe('an entity of HTML', () => {
	it.each([
		['128', '€'],
		['130', '‚'],
		['131', 'ƒ'],
		['132', '„'],
		['133', '…'],
		['134', '†'],
		['135', '‡'],
		['136', 'ˆ'],
		['137', '‰'],
		['138', 'Š'],
		['139', '‹'],
		['140', 'Œ'],
		['142', 'Ž'],
		['145', '‘'],
		['146', '’'],
		['147', '“'],
		['148', '”'],
		['149', '•'],
		['150', '–'],
		['151', '—'],
		['152', '˜'],
		['153', '™'],
		['154', 'š'],
		['155', '›'],
		['156', 'œ'],
		['158', 'ž'],
		['159', 'Ÿ'],
		['160', '\u00a0'],
		['65', 'A'],
		['x41', 'A'],
		['X80', '€'],
	])('becomes the character of Windows-1252 or Unicode: &#%s; is %s', (number, character) => {
		expect(convert(`<span>a&#${number};b</span>`)).toBe(`a${character}b`);
	});

	it.each([
		{ entity: '&frac12;', character: '½' },
		{ entity: '&sup2;', character: '²' },
		{ entity: '&there4;', character: '∴' },
		{ entity: '&Alpha;', character: 'Α' },
		{ entity: '&alpha;', character: 'α' },
		{ entity: '&apos;', character: "'" },
		{ entity: '&CounterClockwiseContourIntegral;', character: '∳' },
		{ entity: '&#128512;', character: '😀' },
		{ entity: '&#x1F600;', character: '😀' },
		{ entity: '&#X1f600;', character: '😀' },
		{ entity: '&#0000065;', character: 'A' },
		{ entity: '&#x000041;', character: 'A' },
		{ entity: '&#00000065;', character: '&amp;#00000065;' },
		{ entity: '&nosuch;', character: '&amp;nosuch;' },
	])('$entity becomes $character, as CommonMark reads it', ({ entity, character }) => {
		expect(convert(`<span>a${entity}b</span>`)).toBe(`a${character}b`);
	});

	it.each([
		['amp', '&amp;'],
		['copy', '©'],
		['gt', '&gt;'],
		['laquo', '«'],
		['lt', '&lt;'],
		['middot', '·'],
		['nbsp', '\u00a0'],
		['quot', '"'],
		['raquo', '»'],
		['reg', '®'],
		['eacute', 'é'],
		['ccedil', 'ç'],
		['acirc', 'â'],
		['agrave', 'à'],
		['aring', 'å'],
		['oslash', 'ø'],
		['atilde', 'ã'],
		['auml', 'ä'],
		['szlig', 'ß'],
		['deg', '°'],
		['euro', '€'],
		['pound', '£'],
		['sect', '§'],
		['times', '×'],
		['#65', 'A'],
		['#x41', 'A'],
	])('ends without a semicolon, too: &%s is %s', (name, character) => {
		expect(convert(`<span>a &${name}, b</span>`)).toBe(`a ${character}, b`);
	});

	it.each(['&hearts, b', '&ltv=2', '&copy=3', '&amp1'])(
		'needs its semicolon where %s may be something else',
		(text) => {
			expect(convert(`<span>a ${text}</span>`)).toBe(`a ${text.replace('&', '&amp;')}`);
		},
	);
});

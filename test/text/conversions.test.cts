import { runStepsAtOnce } from '../../nodes/Vitally/execution/concurrency';
import { htmlToMarkdown } from '../../nodes/Vitally/text/htmlToMarkdown';
import { toHtml } from '../../nodes/Vitally/text/toHtml';

/** Single cases, beside the properties in markdown.test.cts. */
describe('HTML as Markdown', () => {
	it.each([
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
		['<p>a <code> x</code> b</p>', 'a ` x` b'],
		['<p>a <code>`x</code></p>', 'a `` `x ``'],
		['<p>a <code>x`</code></p>', 'a `` x` ``'],
		['<p>a <code>x``y</code></p>', 'a ```x``y```'],
		['<p>a <code>  </code> b</p>', 'a `  ` b'],
		['<p>a <code></code> b</p>', 'a  b'],
		['<p><code>a<br>```<br>b</code></p>', '````\na\n```\nb\n````'],
		['<p>12. May</p>', '12\\. May'],
		['<p>123) x</p>', '123\\) x'],
		['<p>a   b</p>', 'a b'],
		['<p><a href="x y&lt;z">l</a></p>', '[l](x%20y%3Cz)'],
		['<p><a>l</a></p>', 'l'],
		['<p><span href="x">l</span></p>', 'l'],
		['<p><a href="?a=1&amp;amp;copy;=2&amp;#38;&b">l</a></p>', '[l](?a=1\\&amp;copy;=2\\&#38;&b)'],
		['<p>a<br><br>b</p>', 'a<br><br>b'],
		['<p><br></p><p>a</p>', 'a'],
		['<p><u></u> <br>b</p>', '<u></u>\nb'],
		['<ul>x<li>y</li></ul>', '- x\n- y'],
		['<p>a</p><ul><li>b</li><p>c</p><li>d</li></ul>', 'a\n\n- b\n\n  c\n- d'],
	])('%j is %j', (html, markdown) => {
		expect(runStepsAtOnce(htmlToMarkdown(html))).toBe(markdown);
	});

	it('has lists of at most 50 levels', () => {
		const html = `${'<ul>'.repeat(60)}<li>x</li>${'</ul>'.repeat(60)}`;
		expect(runStepsAtOnce(htmlToMarkdown(html))).toBe(`${'- '.repeat(50)}x`);
	});
});

describe('plain text as HTML', () => {
	it.each([
		['a\r\n\r\nb', '<p>a</p><p>b</p>'],
		['a\rb', '<p>a<br>b</p>'],
		['a\n \t\n\n b ', '<p>a</p><p>\u00a0b</p>'],
		['\n\n\na', '<p>a</p>'],
		['a\n\n\n\nb\n', '<p>a</p><p>b</p>'],
		['  a  b ', '<p>\u00a0\u00a0a\u00a0 b</p>'],
	])('%j is %j', (text, html) => {
		expect(runStepsAtOnce(toHtml(text, 'text')).html).toBe(html);
	});
});

describe('Markdown as HTML', () => {
	it.each([
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
		['- a\n\n  b', '<ul><li>a<p>b</p></li></ul>'],
		['# ', '<p>#</p>'],
		['a `x ` `y`', '<p>a <code>x </code> <code>y</code></p>'],
	])('%j is %j', (text, html) => {
		expect(runStepsAtOnce(toHtml(text, 'markdown')).html).toBe(html);
	});
});

import fc from 'fast-check';
import sanitizeHtml from 'sanitize-html';

import { runStepsAtOnce } from '../../nodes/Vitally/execution/concurrency';
import { ALLOWED_ATTRIBUTES } from '../../nodes/Vitally/text/html/htmlElements';
import { toHtml } from '../../nodes/Vitally/text/toHtml';
import { runsOf } from '../models/histories.cts';

const unsupportedHtml = (html: string) => runStepsAtOnce(toHtml(html, 'html')).unsupported;

describe('unsupportedHtml', () => {
	it.each([
		['Plain text, 1 < 2 and 3 > 2, <3, a<b', []],
		['<p>All <b>allowed</b><br/><img src=x alt="a>b" width=1 height=2></p>', []],
		['<A>x</A>', []],
		['<a HREF="x">x</a>', []],
		['<a Target=_blank>x</a>', []],
		["<a name='n'>x</a>", []],
		['<h1>Title</h1>', ['<h1>']],
		['<h1>Title</h1><H1>again</H1>', ['<h1>']],
		['<p class="x">x</p>', ['<p class>']],
		["<p style='a'>x</p>", ['<p style>']],
		['<p id>x</p>', ['<p id>']],
		['<p class="x" style=\'a\' id>x</p>', ['<p class>', '<p style>', '<p id>']],
		['<a href="<h1>" onclick="x()">x</a>', ['<a onclick>']],
		['<img src="x" srcset="y">', ['<img srcset>']],
		['<!-- <h1>no tag</h1> -->', ['<!-- -->']],
		['<!DOCTYPE html>', ['<!doctype>']],
		['<?xml version="1.0"?>', ['<?xml>']],
		['<![if !mso]>a<![endif]>', ['<![if]>', '<![endif]>']],
		['<![CDATA[b]]>', ['<![CDATA[]]>']],
		['<p><!here>, <?php a ?>, <!-- open and <name> are text</p>', []],
		['<script>if (a < b) "<h1>"</script><p>x</p>', ['<script>']],
		['<style>p > b {}', ['<style>']],
		['<o:p>x</o:p>', ['<o:p>']],
		['{{account.traits.vitally.custom.plan}} {{ organization.traits.a<h1>b }}', ['<h1>']],
		['<p>{{</p><h1>a</h1><p>}}</p>', ['<h1>']],
		['<a href="javascript:a()">b</a>', ['<a href>']],
		['<a href="JAVASCRIPT:a()">b</a>', ['<a href>']],
		['<a href="java\tscri\npt:a()">b</a>', ['<a href>']],
		['<a href=" \u0001 javascript:a()">b</a>', ['<a href>']],
		['<a href="java&Tab;scri&#10;pt:a()">b</a>', ['<a href>']],
		['<a href="vbscript:a()">b</a>', ['<a href>']],
		['<a href="data:text/html,a">b</a>', ['<a href>']],
		['<img src="java\tscri\npt:a()">', ['<img src>']],
		['<p title="never closed', []],
		['<p>a</p class="x">', []],
		['<p =>a</p>', []],
		['<img src="x" alt="javascript:a()">', []],
		['<![cdata[b]]>', ['<![CDATA[]]>']],
	])('finds in %j what Vitally removes: %j', (html, unsupported) => {
		expect(unsupportedHtml(html)).toEqual(unsupported);
	});

	it.each([
		{ count: 1000, unsupported: ['<p a>'] },
		{ count: 1001, unsupported: [] },
	])('reads a tag of at most 1,000 attributes: $count', ({ count, unsupported }) => {
		expect(unsupportedHtml(`<p ${'a '.repeat(count)}>x</p>`)).toEqual(unsupported);
	});

	/** docs/internal/service.md, HTML allow list */
	it.each([
		...'p div br ul ol nl li b u i strong em code'.split(' ').map((name) => `<${name}>`),
		...['href', 'name', 'target'].map((attribute) => `<a ${attribute}="x">`),
		...['src', 'alt', 'width', 'height'].map((attribute) => `<img ${attribute}="1">`),
	])('finds nothing in %s, which Vitally keeps', (tag) => {
		expect(unsupportedHtml(`${tag}text`)).toEqual([]);
	});

	it.each([
		...'table td span h1 pre hr blockquote s del'.split(' ').map((name) => `<${name}>`),
		...['title', 'rel', 'class'].map((attribute) => `<a ${attribute}>`),
		...['title', 'style', 'class'].map((attribute) => `<img ${attribute}>`),
	])('finds %s, which Vitally removes', (tag) => {
		expect(unsupportedHtml(`${tag}text`)).toEqual([tag]);
	});

	it('reports HTML if and only if a sanitizer with the same list would remove some', () => {
		const names = ['h1', 'table', 'span', 'script', 'o:p', ...ALLOWED_ATTRIBUTES.keys()];
		const attributes = ['href', 'src', 'alt', 'width', 'class', 'onclick', 'data-x'];
		const value = fc.constantFrom('', '="a"', "='b > c'", '=d', ' = "e"');
		const attribute = fc.tuple(fc.constantFrom(...attributes), value).map(([a, v]) => ` ${a}${v}`);
		const piece = fc.oneof(
			fc.constantFrom('text', '1 < 2', '{{account.traits.plan}}', '&lt;h1&gt;', '\n'),
			fc
				.tuple(fc.constantFrom(...names), fc.array(attribute, { maxLength: 3 }))
				.map(([name, list]) => `<${name}${list.join('')}>x</${name}>`),
		);

		fc.assert(
			fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
				const html = pieces.join('');
				let isRemoved = false;

				sanitizeHtml(html, {
					allowedTags: false,
					allowedAttributes: false,
					allowVulnerableTags: true,
					onOpenTag: (name, attribs) => {
						const allowed = ALLOWED_ATTRIBUTES.get(name);
						const isAllowed = (attribute: string) => allowed?.includes(attribute);

						if (!allowed || !Object.keys(attribs).every(isAllowed)) isRemoved = true;
					},
				});

				// The text is there so that a failure shows it.
				expect({ html, isReported: unsupportedHtml(html).length > 0 }).toEqual({
					html,
					isReported: isRemoved,
				});
			}),
			{ numRuns: runsOf(2000) },
		);
	});
});

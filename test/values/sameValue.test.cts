import fc from 'fast-check';

import { isSameValue } from '../../nodes/Vitally/values/sameValue';
import { strippedHtml } from '../../sandbox/state/html.cts';

describe('the same value', () => {
	it.each([
		[12, '12'],
		['12', 12],
		[12, ' 12.0 '],
		[12.5, '12.50'],
		[1234567890, '1234567890.000000'],
		[-3, '-3'],
		[1000, '1e3'],
		[0, '-0'],
		[true, 'TRUE'],
		[false, 'false'],
		['2026-03-01T00:00:00.000Z', '2026-03-01'],
		['2026-03-01', '2026-03-01T00:00:00Z'],
		['2026-03-01T08:00:00.000Z', '2026-03-01T10:00:00+02:00'],
		['2026-03-01T08:00:00.000Z', '2026-03-01 03:00-0500'],
		['2026-03-01T08:00:00.000Z', new Date('2026-03-01T08:00:00Z')],
		[
			['a', 'b'],
			['b', 'a'],
		],
		[
			['1', '2'],
			[2, 1],
		],
		[['a'], ['a', 'a']],
		[null, undefined],
		[undefined, ''],
		['', []],
		[{ a: 1, b: null }, { a: '1' }],
		[[{ a: ['x', 'y'] }], [{ a: ['y', 'x'] }]],
		['<p>Hi</p>', '<p class="x">Hi</p>'],
		['<p>Hi</p>', '<P><span style="color: red">Hi</span></P>'],
		['Hi', '<h1>Hi</h1>'],
		[
			'<a href="https://a.example/?b=1&amp;c=2">x</a>',
			"<a rel='y' href='https://a.example/?b=1&c=2'>x</a>",
		],
		['a &amp; b<br />', 'a & b<br>'],
	])('%j shows what is sent as %j', (shown, sent) => {
		expect(isSameValue(shown, sent)).toBe(true);
	});

	it.each([
		['1.1', '1.10'],
		['02134', '2134'],
		[2134, '02134'],
		[9007199254740992, '9007199254740993'],
		[12, ''],
		[0, null],
		[0, ''],
		[false, null],
		[false, ''],
		[1, true],
		['1', true],
		[undefined, 'x'],
		[undefined, 0],
		[undefined, false],
		['2026-03-01T00:00:00.000Z', '2026-03-02'],
		['2026-03-01T08:00:00.000Z', '2026-03-01T08:00:00'],
		['2026-03-02', '2026-02-30'],
		['2026-03-01T08:00:00.000Z', '2026-03-01T08:00:00.500Z'],
		[['a', 'b'], ['a']],
		[['a'], 'a'],
		[['a'], []],
		[
			[{ a: 1 }, { a: 2 }],
			[{ a: 2 }, { a: 1 }],
		],
		[{ a: 1 }, { a: 1, b: 2 }],
		[{ a: 1, b: 2 }, { a: 1 }],
		[{ a: 1 }, '[object Object]'],
		['gold', 'Gold'],
		['gold', 'gold '],
		['<p>Hi</p>', '<p>Ho</p>'],
		['<p>Hi</p>', 'Hi'],
		['<h1>Hi</h1>', '<h2>Hi</h2>'],
		['<h1>Hi</h1>', 'Hi'],
		['Hi<!-- a -->', 'Hi<!-- b -->'],
		['<b>Hi</b>', '<i>Hi</i>'],
		['<a href="a">x</a>', '<a href="b">x</a>'],
		['a  c', 'a <b2> c'],
		['a &lt;p&gt; b', 'a <p> b'],
		['a &amp; b', 'a & b'],
	])('%j does not show what is sent as %j', (shown, sent) => {
		expect(isSameValue(shown, sent)).toBe(false);
	});

	const plain = fc.oneof(
		fc.string(),
		fc.double({ noNaN: true, noDefaultInfinity: true }),
		fc.integer(),
		fc.boolean(),
		fc.constantFrom('12', '12.0', '2026-03-01', '<p>x</p>', '&amp;', '', null),
	);
	const any = fc.letrec((tie) => ({
		value: fc.oneof(
			{ depthSize: 'small' },
			plain,
			fc.array(tie('value'), { maxLength: 4 }),
			fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
		),
	})).value;

	it('is every value to itself, as JSON brings it back', () => {
		fc.assert(
			fc.property(any, (value) => {
				const back = JSON.parse(JSON.stringify(value)) as unknown;
				expect(isSameValue(back, value)).toBe(true);
			}),
		);
	});

	it('is no other text, but for dates, times and HTML', () => {
		const text = fc.oneof(
			fc.string(),
			fc.constantFrom('1', '1.0', '01', 'true', 'TRUE', ' 1', '&', '&amp;'),
		);
		fc.assert(
			fc.property(text, text, (shown, sent) => {
				fc.pre(!/^\s*\d{4}-/.test(sent) && !sent.includes('<'));
				expect(isSameValue(shown, sent)).toBe(shown === sent);
			}),
		);
	});

	it('is no other number, also where one is a text', () => {
		const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
		fc.assert(
			fc.property(number, number, (shown, sent) => {
				expect(isSameValue(shown, sent)).toBe(shown === sent);
				expect(isSameValue(String(shown), sent)).toBe(shown === sent);
				expect(isSameValue(shown, String(sent))).toBe(shown === sent);
			}),
		);
	});

	it('is an instant in every zone, and no other instant', () => {
		const time = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) / 1000 });
		const zone = fc.integer({ min: -14 * 4, max: 14 * 4 });
		fc.assert(
			fc.property(time, time, zone, (shown, sent, quarters) => {
				const minutes = Math.abs(quarters) * 15;
				const two = (value: number) => String(value).padStart(2, '0');
				const offset = `${quarters < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
				const local = new Date(sent * 1000 + quarters * 15 * 60_000).toISOString().slice(0, 19);
				expect(isSameValue(new Date(sent * 1000).toISOString(), `${local}${offset}`)).toBe(true);
				expect(isSameValue(new Date(shown * 1000).toISOString(), `${local}${offset}`)).toBe(
					shown === sent,
				);
			}),
		);
	});

	const html = fc
		.array(
			fc.constantFrom(
				'<p>',
				'</p>',
				'<b>',
				'</b>',
				'<br>',
				'<br/>',
				'<h1>',
				'</h1>',
				'<span class="x">',
				'</span>',
				'<a href="https://a.example">',
				'</a>',
				'<p class=y>',
				'Text',
				' & ',
				'&amp;',
				'&lt;',
				' one ',
				'1 < 2 ',
			),
			{ maxLength: 12 },
		)
		.map((parts) => parts.join(''));

	it('is not hidden by HTML when the text differs', () => {
		const textOf = (value: string) => strippedHtml(value).replace(/<[^>]*>/g, '');
		fc.assert(
			fc.property(html, html, (shown, sent) => {
				if (textOf(shown) !== textOf(sent)) expect(isSameValue(shown, sent)).toBe(false);
			}),
		);
	});

	it('is HTML that the service has stripped, where tags are closed', () => {
		const inner = fc.constantFrom('Text', ' & ', '&amp;', ' one ');
		// Others end each other where they are nested.
		const element = fc.constantFrom('div', 'b', 'span', 'section', 'em', 'DIV');
		const tree = fc.letrec((tie) => ({
			node: fc.oneof(
				{ depthSize: 'small' },
				inner,
				fc
					.tuple(element, fc.array(tie('node'), { maxLength: 3 }))
					.map(([name, children]) => `<${name} class="c" href='#'>${children.join('')}</${name}>`),
			),
		})).node;
		fc.assert(
			fc.property(tree, (content) => {
				const sent = `<div>${String(content)}</div>`;
				expect(isSameValue(strippedHtml(sent), sent)).toBe(true);
			}),
		);
	});
});

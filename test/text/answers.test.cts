import { runStepsAtOnce } from '../../nodes/Vitally/execution/concurrency';
import { toHtml, type TextFormat } from '../../nodes/Vitally/text/toHtml';

const convert = (text: string, format: TextFormat) => runStepsAtOnce(toHtml(text, format));

interface Answer {
	form: string;
	text: string;
	format?: TextFormat;
	html: string;
	unsupported?: string[];
}

const ANSWERS: Answer[] = [
	{
		form: 'a block of Markdown',
		text: '```markdown\n# Call\n\n- 12 seats\n```\n',
		html: '<p><strong>Call</strong></p><ul><li>12 seats</li></ul>',
	},
	{
		form: 'a block of Markdown with a block of code in it',
		text: '```markdown\nRun\n\n```js\nx()\n```\n\nand **wait**\n```',
		html: '<p>Run</p><p><code>x()</code></p><p>and <strong>wait</strong></p>',
	},
	{
		form: 'a block of Markdown with two blocks of code in it',
		text: '```markdown\nRun\n\n```js\nx()\n```\n\n```js\ny()\n```\n\nDone\n```',
		html: '<p>Run</p><p><code>x()</code></p><p><code>y()</code></p><p>Done</p>',
	},
	{
		form: 'a block of Markdown with a block of code in it that has blanks behind its end',
		text: '```markdown\nRun\n\n```js\nx()\n``` \n\nDone\n```',
		html: '<p>Run</p><p><code>x()</code></p><p>Done</p>',
	},
	{
		form: 'a block of Markdown in lines of Windows',
		text: '```markdown \r\n*a*\r\n```\r\n',
		html: '<p><em>a</em></p>',
	},
	{
		form: 'a block of HTML',
		text: '```html\n<p>Call</p>\n```',
		html: '<p>Call</p>',
	},
	...['html', 'HTML'].map((language) => ({
		form: `a block of ${language} that begins with text`,
		text: `\`\`\`${language}\n*Call* <b>12</b>\n\`\`\``,
		html: '*Call* <b>12</b>',
	})),
	{
		form: 'an answer in a response in an output, but no further element',
		text: '<output><response><answer><summary>12</summary></answer></response></output>',
		html: '12',
		unsupported: ['<output>', '<response>', '<answer>', '<summary>'],
	},
	{
		form: 'a summary',
		text: '<summary>\n# Call\n\n- 12 seats\n</summary>',
		html: '<p><strong>Call</strong></p><ul><li>12 seats</li></ul>',
		unsupported: ['<summary>'],
	},
	{
		form: 'a block of Markdown in an answer',
		text: '<answer>\n```markdown\n**12**\n```\n</answer>',
		html: '<p><strong>12</strong></p>',
		unsupported: ['<answer>'],
	},
	{
		form: 'HTML in a response',
		text: '<response><p>Call</p></response>',
		html: '<p>Call</p>',
		unsupported: ['<response>'],
	},
];

const OTHER_TEXTS: Answer[] = [
	{
		form: 'two blocks with text between them',
		text: '```markdown\n# A\n```\n12 seats\n```js\nx()\n```',
		html: '<p><code># A</code></p><p>12 seats</p><p><code>x()</code></p>',
	},
	{
		form: 'a block of code',
		text: '```js\n# A\n```',
		html: '<p><code># A</code></p>',
	},
	{
		form: 'a block of Markdown where the format is Plain Text',
		text: '```markdown\n# A\n```',
		format: 'text',
		html: '<p>```markdown<br># A<br>```</p>',
	},
	{
		form: 'two blocks without a language after the first one, with text between them',
		text: '```markdown\n# A\n```\n12 seats\n```\nx()\n```',
		html: '<p><code># A</code></p><p>12 seats</p><p><code>x()</code></p>',
	},
	{
		form: 'two answers, in other letters',
		text: '<Answer>a</Answer> <answer>b</answer>',
		html: '<p>&lt;Answer&gt;a&lt;/Answer&gt; &lt;answer&gt;b&lt;/answer&gt;</p>',
	},
	{
		form: 'two answers, the second one in other letters',
		text: '<answer>a</answer> <Answer>b</answer>',
		html: '<p>&lt;answer&gt;a&lt;/answer&gt; &lt;Answer&gt;b&lt;/answer&gt;</p>',
	},
	{
		form: 'two answers',
		text: '<answer>a</answer> <answer>b</answer>',
		html: '<p>&lt;answer&gt;a&lt;/answer&gt; &lt;answer&gt;b&lt;/answer&gt;</p>',
	},
];

/** The names that models give to a block with the whole text. */
const LANGUAGES = [
	{ language: 'markdown', format: 'Markdown', html: '<p><em>Call</em></p>' },
	{ language: 'Markdown', format: 'Markdown', html: '<p><em>Call</em></p>' },
	{ language: 'md', format: 'Markdown', html: '<p><em>Call</em></p>' },
	{ language: 'html', format: 'HTML', html: '*Call*' },
	{ language: 'HTML', format: 'HTML', html: '*Call*' },
];

describe('an answer of a model', () => {
	it.each(LANGUAGES)(
		'loses the block of code that is marked as ```$language, whose text is read as $format',
		({ language, html }) => {
			expect(convert(`\`\`\`${language}\n*Call*\n\`\`\``, 'auto').html).toBe(html);
		},
	);

	it.each(['summary', 'answer', 'output', 'response', 'result', 'Result'])(
		'loses the element <%s> around it, and reports it',
		(name) => {
			expect(convert(`<${name}>\n*Call*\n</${name}>`, 'auto')).toEqual({
				html: '<p><em>Call</em></p>',
				unsupported: [`<${name.toLowerCase()}>`],
			});
		},
	);

	it.each(['note', 'email', 'thinking'])('keeps the text of the element <%s> around it', (name) => {
		expect(convert(`<${name}>*Call*</${name}>`, 'auto').html).toBe(
			`<p>&lt;${name}&gt;<em>Call</em>&lt;/${name}&gt;</p>`,
		);
	});

	it.each(ANSWERS)('loses the wrapper that the model added: $form', (answer) => {
		const { text, html, unsupported = [] } = answer;

		expect({ text, ...convert(text, 'auto') }).toEqual({ text, html, unsupported });
	});

	it.each(['markdown', 'md', 'html'])(
		'stays HTML where the format says so, in a block that is marked as "%s"',
		(language) => {
			expect(convert(`\`\`\`${language}\n*Call* <b>12</b>\n\`\`\``, 'html').html).toBe(
				'*Call* <b>12</b>',
			);
		},
	);

	it.each(OTHER_TEXTS)('stays as it is written where it is $form', ({ text, format, html }) => {
		expect({ text, html: convert(text, format ?? 'auto').html }).toEqual({ text, html });
	});
});

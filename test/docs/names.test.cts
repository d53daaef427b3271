import { builtCredentials, builtNodes } from '../description/nodeDescriptions.cts';
import { moreThan } from '../fixtures/bounds.cts';
import { filesBelow, filesIn, read } from './docFiles.cts';

/** Names on the screens of n8n and Vitally; the last two are the status of a survey, and the ID of a called record. */
const OF_OTHERS = `
	Aggregate, Always Output Data, Approve and Disapprove, Batching, Choose Branch, Continue, Continue (using error output),
	Disable Dot Notation, Every Minute, Sort, Summarize,
	Execute Once, Expression, Extract from File, Fetch Test Event, Human review,
	I understand the risks of installing unverified code, Include Empty Cells,
	Let the model define this parameter,
	Map Automatically, Map Each Column Manually, Mapping Column Mode, On Error, Ping a webhook, Poll Times,
	Predefined Credential Type, Proxy, Response Mode, Retry On Fail, Timeout, Tool, Tools to Include,
	Use Data of Input, Use Dynamic Client Registration, Using Response Nodes, Webhook URLs,
	Dismissed, ID`;

/** Every name that the editor shows of our nodes, and what n8n's rules append to some. */
function namesOnScreen(): Set<string> {
	const names = new Set(OF_OTHERS.split(',').map((name) => name.trim()));

	const collect = (value: unknown): void => {
		if (typeof value !== 'object' || value === null) return;

		for (const [key, child] of Object.entries(value)) {
			if (typeof child !== 'string') {
				collect(child);
			} else if (['displayName', 'name', 'action'].includes(key)) {
				names.add(child).add(child.replace(/ (Names? or IDs?|\(Any\))$/, ''));
			}
		}
	};

	for (const { description } of builtNodes) collect(description);
	for (const { type } of builtCredentials) collect(type);

	return names;
}

/** Returns the names in the texts of a source, such as: Turn on 'Execute Once' in Settings. */
const inCode = (source: string) =>
	[...source.replace(/\$\{[^}]*\}/g, '').matchAll(/(["`])((?:(?!\1).)*)\1/g)]
		.flatMap(([, , text]) => [
			...text.matchAll(/'([A-Z]\w*(?: (?:[A-Z]\w*|of|to|in|by|as|the))*)'/g),
		])
		.map(([, name]) => name);

const inPage = (page: string) =>
	[...page.replace(/`[^`]*`/g, '').matchAll(/(?<![\w/])_([A-Z][^_\n]*?)_(?!\w)/g)].map(
		([, name]) => name,
	);

it('each operation, field and option that a text names is on the screen', () => {
	const known = namesOnScreen();
	const named = [
		...filesBelow(['nodes'], /\.ts$/).map((file) => ({ file, names: inCode(read(file)) })),
		...['README.md', ...filesIn('docs', '.md')]
			// Its names are written by `npm run generate`.
			.filter((page) => page !== 'docs/operations.md')
			.map((page) => ({ file: page, names: inPage(read(page)) })),
	];

	expect({ names: named.flatMap(({ names }) => names).length }).toEqual({ names: moreThan(300) });

	const unknown = named.flatMap(({ file, names }) =>
		names
			.filter((name) => !known.has(name))
			.map((name) => `${file}: '${name}' is not on the screen`),
	);

	expect(unknown).toEqual([]);
});

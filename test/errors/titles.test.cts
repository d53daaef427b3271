import { filesBelow, read } from '../docs/docFiles.cts';
import { moreThan } from '../fixtures/bounds.cts';

/** The first text of each error that the code creates. */
const titles = filesBelow(['nodes', 'credentials'], /\.ts$/).flatMap((file) =>
	[...read(file).matchAll(/new VitallyError\(\s*(?:'([^'\n]*)'|`([^`]*)`|"([^"\n]*)"),/g)].map(
		([, ...texts]) => ({ file, title: texts.find((text) => text !== undefined) ?? '' }),
	),
);

it('the title of an error has no period, because n8n adds the item to it', () => {
	expect({ titles: titles.length }).toEqual({ titles: moreThan(50) });
	expect(titles.filter(({ title }) => title.endsWith('.'))).toEqual([]);
});

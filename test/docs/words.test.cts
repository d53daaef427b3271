import { literalsOf } from './literals.cts';
import { filesIn, linesOf, pages, sources, stringsOf, type Text } from './texts.cts';

/** Words that do not come back, and what is written instead. */
const WORDS: Array<[words: string, instead: string]> = [
	['tenants?', 'workspace'],
	['refuse[sd]?|refusing|refusals?', 'reject, error'],
	['somebody|anybody|everybody|nobody', 'someone, anyone, everyone, no one'],
	['shall', 'should, or nothing'],
	['holds?|held|holding', 'contain, have'],
	['gives?|gave|giving', 'return; enter'],
	['stands?|stood', 'is, appear'],
	['wants', 'require'],
	['texts', 'values, strings, messages'],
	['travels?', 'is sent'],
	['anew', 'again'],
	['gateways?', 'proxy'],
	['house|rooms?|gates?|ledger|deeds?|judges?|doors?|worlds?', 'the plain term'],
	['(?:go|goes|went|going) on', 'continue'],
	['(?:is|are|was|were) meant', 'to use'],
	['(?:is|are|was|were|be|been|never) made', 'created'],
	['(?:of|on) (?:your|its|their) own', "your ID for; the record's"],
	['own ids?', 'Vitally ID, your ID'],
	['for ?ever', 'permanently'],
	['in vain', 'without success'],
	['all the same', 'still'],
	['again and again', 'repeatedly'],
	['came about', 'could not connect'],
	['hand(?:s|ed) on', 'return'],
	['brings? (?:it|them) back', 'cannot be undone'],
	['becomes? of', 'what to do with'],
	['(?:in|with) upper or lower case', 'not case-sensitive'],
	['may see', 'can access'],
	['Vitally answers', 'Vitally returns'],
	['answers? (?:gets?|got|is|was|came|broke) ', 'response'],
	['lost answers?', 'lost response'],
];

const PATTERNS = WORDS.map(([words, instead]) => ({
	pattern: new RegExp(`\\b(?:${words})\\b`, 'i'),
	instead,
}));

function found({ where, text }: Text): string[] {
	return PATTERNS.flatMap(({ pattern, instead }) => {
		const match = pattern.exec(text);
		return match ? [`${where}: "${match[0]}", better: ${instead}`] : [];
	});
}

describe('words that do not come back', () => {
	it.each(pages())('%s', (path) => {
		expect(linesOf(path).flatMap(found)).toEqual([]);
	});

	it.each([...filesIn('examples', '.json'), 'package.json'])('%s', (path) => {
		expect(stringsOf(path).flatMap(found)).toEqual([]);
	});

	it('nodes and credentials', () => {
		const texts = sources().flatMap(literalsOf);
		expect(texts.length).toBeGreaterThan(1000);
		expect(texts.flatMap(found)).toEqual([]);
	});
});

describe('the check', () => {
	it.each([
		'Vitally refused it',
		'The Tenant of the key',
		'deleted for ever',
		'The poll goes on',
		'an expression that gives a list',
	])('finds the word in %j', (text) => {
		expect(found({ where: 'here', text })).toHaveLength(1);
	});

	it.each(['A table of a warehouse', 'if no time zone is given', 'It understands Markdown'])(
		'accepts %j',
		(text) => {
			expect(found({ where: 'here', text })).toEqual([]);
		},
	);
});

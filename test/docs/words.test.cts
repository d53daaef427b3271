import { codeIn, literalsOf, namesAndComments } from './code.cts';
import { filesBelow, filesIn, FOLDERS, linesOf, pages, stringsOf, type Text } from './texts.cts';

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

/** Words that only code used, in its comments, names and titles of tests. */
const WORDS_OF_CODE: Array<[words: string, instead: string]> = [
	['takes|took|taking', 'accept, read'],
	['tells?|told|telling', 'report, return'],
	['says|said|saying', 'return, message'],
	['words?', 'text, term, reason'],
	['besides?', 'also, next to'],
	['at work', 'running'],
	['lets? others', 'yield'],
];

const patternsOf = (words: typeof WORDS) =>
	words.map(([pattern, instead]) => ({
		pattern: new RegExp(`\\b(?:${pattern})\\b`, 'i'),
		instead,
	}));

const PATTERNS = patternsOf(WORDS);
const CODE_PATTERNS = patternsOf([...WORDS, ...WORDS_OF_CODE]);

function found({ where, text }: Text, patterns = PATTERNS): string[] {
	return patterns.flatMap(({ pattern, instead }) => {
		const match = pattern.exec(text);
		return match ? [`${where}: "${match[0]}", better: ${instead}`] : [];
	});
}

describe('words that do not come back', () => {
	it.each(pages())('%s', (path) => {
		expect(linesOf(path).flatMap((text) => found(text))).toEqual([]);
	});

	it.each([...filesIn('examples', '.json'), 'package.json'])('%s', (path) => {
		expect(stringsOf(path).flatMap((text) => found(text))).toEqual([]);
	});

	it('nodes and credentials', () => {
		const texts = filesBelow(['nodes', 'credentials'], /\.ts$/).flatMap(literalsOf);
		expect(texts.length).toBeGreaterThan(1000);
		expect(texts.flatMap((text) => found(text))).toEqual([]);
	});

	it.each(FOLDERS)('comments, names and test titles in %s', (folder) => {
		const texts = codeIn(folder).flatMap(namesAndComments);
		expect(texts.length).toBeGreaterThan(10);
		expect(texts.flatMap((text) => found(text, CODE_PATTERNS))).toEqual([]);
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

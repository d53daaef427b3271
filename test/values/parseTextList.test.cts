import { parseTextList } from '../../nodes/Vitally/values/parseTextList';

describe('parseTextList', () => {
	it.each([
		['a, b ,c', ['a', 'b', 'c']],
		['one', ['one']],
		['', []],
		[' , ,', []],
		[null, []],
		[undefined, []],
		[[], []],
		[
			['a', 'b, c'],
			['a', 'b, c'],
		],
		[
			['a', 1, false],
			['a', '1', 'false'],
		],
		['["a","b, c"]', ['a', 'b, c']],
		[7, ['7']],
	])('creates a list of %j', (value, expected) => {
		expect(parseTextList(value, 'Tags')).toEqual(expected);
	});

	it.each([{}, [{}], [null], '[1', '[{}]', true])('rejects %j', (value) => {
		expect(() => parseTextList(value, 'Tags')).toThrow(/'Tags' is not a list of strings/);
	});
});

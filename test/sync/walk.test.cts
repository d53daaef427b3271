import { walk, type Step } from '../../nodes/Vitally/sync/walk';

/** `AB` from A to B, `AB!` where the service cannot write it. */
const stepOf = ([from, to, blocked]: string): Step => ({ from, to, isBlocked: blocked === '!' });

describe('the changes of one field, walked from the value that Vitally has', () => {
	it.each([
		['from the beginning', 'A', ['AB', 'BC'], 'C', ['taken A', 'taken B']],
		['from the middle', 'B', ['AB', 'BC'], 'C', ['before B', 'taken B']],
		['from the end', 'C', ['AB', 'BC'], 'C', ['before C', 'before C']],
		['from no other value', 'X', ['AB', 'BC'], 'X', ['left X', 'left X']],
		['from the last end of a circle', 'A', ['AB', 'BA'], 'A', ['before A', 'before A']],
		['up to a break', 'A', ['AB', 'XC'], 'B', ['taken A', 'left B']],
		['not from behind a break', 'C', ['AB', 'XC'], 'C', ['left C', 'before C']],
		['not over a break', 'X', ['AB', 'XC'], 'X', ['left X', 'left X']],
		[
			'up to what cannot be written',
			'A',
			['AB', 'BC!', 'CD'],
			'B',
			['taken A', 'left B', 'left B'],
		],
		['where one is not to be written', 'B', ['AB!'], 'B', ['before B']],
	])('%s', (_what, current, steps, end, outcomes) => {
		const walked = walk(current, steps.map(stepOf));

		expect(walked.end).toBe(end);
		expect(walked.walked.map(({ outcome, value }) => `${outcome} ${String(value)}`)).toEqual(
			outcomes,
		);
	});
});

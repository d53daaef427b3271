import { plugins } from '../../commitlint.config.cjs';

const { 'subject-imperative': subjectImperative } = plugins[0].rules;

describe('the subject of a commit', () => {
	it.each([
		'replace isUndo by a direction',
		'process pages once',
		'pass the signal to retries',
		'embed the license',
	])('may be "%s"', (subject) => {
		const [isValid] = subjectImperative({ subject });

		expect({ isValid }).toEqual({ isValid: true });
	});

	it.each([
		'a word for nothing is no source',
		'rejects an empty source',
		'passes the signal to retries',
		'added rows for sources',
		'renaming the readers',
	])('may not be "%s"', (subject) => {
		const [isValid] = subjectImperative({ subject });

		expect({ isValid }).toEqual({ isValid: false });
	});
});

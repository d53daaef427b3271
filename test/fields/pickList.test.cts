import * as labels from '../../nodes/Vitally/fields/pickList';

describe('the label of a record in a list', () => {
	const id = 'r-1';
	const createdAt = '2026-01-02T03:04:05.000Z';

	it.each([
		['nameOnly', { name: 'Acme' }, 'Acme'],
		['nameOnly', {}, id],
		['labelAndName', {}, id],
		['nameAndEmail', { email: 'e' }, 'r-1 (e)'],
		['labelAndName', { name: 'deals', label: 'Deals' }, 'Deals'],
		['labelAndName', { name: 'deals' }, 'deals'],
		['nameAndEmail', { name: 'Ann', email: 'ann@acme.example' }, 'Ann (ann@acme.example)'],
		['nameAndEmail', { name: 'Ann', email: null }, 'Ann'],
		['nameAndExternalId', { name: 'Acme', externalId: 'c-42' }, 'Acme (c-42)'],
		['nameAndExternalId', { externalId: '' }, id],
		['subjectAndExternalId', { subject: 'Hello', externalId: 'T1' }, 'Hello (T1)'],
		['subjectAndExternalId', { subject: '', externalId: 'T1' }, 'r-1 (T1)'],
		['scoreAndFeedback', { score: 9, feedback: 'Good', createdAt }, '9 (2026-01-02): Good'],
		[
			'scoreAndFeedback',
			{ score: 0, createdAt, respondedAt: '2026-01-05T00:00' },
			'0 (2026-01-05)',
		],
		['scoreAndFeedback', { score: null, feedback: '' }, 'Dismissed'],
		['subjectAndDate', { subject: 'Call', noteDate: createdAt }, 'Call (2026-01-02)'],
		['subjectAndDate', { subject: '' }, id],
		['titleAndStart', { title: 'QBR', startDateTime: createdAt }, 'QBR (2026-01-02)'],
		['titleAndStart', { title: '', startDateTime: null }, id],
	] as const)('is made of its fields: %s of %j is %s', (label, record, expected) => {
		expect(labels[label]({ id, ...record })).toBe(expected);
	});
});

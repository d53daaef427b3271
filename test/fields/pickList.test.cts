import * as labels from '../../nodes/Vitally/fields/pickList';
import { resultOf } from '../errors/thrownError.cts';

describe('the label of a record in a list', () => {
	const id = 'r-1';
	const createdAt = '2026-01-02T03:04:05.000Z';

	it.each([
		{ label: 'nameOnly', record: { name: 'Acme' }, expected: 'Acme' },
		{ label: 'nameOnly', record: {}, expected: id },
		{ label: 'labelAndName', record: {}, expected: id },
		{ label: 'nameAndEmail', record: { email: 'e' }, expected: 'r-1 (e)' },
		{ label: 'labelAndName', record: { name: 'deals', label: 'Deals' }, expected: 'Deals' },
		{ label: 'labelAndName', record: { name: 'deals' }, expected: 'deals' },
		{
			label: 'nameAndEmail',
			record: { name: 'Ann', email: 'ann@acme.example' },
			expected: 'Ann (ann@acme.example)',
		},
		{ label: 'nameAndEmail', record: { name: 'Ann', email: null }, expected: 'Ann' },
		{
			label: 'nameAndExternalId',
			record: { name: 'Acme', externalId: 'c-42' },
			expected: 'Acme (c-42)',
		},
		{ label: 'nameAndExternalId', record: { externalId: '' }, expected: id },
		{ label: 'nameAndExternalId', record: { externalId: 'c-42' }, expected: 'r-1 (c-42)' },
		{
			label: 'subjectAndExternalId',
			record: { subject: 'Hello', externalId: 'T1' },
			expected: 'Hello (T1)',
		},
		{
			label: 'subjectAndExternalId',
			record: { subject: '', externalId: 'T1' },
			expected: 'r-1 (T1)',
		},
		{
			label: 'scoreAndFeedback',
			record: { score: 9, feedback: 'Good', createdAt },
			expected: '9 (2026-01-02): Good',
		},
		{
			label: 'scoreAndFeedback',
			record: { score: 0, createdAt, respondedAt: '2026-01-05T00:00' },
			expected: '0 (2026-01-05)',
		},
		{ label: 'scoreAndFeedback', record: { score: null, feedback: '' }, expected: 'Dismissed' },
		{
			label: 'subjectAndDate',
			record: { subject: 'Call', noteDate: createdAt },
			expected: 'Call (2026-01-02)',
		},
		{ label: 'subjectAndDate', record: { subject: '' }, expected: id },
		{
			label: 'titleAndStart',
			record: { title: 'QBR', startDateTime: createdAt },
			expected: 'QBR (2026-01-02)',
		},
		{ label: 'titleAndStart', record: { title: '', startDateTime: null }, expected: id },
	] as const)('shows "$expected" by $label for $record', ({ label, record, expected }) => {
		expect({ record, label: resultOf(() => labels[label]({ id, ...record })) }).toEqual({
			record,
			label: expected,
		});
	});
});

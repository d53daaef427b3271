import {
	csmIdOf,
	keyRolesOf,
	parseDay,
	parseText,
	parseTimestamp,
	segmentsOf,
} from '../../nodes/Vitally/values/recordValues';

const role = (label: string, id?: string) => ({
	keyRole: { label },
	vitallyUser: id === undefined ? undefined : { id },
});

describe('csmIdOf', () => {
	it.each([
		{ name: 'the named CSM', customer: { csmId: 'a', keyRoles: [role('CSM', 'b')] }, csmId: 'a' },
		{
			name: 'the person of the role, in other letters and with a blank,',
			customer: { csmId: null, keyRoles: [role('csm ', 'b')] },
			csmId: 'b',
		},
		{
			name: 'the person of the role alone',
			customer: { keyRoles: [role('CSM', 'b')] },
			csmId: 'b',
		},
		{
			name: 'the role with a person',
			customer: { keyRoles: [role('CSM'), role('CSM', 'b')] },
			csmId: 'b',
		},
		{ name: 'no other role', customer: { csmId: '', keyRoles: [role('TAM', 'b')] }, csmId: null },
		{
			name: 'none where the record names none and shows no roles',
			customer: { csmId: null },
			csmId: null,
		},
		{
			name: 'none where the record shows roles alone, and nobody has one',
			customer: { keyRoles: [] },
			csmId: null,
		},
		{ name: 'nothing of what is not shown', customer: {}, csmId: undefined },
	])('returns $name', ({ customer, csmId }) => {
		expect(csmIdOf(customer)).toBe(csmId);
	});
});

describe('segmentsOf', () => {
	it.each([
		{ segments: [{ id: 's', name: 'Gold' }, null], expected: [['s', 'Gold']] },
		{
			segments: [{ id: 's' }, { name: 'Gold' }],
			expected: [
				['s', 's'],
				['Gold', 'Gold'],
			],
		},
		{ segments: [], expected: [] },
		{ segments: ['s'], expected: null },
		{ segments: [{ id: 's' }, 't'], expected: null },
		{ segments: [{ title: 'Gold' }], expected: null },
		{ segments: { s: 'Gold' }, expected: null },
	])('reads $segments as $expected', ({ segments, expected }) => {
		expect(segmentsOf({ segments })).toEqual(expected);
	});
});

describe('parseTimestamp', () => {
	it.each([
		'2026-03-01T08:00:00.000Z',
		'2026-03-01T08:00:00.000',
		'2026-03-01T08:00',
		'2026-03-01T10:00:00+02:00',
		'2026-03-01T10:00:00+0200',
		'2026-03-01T03:00:00-05:00',
	])('reads %s, in UTC where it has no zone', (text) => {
		expect(parseTimestamp(text)).toBe(Date.UTC(2026, 2, 1, 8));
	});

	it('reads a day as its midnight in UTC', () => {
		expect(parseTimestamp('2026-03-01')).toBe(Date.UTC(2026, 2, 1));
	});

	it.each([null, undefined, 0, 1772352000000, '', 'soon', '2026-13-01', 'on 2026-03-01', {}])(
		'reads nothing from %j',
		(value) => expect(parseTimestamp(value)).toBeUndefined(),
	);
});

describe('parseDay', () => {
	it.each(['2026-03-01', '2026-03-01T23:30:00.000Z', '2026-03-01T23:30:00-05:00'])(
		'returns the day that is written in %s',
		(text) => expect(parseDay(text)).toBe('2026-03-01'),
	);

	it.each([null, 20260301, '', 'in March 2026', '2026-13-01'])('reads no day from %j', (value) =>
		expect(parseDay(value)).toBeUndefined(),
	);
});

describe('parseText', () => {
	it.each([
		{ value: 'Gold', text: 'Gold' },
		{ value: '', text: '' },
		{ value: { id: 's', name: 'Gold' }, text: 'Gold' },
		{ value: { id: 's' }, text: undefined },
		{ value: 5, text: undefined },
		{ value: null, text: undefined },
		{ value: ['Gold'], text: undefined },
	])('reads $value as $text', ({ value, text }) => {
		expect(parseText(value)).toBe(text);
	});
});

describe('keyRolesOf', () => {
	it.each([
		{
			what: 'a role with its person',
			entry: {
				keyRole: { label: 'CSM' },
				vitallyUser: { id: 'u1', name: 'Ann', email: 'ann@acme.example' },
			},
			roles: [{ role: 'CSM', name: 'Ann', email: 'ann@acme.example', id: 'u1' }],
		},
		{
			what: 'a role that nobody has',
			entry: { keyRole: { label: 'TAM' }, vitallyUser: null },
			roles: [{ role: 'TAM', name: null, email: null, id: null }],
		},
		{
			what: 'a person without a role, name and address',
			entry: { vitallyUser: { id: 'u2' } },
			roles: [{ role: '', name: null, email: null, id: 'u2' }],
		},
		{ what: 'nothing of an entry in another form', entry: 'no role', roles: [] },
	])('returns $what', ({ entry, roles }) => {
		expect(keyRolesOf({ keyRoles: [entry] })).toEqual(roles);
	});

	it('returns no role where a record shows none', () => {
		expect(keyRolesOf({ keyRoles: null })).toEqual([]);
	});
});

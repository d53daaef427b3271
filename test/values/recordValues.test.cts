import {
	csmIdOf,
	keyRolesOf,
	parseDay,
	parseText,
	parseTimestamp,
	segmentsOf,
} from '../../nodes/Vitally/values/recordValues';
import { resultOf } from '../errors/thrownError.cts';

const NAMED_CSM = 'the CSM who is named';
const PERSON_OF_ROLE = 'the person of the role';

const role = (label: string, id?: string) => ({
	keyRole: { label },
	vitallyUser: id === undefined ? undefined : { id },
});

describe('csmIdOf', () => {
	it.each([
		{
			name: 'the CSM who is named, before the person of the role',
			customer: { csmId: NAMED_CSM, keyRoles: [role('CSM', PERSON_OF_ROLE)] },
			csmId: NAMED_CSM,
		},
		{
			name: 'the person of the role where null is in place of the named CSM',
			customer: { csmId: null, keyRoles: [role('CSM', PERSON_OF_ROLE)] },
			csmId: PERSON_OF_ROLE,
		},
		{
			name: 'the person of the role where an empty text is in place of the named CSM',
			customer: { csmId: '', keyRoles: [role('CSM', PERSON_OF_ROLE)] },
			csmId: PERSON_OF_ROLE,
		},
		{
			name: 'the person of the role where the record names no CSM at all',
			customer: { keyRoles: [role('CSM', PERSON_OF_ROLE)] },
			csmId: PERSON_OF_ROLE,
		},
		{
			name: 'the person of a role in small letters and with a blank',
			customer: { keyRoles: [role('csm ', PERSON_OF_ROLE)] },
			csmId: PERSON_OF_ROLE,
		},
		{
			name: 'the first person where two have the role',
			customer: { keyRoles: [role('CSM', PERSON_OF_ROLE), role('CSM', 'another person')] },
			csmId: PERSON_OF_ROLE,
		},
		{
			name: 'the person of the second role where nobody has the first',
			customer: { keyRoles: [role('CSM'), role('CSM', PERSON_OF_ROLE)] },
			csmId: PERSON_OF_ROLE,
		},
		{
			name: 'null where somebody has another role',
			customer: { csmId: '', keyRoles: [role('TAM', 'the TAM')] },
			csmId: null,
		},
		{
			name: 'null where the record names nobody and shows no roles',
			customer: { csmId: null },
			csmId: null,
		},
		{
			name: 'null where the record shows roles alone, and nobody has one',
			customer: { keyRoles: [] },
			csmId: null,
		},
		{
			name: 'undefined where the record shows neither a CSM nor roles',
			customer: {},
			csmId: undefined,
		},
	])('returns $name', ({ customer, csmId }) => {
		expect({ csm: resultOf(() => csmIdOf(customer)) }).toEqual({ csm: csmId });
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
		expect(resultOf(() => segmentsOf({ segments }))).toEqual(expected);
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

	describe('whatever the zone of the machine', () => {
		const { TZ } = process.env;

		afterAll(() => {
			if (TZ === undefined) delete process.env.TZ;
			else process.env.TZ = TZ;
		});

		it.each(
			['America/Los_Angeles', 'Pacific/Kiritimati'].flatMap((zone) => [
				{ zone, text: '2026-03-01T08:00', time: '2026-03-01T08:00:00.000Z' },
				{ zone, text: '2026-03-01', time: '2026-03-01T00:00:00.000Z' },
				{ zone, text: '2026-03-01T08:00:00Z', time: '2026-03-01T08:00:00.000Z' },
			]),
		)('reads $text as $time with the machine in $zone', ({ zone, text, time }) => {
			process.env.TZ = zone;

			expect(new Date(parseTimestamp(text) ?? NaN).toJSON()).toBe(time);
		});
	});

	it('reads a day as its midnight in UTC', () => {
		expect(parseTimestamp('2026-03-01')).toBe(Date.UTC(2026, 2, 1));
	});

	it.each([null, undefined, 0, 1772352000000, '', 'soon', '2026-13-01', 'on 2026-03-01', {}])(
		'reads no time from %j',
		(value) => {
			expect({ time: resultOf(() => parseTimestamp(value)) }).toEqual({ time: undefined });
		},
	);

	it('reads no time from a list', () => {
		expect({ time: parseTimestamp(['2026-03-01']) }).toEqual({ time: undefined });
	});
});

describe('parseDay', () => {
	it.each(['2026-03-01', '2026-03-01T23:30:00.000Z', '2026-03-01T23:30:00-05:00'])(
		'returns the day that is written in %s',
		(text) => expect(parseDay(text)).toBe('2026-03-01'),
	);

	it.each([null, 20260301, '', 'in March 2026', '2026-13-01'])('reads no day from %j', (value) => {
		expect({ day: resultOf(() => parseDay(value)) }).toEqual({ day: undefined });
	});
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
		expect(resultOf(() => parseText(value))).toBe(text);
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
		expect(resultOf(() => keyRolesOf({ keyRoles: [entry] }))).toEqual(roles);
	});

	it('returns no role where a record shows none', () => {
		expect(resultOf(() => keyRolesOf({ keyRoles: null }))).toEqual([]);
	});
});

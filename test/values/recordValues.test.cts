import { csmIdOf, segmentsOf } from '../../nodes/Vitally/values/recordValues';

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

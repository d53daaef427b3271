import { parseMatch } from '../../nodes/Vitally/playbook/record';

describe('The record in a call of a playbook', () => {
	it.each([
		[{ match: { account: { id: '1' } } }, 'account', { id: '1' }],
		[{ match: { user: { id: '2' } }, account: { id: '1' } }, 'user', { id: '2' }],
		[{ organization: { id: '3' } }, 'organization', { id: '3' }],
		[{ match: 'x', task: { id: '4' } }, 'task', { id: '4' }],
		[{ account: { id: '1' }, note: { id: '5' } }, 'note', { id: '5' }],
		[{ match: { organization: { id: '3' }, account: { id: '1' } } }, 'account', { id: '1' }],
	])('in %j is a %s', (body, kind, record) => {
		expect(parseMatch(body)).toEqual({ kind, record });
	});

	it.each([
		null,
		undefined,
		'',
		'account',
		5,
		[],
		{},
		{ account: 'acme' },
		{ match: { account: [] } },
	])('is not in %j', (body) => expect(parseMatch(body)).toBeUndefined());
});

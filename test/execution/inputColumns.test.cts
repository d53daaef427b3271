import type { INodeExecutionData } from 'n8n-workflow';

import { columnsOf } from '../../nodes/Vitally/execution/parameters/inputColumns';

const row = { json: { plan: 'gold' } };

describe('the columns of a table', () => {
	it('come from all its items, each once', () => {
		const items = [row, { json: { seats: 1 } }, { json: { plan: 'free', seats: 2 } }];

		expect(columnsOf(items)).toEqual(['plan', 'seats']);
	});

	it.each<{ item: string; error: INodeExecutionData }>([
		{
			item: 'an item that n8n marks as an error',
			error: { json: { stack: 'x' }, error: new Error('No') as never },
		},
		{ item: 'an item with nothing but an error', error: { json: { error: 'No' } } },
		{
			item: 'an error item of this node',
			error: { json: { error: 'No', message: 'Check it', details: {} } },
		},
	])('exclude those of $item', ({ error }) => {
		expect(columnsOf([row, error])).toEqual(['plan']);
	});

	it('include a column called error beside others', () => {
		expect(columnsOf([{ json: { error: 'none', seats: 1 } }])).toEqual(['error', 'seats']);
	});
});

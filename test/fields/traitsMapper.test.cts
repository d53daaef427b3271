import type { IDataObject } from 'n8n-workflow';

import type { ItemParameters } from '../../nodes/Vitally/fields/itemParameters';
import {
	columnsLeftOut,
	columnsWithout,
	mapperColumn,
	readMappedItem,
	type MapperColumn,
} from '../../nodes/Vitally/fields/traits/traitsMapper';

const name = mapperColumn('name', 'Name', 'string', 'string');
const plan = mapperColumn('plan', 'Plan', 'string', 'string');

/** An item whose column `id` is named by another field. */
const itemOf = (json: IDataObject, schema: MapperColumn[], rule = 'ignore'): ItemParameters => ({
	timeZone: 'UTC',
	param: (parameter) =>
		parameter === 'traitsMapper' ? { mappingMode: 'autoMapInputData', schema } : rule,
	input: { json, usedInOtherFields: () => new Set(['id']) },
});

describe('automatic mapping', () => {
	it.each(['error', 'ignore', 'create'])(
		'rejects columns without a trait only where there are some: %s',
		(rule) => {
			const item = itemOf({ id: 'a1', name: 'Acme', plan: 'gold' }, [name, plan], rule);

			expect(readMappedItem(item, ['name'])).toEqual({
				fields: { name: 'Acme' },
				traits: { rows: [{ key: 'plan', type: 'string', stringValue: 'gold' }], json: {} },
			});
		},
	);

	it('maps the columns of each item by themselves', () => {
		const schema = [name, plan];

		for (const column of ['plan', 'name']) {
			const { fields, traits } = readMappedItem(itemOf({ [column]: 'x' }, schema), ['name']);

			expect([Object.keys(fields), traits.rows?.length]).toEqual(
				column === 'name' ? [['name'], 0] : [[], 1],
			);
		}
	});

	it('needs no traits where other fields name every column', () => {
		const nothing = { fields: {}, traits: { rows: [], json: {} } };

		expect(readMappedItem(itemOf({ id: 'a1' }, []), [])).toEqual(nothing);
		expect(() => readMappedItem(itemOf({ plan: 'x' }, []), [])).toThrow('are not loaded');
	});

	it('names its columns for a field that none of them fits', () => {
		const item = itemOf({ id: 'a1', plan: 'gold', Name: '' }, [name, plan]);

		expect(columnsWithout(item, 'name')).toBeUndefined();
		expect(columnsWithout(item, 'email')).toEqual(['plan', 'Name']);

		const manual = { ...item, param: () => ({ mappingMode: 'defineBelow', schema: [plan] }) };

		expect(columnsWithout(manual, 'email')).toBeUndefined();
	});

	it.each([
		[' CSM', "Vitally's API cannot assign a CSM"],
		['csm_email', "Vitally's API cannot assign a CSM"],
		['my csm', 'no such trait'],
		['CSM region', 'no such trait'],
		['plan type', "similar to Plan; rename it, or choose 'Map Each Column Manually'"],
	])('says of the column %j why it is left out', (column, reason) => {
		const item = itemOf({ [column]: 'x' }, [plan]);

		expect([...columnsLeftOut(item)]).toEqual([[column, reason]]);
		expect([...columnsLeftOut(itemOf({ [column]: 'x' }, [plan], 'create'))]).toEqual([]);
	});
});

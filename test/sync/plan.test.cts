import { planRecord, type SyncRow, type SyncSpec } from '../../nodes/Vitally/sync/plan';

const spec = {
	fields: ['name'],
	requiredOnCreate: [{ name: 'name', displayName: 'Name' }],
} as Partial<SyncSpec> as SyncSpec;

const rowsOf = (...rows: Array<Partial<SyncRow>>): SyncRow[] =>
	rows.map((row, index) => ({
		...{ index, key: 'a1', source: {}, body: {}, isDryRun: false, createsMissing: true },
		...row,
	})) as SyncRow[];

const known = { externalId: 'a1', id: '1', name: 'Old', isDryRun: false };
const record = { id: '1', externalId: 'a1', name: 'Old', traits: { plan: 'gold' } };

describe('the plan for the rows of one record', () => {
	it('contains the differences, each compared with what the row before leaves', () => {
		const rows = rowsOf(
			{ body: { name: 'Old' } },
			{ body: { name: 'New', traits: { plan: 'gold', seats: 3 } } },
			{ body: { name: 'New', traits: { seats: '3' } } },
		);
		expect(planRecord(rows, record, spec)).toEqual([
			{ ...known, index: 0, result: 'unchanged' },
			{
				...{ ...known, index: 1, result: 'update' },
				body: { name: 'New', traits: { seats: 3 } },
				changedFields: {
					name: { old: 'Old', new: 'New' },
					'traits.seats': { old: null, new: 3 },
				},
			},
			{ ...known, index: 2, name: 'New', result: 'unchanged' },
		]);
	});

	it('creates a record once, and only from a row that is complete', () => {
		const rows = rowsOf({}, { body: { name: 'New' } }, { body: { name: 'Newer' } });
		expect(planRecord(rows, undefined, spec)).toMatchObject([
			{ result: 'failed', error: { message: "The field 'Name' is empty" } },
			{
				...{ result: 'create', name: 'New', body: { externalId: 'a1', name: 'New' } },
				changedFields: { name: { old: null, new: 'New' } },
			},
			{ result: 'update', name: 'New', body: { name: 'Newer' } },
		]);
	});

	it('creates nothing where the row excludes it', () => {
		const rows = rowsOf({ body: { name: 'New' }, createsMissing: false });
		expect(planRecord(rows, undefined, spec)).toMatchObject([{ result: 'missing' }]);
	});

	it('passes a dry run to following dry runs, and not to rows that are written', () => {
		const body = { name: 'New' };
		const rows = rowsOf(
			{ body, isDryRun: true },
			{ body, isDryRun: true },
			{ body },
			{ body, isDryRun: true },
		);
		expect(planRecord(rows, record, spec).map(({ result }) => result)).toEqual([
			'update',
			'unchanged',
			'update',
			'unchanged',
		]);
	});
});

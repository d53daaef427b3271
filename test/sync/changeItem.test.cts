import type { IDataObject } from 'n8n-workflow';

import { accountType } from '../../nodes/Vitally/resources/recordTypes';
import {
	assertSendable,
	readChangeItem,
	rowNumberOf,
	shownNames,
} from '../../nodes/Vitally/sync/planners/changeItem';
import { APPLY, UNDO, type Direction } from '../../nodes/Vitally/sync/planners/direction';
import { errorOf, seenError, type SeenError } from '../errors/thrownError.cts';
import { fieldError, lostDigitsError } from '../errors/valueErrors.cts';
import { vitallyId } from '../fixtures/records.cts';
import { change, changed } from './changeCases.cts';

const id = vitallyId('a1');
const UUID = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';
const fields = { name: change('Old', 'New') };
const updated = changed('updated', 'a1', fields);
/** A text within a text, as an expression with JSON.stringify stores one. */
const twice = JSON.stringify(JSON.stringify(fields));
const notWritten = { result: 'failed', changedFields: null };
const created = { ...updated, result: 'created', id: undefined };
const changing = (changedFields: object) => ({ ...updated, changedFields });

const CONNECT_THE_SYNC =
	"Connect the items of 'Sync' or 'Sync: Apply Changes' to this node. After a form, add a Filter node that keeps only approvals. Then add a Merge node: set it to 'Choose Branch', and 'Use Data of Input' to the input from Sync. If you stored the items, keep their columns 'result', 'resource', 'id' or 'externalId', and 'changedFields'. The row was not written.";
const CONNECT_THESE_RECORDS =
	'Connect only the items of the resource and custom object that are chosen in the node. The row was not written.';

/** The error of an item that no field of the editor is to blame for. */
const itemError = (message: string, description: string): SeenError => ({
	class: 'VitallyError',
	message,
	description,
	facts: {},
});
const WITHOUT_VALUES = itemError(
	"The 'changedFields' of this item don't have the old and new value of each field",
	CONNECT_THE_SYNC,
);
const withoutColumn = (column: string) =>
	itemError(`This item has no ${column}, so it isn't a change from a Sync`, CONNECT_THE_SYNC);
const notChangedBySync = (field: string) =>
	itemError(
		`'${field}' is not a field that Sync changes`,
		"Remove the field from 'changedFields' of the item. The row was not written.",
	);
const wrongTraitKey = (key: string) =>
	fieldError(
		`Trait: ${key}`,
		`A trait with the key '${key}' cannot be sent`,
		'Use another key for the trait, for example plan.',
	);

const read = (item: object, direction: Direction, place: IDataObject = {}) => {
	const found = readChangeItem(item as IDataObject, { type: accountType }, place, direction);

	assertSendable(found.changes, direction, { fields: ['name'] }, 'UTC');

	return found;
};

/** The same, or the title of the error with which it ends. */
const readOrError = (...args: Parameters<typeof read>): object => {
	try {
		return read(...args);
	} catch (error) {
		return { error: seenError(error).message };
	}
};

describe('rowNumberOf', () => {
	it.each([
		{ place: 'the column', item: { row: 3 }, number: 3 },
		{ place: 'the column, as text', item: { row: '3' }, number: 3 },
		{ place: "the details of n8n's error item", item: { details: { row: 3 } }, number: 3 },
		{
			place: "text in the details of n8n's error item",
			item: { details: { row: '3' } },
			number: 3,
		},
		{ place: 'the column beside details', item: { row: 3, details: { row: 4 } }, number: 3 },
	])('reads the number from $place', ({ item, number }) => {
		expect({ row: rowNumberOf(item) }).toEqual({ row: number });
	});

	it.each([0, -1, 1.5, '', 'three', null, undefined])('finds none in %j', (row) => {
		expect({ row: rowNumberOf({ row } as IDataObject) }).toEqual({ row: undefined });
	});
});

describe('the names in the row of an item that cannot be read', () => {
	it.each<{ item: IDataObject; title: string; shown: object }>([
		{
			title: 'those of the item',
			item: { name: 'One', externalId: 'a1', id },
			shown: { name: 'One', externalId: 'a1', id },
		},
		{
			title: 'no texts for empty cells',
			item: { name: '', externalId: '', id: '' },
			shown: { name: undefined, externalId: undefined, id: undefined },
		},
		{
			title: 'no texts for blank cells',
			item: { name: ' ', externalId: '\t', id: ' ' },
			shown: { name: undefined, externalId: undefined, id: undefined },
		},
		{
			title: 'no texts for null and absent cells',
			item: { name: null, externalId: null },
			shown: { name: undefined, externalId: undefined, id: undefined },
		},
		{
			title: 'no texts for what is none',
			item: { name: 7, externalId: ['a1'], id: { a: 1 } },
			shown: { name: undefined, externalId: undefined, id: undefined },
		},
		{
			title: 'the ID of the record rather than that of a data table',
			item: { id: '7', vitallyId: id },
			shown: { name: undefined, externalId: undefined, id },
		},
	])('include $title', ({ item, shown }) => {
		expect(shownNames(item)).toEqual(shown);
	});
});

describe('readChangeItem', () => {
	it.each<{ title: string; others: object; found: object }>([
		{
			title: 'with its fields as JSON',
			others: { changedFields: JSON.stringify(fields) },
			found: { changes: fields },
		},
		{
			title: 'with the name of its record',
			others: {},
			found: { name: 'Old', externalId: 'a1', id },
		},
		{
			title: 'with a number as External ID',
			others: { externalId: 2 },
			found: { externalId: '2' },
		},
		{
			title: 'with empty cells',
			others: { name: '', externalId: null },
			found: { name: undefined, externalId: undefined },
		},
		{
			title: 'with an ID in capitals, and blanks',
			others: { id: ` ${UUID.toUpperCase()} ` },
			found: { id: UUID },
		},
		{
			title: 'with the ID of a data table beside its own',
			others: { id: 1, vitallyId: id },
			found: { id },
		},
		{
			title: 'of a resource in capitals',
			others: { resource: ' Account' },
			found: { kind: 'update' },
		},
		{
			title: 'from a CSV file',
			others: { result: undefined, '\uFEFFresult': 'updated' },
			found: { kind: 'update' },
		},
		{
			title: 'with a column of its own',
			others: { details: { result: 'created' } },
			found: { kind: 'update', id },
		},
		{ title: 'that only failed', others: notWritten, found: { kind: 'failed' } },
		{
			title: 'that failed in a dry run',
			others: { ...notWritten, dryRun: true },
			found: { kind: 'failed' },
		},
		{ title: 'that may be written', others: { result: 'failed' }, found: { kind: 'update' } },
		{
			title: 'that may be created',
			others: { result: 'failed', id: '' },
			found: { kind: 'create' },
		},
		{
			title: 'that was left',
			others: { result: 'changedSince', changedFields: {} },
			found: { kind: 'none' },
		},
		{
			title: 'that was left in part',
			others: { result: 'changedSince' },
			found: { kind: 'update' },
		},
		{
			title: 'of a plan',
			others: { result: 'wouldUpdate', dryRun: true },
			found: { kind: 'update' },
		},
		{
			title: 'with its fields as JSON twice',
			others: { changedFields: twice },
			found: { changes: fields },
		},
	])('reads an item $title', ({ others, found }) => {
		const item = JSON.parse(JSON.stringify({ ...updated, ...others })) as IDataObject;

		expect(readOrError(item, UNDO)).toMatchObject(found);
	});

	it.each([
		{ result: 'created', kind: 'create' },
		{ result: 'wouldCreate', kind: 'create' },
		{ result: 'updated', kind: 'update' },
		{ result: 'wouldUpdate', kind: 'update' },
		{ result: 'applied', kind: 'update' },
		{ result: 'alreadyApplied', kind: 'update' },
		{ result: 'changedSince', kind: 'update' },
		{ result: 'unchanged', kind: 'none' },
		{ result: 'missing', kind: 'none' },
		{ result: 'notInTable', kind: 'none' },
		{ result: 'skipped', kind: 'none' },
	])('reads an item with the result $result as the kind $kind', ({ result, kind }) => {
		for (const direction of [APPLY, UNDO]) {
			const { operation } = direction;

			expect({ operation, ...readOrError({ ...updated, result }, direction) }).toMatchObject({
				operation,
				kind,
			});
		}
	});

	it.each([
		{ form: 'an object', details: updated },
		{ form: 'text', details: JSON.stringify(updated) },
		{ form: 'text in text', details: JSON.stringify({ ...updated, changedFields: twice }) },
	])('reads the row in an error item of n8n, with its details as $form', ({ details }) => {
		expect(readOrError({ error: 'No', message: '', details }, UNDO)).toMatchObject({
			kind: 'update',
			id,
			changes: fields,
		});
	});

	it("finds no ID where the item's own column for that is empty, whatever ID a data table gave it", () => {
		const item = { ...created, id: 7, vitallyId: null };

		expect(readOrError(item, APPLY)).toMatchObject({ kind: 'create', id: undefined });
	});

	it('reads beside the External ID of the column that of the changes, whatever a sheet made of the first', () => {
		const planned = { ...fields, externalId: change(null, '007') };
		const item = { ...created, externalId: 7, changedFields: planned };

		expect(readOrError(item, APPLY)).toMatchObject({
			externalId: '7',
			newExternalId: '007',
			changes: fields,
		});
	});

	it('takes the External ID from the changes where its column is empty', () => {
		const planned = { ...fields, externalId: change(null, '007') };
		const item = { ...created, externalId: '', changedFields: planned };

		expect(readOrError(item, APPLY)).toMatchObject({ externalId: '007', newExternalId: '007' });
	});

	it('needs no custom object in an item that failed before that was known', () => {
		const item = { ...notWritten, resource: 'account', customObjectId: null };

		expect(readOrError(item, UNDO, { customObjectId: 'obj-1' })).toMatchObject({ kind: 'failed' });
	});

	it('takes an item as failed for Sync: Apply Changes, whatever its fields are', () => {
		expect(readOrError({ ...updated, result: 'failed' }, APPLY)).toMatchObject({ kind: 'failed' });
		expect(readOrError({ error: 'No' }, APPLY)).toMatchObject({ kind: 'failed', reason: 'No' });
	});

	it.each<{ title: string; item: object; error: SeenError }>([
		{
			title: 'a summary',
			item: { created: 1, updated: 2, fieldsChanged: [] },
			error: itemError(
				'The input item is a summary, which has no old values',
				"Set 'Output' of the Sync to 'Changed Records'.",
			),
		},
		{ title: 'another item', item: { id }, error: withoutColumn("'result'") },
		{
			title: 'an unknown result',
			item: { ...updated, result: 'done' },
			error: itemError(
				'The \'result\' of this item is "done", which no Sync returns',
				CONNECT_THE_SYNC,
			),
		},
		{
			title: 'no resource',
			item: { ...updated, resource: '' },
			error: withoutColumn("'resource'"),
		},
		{
			title: 'no changed fields',
			item: { ...updated, changedFields: '' },
			error: withoutColumn("'changedFields'"),
		},
		{
			title: 'another resource',
			item: { ...updated, resource: 'user' },
			error: itemError(
				'The \'resource\' of the input item is "user", but the node has "account"',
				CONNECT_THESE_RECORDS,
			),
		},
		{
			title: 'another custom object',
			item: { ...updated, customObjectId: 'obj-2' },
			error: itemError(
				'The \'customObjectId\' of the input item is "obj-2", but the node has "obj-1"',
				CONNECT_THESE_RECORDS,
			),
		},
		{
			title: 'another custom object, though it failed',
			item: { ...updated, result: 'failed', customObjectId: 'obj-2' },
			error: itemError(
				'The \'customObjectId\' of the input item is "obj-2", but the node has "obj-1"',
				CONNECT_THESE_RECORDS,
			),
		},
		{
			title: 'fields without old values',
			item: changing({ name: { new: 'New' } }),
			error: WITHOUT_VALUES,
		},
		{
			title: 'fields without new values',
			item: changing({ name: { old: 'New' } }),
			error: WITHOUT_VALUES,
		},
		{
			title: 'a field without values',
			item: changing({ ...fields, plan: 'gold' }),
			error: WITHOUT_VALUES,
		},
		{
			title: 'fields that are no object',
			item: { ...updated, changedFields: ['name'] },
			error: WITHOUT_VALUES,
		},
		{
			title: 'inherited values',
			item: changing({ constructor: {} }),
			error: WITHOUT_VALUES,
		},
		{
			title: 'text without values',
			item: { ...updated, result: 'failed', changedFields: '[object Object]' },
			error: WITHOUT_VALUES,
		},
		{
			title: 'no ID',
			item: { ...updated, id: null, externalId: '' },
			error: withoutColumn("'id' and no 'externalId'"),
		},
		{
			title: 'the ID of a data table',
			item: { ...updated, id: 1 },
			error: itemError(
				'"1" is not a Vitally ID',
				"In a data table of n8n, store the ID of the record in a column 'vitallyId', because the data table has an 'id' of its own. If an item has 'vitallyId', this node does not read 'id'. The row was not written.",
			),
		},
		{
			title: 'an External ID that is a path',
			item: { ...updated, externalId: '..' },
			error: fieldError(
				'externalId',
				`The value of 'externalId' cannot be ".."`,
				'Check that the expression returns an ID and not a whole record.',
			),
		},
		{
			title: 'an ID as a field',
			item: changing({ id: change('x', id) }),
			error: notChangedBySync('id'),
		},
		{
			title: 'a field that is not written',
			item: changing({ mrr: change(1, 2) }),
			error: notChangedBySync('mrr'),
		},
		{
			title: 'a trait without a key',
			item: changing({ 'traits.': change('x', 'y') }),
			error: wrongTraitKey(''),
		},
		{
			title: 'a key of no trait',
			item: changing({ 'traits.prototype': change('x', 'y') }),
			error: wrongTraitKey('prototype'),
		},
		{
			title: 'such a key in the value of a trait',
			item: changing({ 'traits.plan': change(JSON.parse('{"__proto__":1}'), 'y') }),
			error: fieldError(
				'Trait: plan',
				"An object with the key '__proto__' cannot be sent",
				'Use another key, for example plan.',
			),
		},
		{
			title: 'a number that lost digits',
			item: changing({ 'traits.x': change(2e17, 1) }),
			error: lostDigitsError('Trait: x'),
		},
	])('rejects an item with $title', ({ item, error }) => {
		const place = 'customObjectId' in item ? { customObjectId: 'obj-1' } : {};

		expect(errorOf(() => read(item, UNDO, place))).toEqual(error);
	});

	it('accepts a value that cannot be sent unless this direction sends it', () => {
		const isOld = changing({ 'traits.x': change(2e17, 1) });
		const isNew = changing({ 'traits.x': change(1, 2e17) });

		expect(errorOf(() => read(isNew, APPLY))).toEqual(lostDigitsError('Trait: x'));
		expect(errorOf(() => read(isOld, UNDO))).toEqual(lostDigitsError('Trait: x'));
		expect(readOrError(isNew, UNDO)).toMatchObject({ kind: 'update' });
		expect(readOrError(isOld, APPLY)).toMatchObject({ kind: 'update' });
	});

	it('needs an External ID where the item creates a record', () => {
		expect(readOrError({ ...created }, APPLY)).toMatchObject({ kind: 'create', externalId: 'a1' });
		expect(errorOf(() => read({ ...created, id, externalId: '' }, APPLY))).toEqual(WITHOUT_VALUES);
		expect(readOrError({ ...created, id, externalId: '' }, UNDO)).toMatchObject({
			kind: 'create',
			id,
		});
	});
});

import type { IDataObject } from 'n8n-workflow';

import { accountType } from '../../nodes/Vitally/resources/recordTypes';
import { assertSendable, readChangeItem } from '../../nodes/Vitally/sync/planners/changeItem';
import { APPLY, UNDO, type Direction } from '../../nodes/Vitally/sync/planners/direction';
import { vitallyId } from '../fixtures/records.cts';
import { change, changed } from './changeCases.cts';

const id = vitallyId('a1');
const UUID = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';
const fields = { name: change('Old', 'New') };
const updated = changed('updated', 'a1', fields);
/** As an expression with JSON.stringify stores text. */
const twice = JSON.stringify(JSON.stringify(fields));
const notWritten = { result: 'failed', changedFields: null };
const created = { ...updated, result: 'created', id: undefined };
const changing = (changedFields: object) => ({ ...updated, changedFields });

const read = (item: object, direction: Direction, place: IDataObject = {}) => {
	const found = readChangeItem(item as IDataObject, { type: accountType }, place, direction);

	assertSendable(found.changes, direction, { fields: ['name'] }, 'UTC');

	return found;
};

describe('an item of Changed Records', () => {
	it.each<[string, object, object]>([
		['with its fields as JSON', { changedFields: JSON.stringify(fields) }, { changes: fields }],
		['with the name of its record', {}, { name: 'Old', externalId: 'a1', id }],
		['with a number as External ID', { externalId: 2 }, { externalId: '2' }],
		[
			'with empty cells',
			{ name: '', externalId: null },
			{ name: undefined, externalId: undefined },
		],
		['with an ID in capitals, and blanks', { id: ` ${UUID.toUpperCase()} ` }, { id: UUID }],
		['with the ID of a data table beside its own', { id: 1, vitallyId: id }, { id }],
		['of a resource in capitals', { resource: ' Account' }, { kind: 'update' }],
		['from a CSV file', { result: undefined, '\uFEFFresult': 'updated' }, { kind: 'update' }],
		['with a column of its own', { details: { result: 'created' } }, { kind: 'update', id }],
		['that only failed', notWritten, { kind: 'failed' }],
		['that failed in a dry run', { ...notWritten, dryRun: true }, { kind: 'failed' }],
		['that may be written', { result: 'failed' }, { kind: 'update' }],
		['that may be created', { result: 'failed', id: '' }, { kind: 'create' }],
		['that was left', { result: 'changedSince', changedFields: {} }, { kind: 'none' }],
		['that was left in part', { result: 'changedSince' }, { kind: 'update' }],
		['of a plan', { result: 'wouldUpdate', dryRun: true }, { kind: 'update' }],
		['with its fields as JSON twice', { changedFields: twice }, { changes: fields }],
	])('is read %s', (_title, others, found) => {
		const item = JSON.parse(JSON.stringify({ ...updated, ...others })) as IDataObject;

		expect(read(item, UNDO)).toMatchObject(found);
	});

	it.each([
		{ form: 'an object', details: updated },
		{ form: 'text', details: JSON.stringify(updated) },
		{ form: 'text in text', details: JSON.stringify({ ...updated, changedFields: twice }) },
	])('is the row in an error item of n8n, with its details as $form', ({ details }) => {
		expect(read({ error: 'No', message: '', details }, UNDO)).toMatchObject({
			kind: 'update',
			id,
			changes: fields,
		});
	});

	it('has no ID where its own column for that is empty, whatever ID a data table gave it', () => {
		const item = { ...created, id: 7, vitallyId: null };

		expect(read(item, APPLY)).toMatchObject({ kind: 'create', id: undefined });
	});

	it('has the External ID of its changes, whatever a sheet made of the column', () => {
		const planned = { ...fields, externalId: change(null, '007') };
		const item = { ...created, externalId: 7, changedFields: planned };

		expect(read(item, APPLY)).toMatchObject({
			externalId: '7',
			newExternalId: '007',
			changes: fields,
		});
		expect(read({ ...item, externalId: '' }, APPLY)).toMatchObject({ externalId: '007' });
	});

	it('needs no custom object where it failed before that was known', () => {
		const item = { ...notWritten, resource: 'account', customObjectId: null };

		expect(read(item, UNDO, { customObjectId: 'obj-1' })).toMatchObject({ kind: 'failed' });
	});

	it('has failed for a Sync: Apply Changes, whatever its fields are', () => {
		expect(read({ ...updated, result: 'failed' }, APPLY)).toMatchObject({ kind: 'failed' });
		expect(read({ error: 'No' }, APPLY)).toMatchObject({ kind: 'failed', reason: 'No' });
	});

	it.each<[string, object, string]>([
		['a summary', { created: 1, updated: 2, fieldsChanged: [] }, 'The input item is a summary'],
		['another item', { id }, "This item has no 'result'"],
		['an unknown result', { ...updated, result: 'done' }, `The 'result' of this item is "done"`],
		['no resource', { ...updated, resource: '' }, "This item has no 'resource'"],
		['no changed fields', { ...updated, changedFields: '' }, "This item has no 'changedFields'"],
		['another resource', { ...updated, resource: 'user' }, "The 'resource' of the input item"],
		['another custom object', { ...updated, customObjectId: 'obj-2' }, `is "obj-2", and that`],
		[
			'fields without old values',
			changing({ name: { new: 'New' } }),
			"The 'changedFields' of this item",
		],
		[
			'fields without new values',
			changing({ name: { old: 'New' } }),
			"The 'changedFields' of this item",
		],
		[
			'a field without values',
			changing({ ...fields, plan: 'gold' }),
			"The 'changedFields' of this item",
		],
		[
			'fields that are no object',
			{ ...updated, changedFields: ['name'] },
			"The 'changedFields' of this item",
		],
		['inherited values', changing({ constructor: {} }), "The 'changedFields' of this item"],
		[
			'text without values',
			{ ...updated, result: 'failed', changedFields: '[object Object]' },
			"The 'changedFields' of this item",
		],
		[
			'no ID',
			{ ...updated, id: null, externalId: '' },
			"This item has no 'id' and no 'externalId'",
		],
		['the ID of a data table', { ...updated, id: 1 }, "'1' is not a Vitally ID"],
		['an External ID that is a path', { ...updated, externalId: '..' }, "'externalId'"],
		['an ID as a field', changing({ id: change('x', id) }), "'id' is not a field that Sync"],
		['a field that is not written', changing({ mrr: change(1, 2) }), "'mrr' is not a field"],
		['a trait without a key', changing({ 'traits.': change('x', 'y') }), "the key ''"],
		['a key of no trait', changing({ 'traits.prototype': change('x', 'y') }), "'prototype' cannot"],
		[
			'such a key in the value of a trait',
			changing({ 'traits.plan': change(JSON.parse('{"__proto__":1}'), 'y') }),
			"An object with the key '__proto__' cannot be sent",
		],
		['a number that lost digits', changing({ 'traits.x': change(2e17, 1) }), 'lost'],
	])('is an error with %s', (_title, item, text) => {
		const place = 'customObjectId' in item ? { customObjectId: 'obj-1' } : {};

		expect(() => read(item, UNDO, place)).toThrow(text);
	});

	it('is an error where only the other value cannot be sent', () => {
		const isOld = changing({ 'traits.x': change(2e17, 1) });
		const isNew = changing({ 'traits.x': change(1, 2e17) });

		expect(() => read(isNew, APPLY)).toThrow('lost');
		expect(() => read(isOld, UNDO)).toThrow('lost');
		expect(read(isNew, UNDO)).toMatchObject({ kind: 'update' });
		expect(read(isOld, APPLY)).toMatchObject({ kind: 'update' });
	});

	it('creates a record only with an External ID', () => {
		expect(read({ ...created }, APPLY)).toMatchObject({ kind: 'create', externalId: 'a1' });
		expect(() => read({ ...created, id, externalId: '' }, APPLY)).toThrow(
			"The 'changedFields' of this item",
		);
		expect(read({ ...created, id, externalId: '' }, UNDO)).toMatchObject({ kind: 'create', id });
	});
});

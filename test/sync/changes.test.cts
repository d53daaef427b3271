import type { IDataObject } from 'n8n-workflow';

import {
	bodyOf,
	changedRecord,
	comparedFields,
	differencesOf,
	emptyRecord,
	isUnseen,
	namesIn,
	valueIn,
	type Changes,
	type ReadFields,
} from '../../nodes/Vitally/sync/changes';
import { errorOf } from '../errors/thrownError.cts';
import { change } from './changeCases.cts';

/** Fields of a user and of an account, as Sync compares them. */
const FIELDS: ReadFields = {
	fields: ['name', 'accountIds'],
	traitsAsFields: ['mrr'],
	additiveFields: ['accountIds'],
	labels: new Map([
		['name', 'Full Name'],
		['accountIds', 'More Account IDs'],
	]),
};

describe('the part of a record that is compared', () => {
	it('has the IDs, the traits, the fields, and the traits that are returned as fields', () => {
		const record = {
			id: 'v1',
			externalId: 'a1',
			name: 'A',
			accountIds: ['acc-1'],
			mrr: 5,
			traits: { plan: 'gold' },
		};

		expect(comparedFields({ ...record, healthScore: 7 }, FIELDS)).toEqual(record);
	});

	it('has the value of another form, where the service returns a field in one', () => {
		const readAs = { accountIds: ({ accounts }: IDataObject) => accounts };

		expect(comparedFields({ accounts: ['acc-1'] }, { ...FIELDS, readAs })).toEqual({
			accountIds: ['acc-1'],
		});
	});

	it.each([
		{ field: 'externalId', value: 'null', empty: null },
		{ field: 'traits', value: 'null', empty: null },
		{ field: 'name', value: 'null', empty: null },
		{ field: 'mrr', value: 'null', empty: null },
		{ field: 'name', value: 'an empty text', empty: '' },
		{ field: 'mrr', value: 'zero', empty: 0 },
	])('has $field where its value is $value', ({ field, empty }) => {
		expect(comparedFields({ [field]: empty }, FIELDS)).toEqual({ [field]: empty });
	});

	it.each([
		{ field: 'externalId', shown: 7 },
		{ field: 'traits', shown: 'none' },
		{ field: 'traits', shown: ['plan'] },
	])('lacks $field where the service shows $shown', ({ field, shown }) => {
		expect(comparedFields({ id: 'v1', [field]: shown }, FIELDS)).toEqual({ id: 'v1' });
	});
});

describe('a record that is not there yet', () => {
	it('has no External ID, no fields and no traits', () => {
		expect(emptyRecord(FIELDS)).toEqual({
			externalId: null,
			name: null,
			accountIds: null,
			mrr: null,
			traits: {},
		});
	});

	it.each([
		{ field: 'the External ID', body: { externalId: 'a1' }, name: 'externalId', value: 'a1' },
		{ field: 'a field', body: { name: 'A' }, name: 'name', value: 'A' },
		{
			field: 'a list to which Vitally only adds',
			body: { accountIds: ['acc-1'] },
			name: 'accountIds',
			value: ['acc-1'],
		},
		{ field: 'a trait', body: { traits: { plan: 'gold' } }, name: 'traits.plan', value: 'gold' },
		{
			field: 'a trait that Vitally returns as a field',
			body: { traits: { mrr: 5 } },
			name: 'traits.mrr',
			value: 5,
		},
	])('gets $field, which was empty before', ({ body, name, value }) => {
		expect(differencesOf(emptyRecord(FIELDS), body, FIELDS)).toEqual({
			[name]: change(null, value),
		});
	});
});

describe('a record that another run has just created', () => {
	it('shows only its Vitally ID', () => {
		expect({ countsAsJustCreated: isUnseen({ id: 'v1' }) }).toEqual({ countsAsJustCreated: true });
	});

	it.each([
		{ shown: 'the External ID', record: { id: 'v1', externalId: 'a1' } },
		{ shown: 'a name that is empty', record: { id: 'v1', name: null } },
		{ shown: 'traits', record: { id: 'v1', traits: {} } },
	])('cannot be one that shows more than its Vitally ID: $shown', ({ record }) => {
		expect({ countsAsJustCreated: isUnseen(record) }).toEqual({ countsAsJustCreated: false });
	});
});

describe('a field that Vitally does not show', () => {
	it.each([
		{ field: 'with a label of the editor', name: 'name', label: 'Full Name' },
		{ field: 'without a label', name: 'healthScore', label: 'Health Score' },
		{ field: 'that is a trait', name: 'traits.contract_owner', label: 'Contract Owner' },
		{ field: 'that is a trait with the name of a field', name: 'traits.name', label: 'Name' },
		{
			field: 'that is a trait of another tool',
			name: 'traits.crm.sales.contract_end',
			label: 'Contract End',
		},
		{ field: 'that is a trait which Vitally returns as a field', name: 'traits.mrr', label: 'MRR' },
	])('has in the error the name that the editor gives it: $field', ({ name, label }) => {
		expect(errorOf(() => valueIn({ id: 'v1' }, name, FIELDS))).toEqual({
			class: 'VitallyError',
			message: `Vitally's list does not show '${label}'`,
			description:
				'Check whether the API key may read the field, or leave the field out of the table. The record does not show it either, so its value cannot be compared, and an undo could not restore it. Nothing was written.',
			facts: { field: label },
		});
	});
});

describe('the value of a record', () => {
	it.each([
		{ value: 'a field', record: { name: 'A', traits: { name: 'B' } }, name: 'name', found: 'A' },
		{
			value: 'a trait with the name of a field',
			record: { name: 'A', traits: { name: 'B' } },
			name: 'traits.name',
			found: 'B',
		},
		{
			value: 'a trait with dots in its key',
			record: { traits: { 'crm.plan': 'gold' } },
			name: 'traits.crm.plan',
			found: 'gold',
		},
		{
			value: 'a trait that Vitally returns as a field',
			record: { mrr: 5, traits: {} },
			name: 'traits.mrr',
			found: 5,
		},
		{
			value: 'a trait that Vitally returns as a field and among the traits',
			record: { mrr: 'from the field', traits: { mrr: 'from the traits' } },
			name: 'traits.mrr',
			found: 'from the traits',
		},
		{
			value: 'a trait that Vitally returns as a field, where the record shows no traits',
			record: { mrr: 5 },
			name: 'traits.mrr',
			found: 5,
		},
		{
			value: 'a trait that Vitally returns as a field, where the record shows its traits as null',
			record: { mrr: 5, traits: null },
			name: 'traits.mrr',
			found: 5,
		},
		{
			value: 'a trait with the name of another field, which the record does not have',
			record: { name: 'A', traits: {} },
			name: 'traits.name',
			found: undefined,
		},
		{
			value: 'a trait of a record whose traits are null',
			record: { traits: null },
			name: 'traits.plan',
			found: undefined,
		},
	])('comes from the place that the name of its change says: $value', ({ record, name, found }) => {
		expect({ [name]: valueIn(record as IDataObject, name, FIELDS) }).toEqual({ [name]: found });
	});
});

describe('what a row changes of a record', () => {
	const record = { name: 'A', accountIds: ['acc-1'], mrr: 5, traits: { plan: 'gold' } };

	it('has the old and the new value of each field that differs, and no other', () => {
		const body = { name: 'B', accountIds: ['acc-1'], traits: { plan: 'free', mrr: 5 } };

		expect(differencesOf(record, body, FIELDS)).toEqual({
			name: change('A', 'B'),
			'traits.plan': change('gold', 'free'),
		});
	});

	it('has null as the old value of a trait that the record does not have', () => {
		expect(differencesOf(record, { traits: { region: 'EU' } }, FIELDS)).toEqual({
			'traits.region': change(null, 'EU'),
		});
	});

	it.each([
		{ list: 'another entry', sent: ['acc-2'], joined: ['acc-1', 'acc-2'] },
		{
			list: 'an entry that is there, and another one',
			sent: ['acc-2', 'acc-1'],
			joined: ['acc-1', 'acc-2'],
		},
		{ list: 'one entry twice', sent: ['acc-2', 'acc-2'], joined: ['acc-1', 'acc-2'] },
	])('has a list to which Vitally only adds, with $list', ({ sent, joined }) => {
		expect(differencesOf(record, { accountIds: sent }, FIELDS)).toEqual({
			accountIds: change(['acc-1'], joined),
		});
	});

	it.each([
		{ list: 'null', old: null },
		{ list: 'an empty list', old: [] },
	])('has what is added to $list', ({ old }) => {
		expect(
			differencesOf({ ...record, accountIds: old }, { accountIds: ['acc-2'] }, FIELDS),
		).toEqual({ accountIds: change(old, ['acc-2']) });
	});

	it('names fields and traits apart, and a trait by its whole key', () => {
		const body = { name: 'A', traits: { name: 'B', 'crm.plan': 'gold' } };

		expect(namesIn(body)).toEqual(['name', 'traits.name', 'traits.crm.plan']);
	});
});

describe('the body of changes', () => {
	it.each<{ title: string; changes: Changes; body: object }>([
		{
			title: 'a field and traits',
			changes: {
				name: change('A', 'B'),
				'traits.plan': change('x', 'gold'),
				'traits.a.b': change(1, 2),
			},
			body: { name: 'B', traits: { plan: 'gold', 'a.b': 2 } },
		},
		{ title: 'a field alone', changes: { name: change('A', 'B') }, body: { name: 'B' } },
		{ title: 'a value that is cleared', changes: { mrr: change(5, null) }, body: { mrr: null } },
		{ title: 'nothing', changes: {}, body: {} },
	])('has the new value of each: $title', ({ changes, body }) => {
		expect(bodyOf(changes)).toEqual(body);
	});
});

describe('a record after a body was written', () => {
	const record = { id: 'v1', name: 'A', mrr: 5, traits: { plan: 'gold', seats: 1 } };

	it.each([
		{ value: 'the field of the body', body: { name: 'B' }, after: { ...record, name: 'B' } },
		{
			value: 'a field that it did not have',
			body: { csmId: 'c1' },
			after: { ...record, csmId: 'c1' },
		},
		{
			value: 'the trait of the body beside its other traits',
			body: { traits: { seats: 2 } },
			after: { ...record, traits: { plan: 'gold', seats: 2 } },
		},
		{ value: 'all that it had, where the body is empty', body: {}, after: record },
	])('has $value', ({ body, after }) => {
		expect(changedRecord(record, body)).toEqual(after);
	});

	it('has the traits of the body where it had none', () => {
		expect(changedRecord({ id: 'v1' }, { traits: { seats: 2 } })).toEqual({
			id: 'v1',
			traits: { seats: 2 },
		});
	});
});

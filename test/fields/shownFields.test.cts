import type { INodeProperties } from 'n8n-workflow';

import { optionsField } from '../../nodes/Vitally/fields/collections';
import { assertExpressionResolved } from '../../nodes/Vitally/fields/fixedExpressions';
import { rowsProperty, textProperty } from '../../nodes/Vitally/fields/properties';
import {
	fieldsBelow,
	findShownField,
	labelOfParameter,
} from '../../nodes/Vitally/fields/shownFields';
import { errorOf } from '../errors/thrownError.cts';

const shownFor = (resource: string) => ({ displayOptions: { show: { resource: [resource] } } });

const FIELDS: INodeProperties[] = [
	textProperty('Name', 'name'),
	textProperty('Subject of the Note', 'subject', shownFor('note')),
	textProperty('Subject of the Conversation', 'subject', shownFor('conversation')),
	textProperty('Hidden Alone', 'alone', shownFor('note')),
	optionsField([textProperty('First Tag', 'tag')]),
	rowsProperty('Messages', 'messages', {
		options: [
			{ displayName: 'Message', name: 'message', values: [textProperty('Text of It', 'text')] },
		],
	}),
];

const field = (name: string) => FIELDS.find((candidate) => candidate.name === name);

describe('the label of a parameter', () => {
	it.each([
		{ name: 'name', resource: 'note', label: 'Name' },
		{ name: 'subject', resource: 'note', label: 'Subject of the Note' },
		{ name: 'subject', resource: 'conversation', label: 'Subject of the Conversation' },
		{ name: 'subject', resource: 'task', label: 'Subject' },
		{ name: 'alone', resource: 'conversation', label: 'Hidden Alone' },
		{ name: 'otherName', resource: 'note', label: 'Other Name' },
	])('reads "$label" for $name of a $resource', ({ name, resource, label }) => {
		expect({ label: labelOfParameter({ fields: FIELDS, stored: { resource } }, name) }).toEqual({
			label,
		});
	});
});

describe('the fields in a field', () => {
	it.each([
		{ kind: 'a collection', name: 'options', below: ['First Tag: tag'] },
		{ kind: 'the rows of a form', name: 'messages', below: ['Messages: message'] },
		{ kind: 'a text', name: 'name', below: [] },
	])('include what is directly in $kind', ({ name, below }) => {
		const found = fieldsBelow(field(name) as INodeProperties);

		expect({ below: found.map((inner) => `${inner.displayName}: ${inner.name}`) }).toEqual({
			below,
		});
	});

	it('include what is in a row of a form', () => {
		const [rows] = fieldsBelow(field('messages') as INodeProperties);
		const text = findShownField(fieldsBelow(rows), 'text', {});

		expect({ label: text?.displayName }).toEqual({ label: 'Text of It' });
	});
});

describe('the error of an expression that is fixed', () => {
	const expression = '{{ $json.a }}';

	it.each([
		{ where: 'a field', name: 'name', stored: expression, label: 'Name' },
		{
			where: 'a field of a collection',
			name: 'options',
			stored: { tag: expression },
			label: 'First Tag',
		},
		{
			where: 'a field of a row',
			name: 'messages',
			stored: { message: [{ text: 'Hi' }, { text: expression }] },
			label: 'Text of It',
		},
		{
			where: 'a locator in place of a text',
			name: 'name',
			stored: { mode: 'id', value: expression },
			label: 'Name',
		},
		{
			where: 'a field that the editor does not have',
			name: 'otherName',
			stored: expression,
			label: 'Other Name',
		},
	])('names $where by its label', ({ name, stored, label }) => {
		const parameters = { fields: FIELDS, stored: { [name]: stored } };

		expect(errorOf(() => assertExpressionResolved(parameters, name))).toEqual({
			class: 'VitallyError',
			message: `The expression in '${label}' is not evaluated, because the field is set to Fixed: ${expression}`,
			description:
				"Choose 'Expression' above the field, and check the result that n8n shows below it.",
			facts: {},
		});
	});
});

import {
	additionalCollection,
	filterCollection,
	optionsField,
	updateCollection,
} from '../../nodes/Vitally/fields/collections';
import {
	dateProperty,
	jsonProperty,
	numberProperty,
	optionSwitch,
	switchProperty,
	textProperty,
	timeProperty,
} from '../../nodes/Vitally/fields/properties';

describe('a field of the editor', () => {
	it.each([
		{ kind: 'text', create: textProperty, type: 'string', initial: '' },
		{ kind: 'a date', create: dateProperty, type: 'dateTime', initial: '', isDateOnly: true },
		{ kind: 'a time', create: timeProperty, type: 'dateTime', initial: '' },
		{ kind: 'a number', create: numberProperty, type: 'number', initial: 0 },
		{ kind: 'a switch', create: switchProperty, type: 'boolean', initial: false },
		{ kind: 'a switch of a collection', create: optionSwitch, type: 'boolean', initial: true },
		{ kind: 'JSON', create: jsonProperty, type: 'json', initial: '{}' },
	])('has the control and the default of its kind: $kind', ({ create, ...expected }) => {
		const { type, default: initial, typeOptions } = create('Label', 'name', {});

		expect({ type, initial, isDateOnly: typeOptions?.dateOnly }).toEqual({
			type: expected.type,
			initial: expected.initial,
			isDateOnly: expected.isDateOnly,
		});
	});
});

describe('a collection of fields', () => {
	const fields = [
		textProperty('Zone', 'a'),
		textProperty('amount', 'b'),
		textProperty('Base', 'c'),
	];

	it.each([
		{ name: 'updateFields', create: updateCollection, hide: undefined },
		{ name: 'filters', create: filterCollection, hide: undefined },
		{ name: 'options', create: optionsField, hide: undefined },
		// The mapper offers the same fields.
		{ name: 'additionalFields', create: additionalCollection, hide: { traitsMode: ['mapper'] } },
	])('sorts its fields by label, and hides only beside the mapper: $name', (row) => {
		const { name, options = [], displayOptions } = row.create(fields);
		const labels = options.map((option) => 'displayName' in option && option.displayName);

		expect({ name, labels, hide: displayOptions?.hide }).toEqual({
			name: row.name,
			labels: ['amount', 'Base', 'Zone'],
			hide: row.hide,
		});
	});
});

import type { INodeProperties } from 'n8n-workflow';

/** What a property has besides its label, name and type; it takes precedence over what a kind of property sets. */
type Overrides = Partial<INodeProperties>;

/** Tells how a date is entered; AI models read it too. */
export const DATE_HINT = 'A date such as 2026-03-31; any time is ignored';

/** Below days that are mostly counted from today. */
export const DATE_FROM_NOW_HINT = "In a week: {{ $now.plus(7, 'days') }}";

export const DATE_TIME_HINT =
	"A time such as 2026-03-31T14:30:00Z; without a time zone, the workflow's is used";

/** Hides from AI tools what is for several items at once. */
export const NOT_IN_TOOLS: NonNullable<INodeProperties['displayOptions']> = {
	show: { '@tool': [false] },
};

export function textProperty(
	displayName: string,
	name: string,
	overrides: Overrides = {},
): INodeProperties {
	return { displayName, name, type: 'string', default: '', ...overrides };
}

export const nameField = textProperty('Name', 'name', {
	required: true,
	placeholder: 'e.g. Acme Inc.',
});

export function dateProperty(
	displayName: string,
	name: string,
	overrides: Overrides = {},
): INodeProperties {
	return {
		displayName,
		name,
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		description: DATE_HINT,
		...overrides,
	};
}

export function timeProperty(
	displayName: string,
	name: string,
	overrides: Overrides = {},
): INodeProperties {
	return {
		displayName,
		name,
		type: 'dateTime',
		default: '',
		description: DATE_TIME_HINT,
		...overrides,
	};
}

export function numberProperty(
	displayName: string,
	name: string,
	overrides: Overrides,
): INodeProperties {
	return { displayName, name, type: 'number', default: 0, ...overrides };
}

/** A switch that is off, unless `overrides` contains another default. */
export function switchProperty(
	displayName: string,
	name: string,
	overrides: Overrides,
): INodeProperties {
	return { displayName, name, type: 'boolean', default: false, ...overrides };
}

/** A switch that is on as soon as a person adds it to a collection, and off where it is not there. */
export function optionSwitch(
	displayName: string,
	name: string,
	overrides: Overrides,
): INodeProperties {
	return switchProperty(displayName, name, { ...overrides, default: true });
}

export function jsonProperty(
	displayName: string,
	name: string,
	overrides: Overrides,
): INodeProperties {
	return { displayName, name, type: 'json', default: '{}', ...overrides };
}

/** A form with any number of rows. */
export function rowsProperty(
	displayName: string,
	name: string,
	overrides: Overrides,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		...overrides,
	};
}

/** The fields of a row of a form, as `options` of `rowsProperty`. */
export function formRow(displayName: string, name: string, values: INodeProperties[]) {
	return [{ displayName, name, values }];
}

/** A drop-down, and the values that it offers. */
export interface Choice<T extends string = string> extends INodeProperties {
	options: Array<{ name: string; value: T; description?: string }>;
	default: T;
}

export function choiceProperty<T extends string>(
	displayName: string,
	name: string,
	facts: Overrides & Pick<Choice<T>, 'options' | 'default'>,
): Choice<T> {
	// In the literal, n8n's lint rules would demand a default beside it.
	const type = 'options';

	return { displayName, name, type, ...facts };
}

import type { INodeProperties } from 'n8n-workflow';

type More = Partial<INodeProperties>;

export function textProperty(displayName: string, name: string, more: More = {}): INodeProperties {
	return { displayName, name, type: 'string', default: '', ...more };
}

export function dateProperty(displayName: string, name: string, more: More = {}): INodeProperties {
	const typeOptions = { dateOnly: true };
	const description = DATE_HINT;

	return { displayName, name, type: 'dateTime', typeOptions, default: '', description, ...more };
}

export function timeProperty(displayName: string, name: string, more: More = {}): INodeProperties {
	const description = DATE_TIME_HINT;

	return { displayName, name, type: 'dateTime', default: '', description, ...more };
}

export function numberProperty(displayName: string, name: string, more: More): INodeProperties {
	return { displayName, name, type: 'number', default: 0, ...more };
}

/** A switch that is off, unless `more` has another default. */
export function switchProperty(displayName: string, name: string, more: More): INodeProperties {
	return { displayName, name, type: 'boolean', default: false, ...more };
}

/** A switch that is on as soon as a person adds it to a collection, and off where it is not there. */
export function optionSwitch(displayName: string, name: string, more: More): INodeProperties {
	return switchProperty(displayName, name, { ...more, default: true });
}

export function jsonProperty(displayName: string, name: string, more: More): INodeProperties {
	return { displayName, name, type: 'json', default: '{}', ...more };
}

/** A form with any number of rows. */
export function rowsProperty(displayName: string, name: string, more: More): INodeProperties {
	const typeOptions = { multipleValues: true };

	return { displayName, name, type: 'fixedCollection', typeOptions, default: {}, ...more };
}

/** What a row of a form contains. */
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
	more: More & Pick<Choice<T>, 'options' | 'default'>,
): Choice<T> {
	const type = 'options';

	return { displayName, name, type, ...more };
}

/** For what AI tools do not show, because it is for several items at once. */
export const NOT_IN_TOOLS: NonNullable<INodeProperties['displayOptions']> = {
	show: { '@tool': [false] },
};

/** AI models read it too. */
export const DATE_HINT = 'A date such as 2026-03-31; any time is ignored';

export const DATE_TIME_HINT =
	"A time such as 2026-03-31T14:30:00Z; without a time zone, the workflow's is used";

export const nameField = textProperty('Name', 'name', {
	required: true,
	placeholder: 'e.g. Acme Inc.',
});

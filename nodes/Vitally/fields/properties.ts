import type { INodeProperties } from 'n8n-workflow';

import { DATE_HINT, DATE_TIME_HINT } from './dateHints';

type More = Partial<INodeProperties>;

export function textProperty(displayName: string, name: string, more: More = {}): INodeProperties {
	return { displayName, name, type: 'string', default: '', ...more };
}

/** A calendar date. */
export function dateProperty(displayName: string, name: string, more: More = {}): INodeProperties {
	const typeOptions = { dateOnly: true };
	const description = DATE_HINT;
	return { displayName, name, type: 'dateTime', typeOptions, default: '', description, ...more };
}

/** A moment in time. */
export function timeProperty(displayName: string, name: string, more: More = {}): INodeProperties {
	const description = DATE_TIME_HINT;
	return { displayName, name, type: 'dateTime', default: '', description, ...more };
}

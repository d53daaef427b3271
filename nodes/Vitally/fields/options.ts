import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import type { ItemParameters } from './itemParameters';
import { optionCollection } from './collections';

const DEFAULT_MAX_WAIT_SECONDS = 300;

const maxWaitOption: INodeProperties = {
	displayName: 'Max Wait',
	name: 'maxWait',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: DEFAULT_MAX_WAIT_SECONDS,
	description:
		'How many seconds a request may wait when Vitally asks to, because too many were sent with the key. 0 refuses the item instead.',
};

/**
 * The options of an operation, 'Max Wait' among them.
 *
 * @param options those that only this operation has
 */
export function optionsField(
	options: Array<INodeProperties | INodePropertyCollection> = [],
): INodeProperties {
	return optionCollection([...options, maxWaitOption]);
}

/**
 * @returns milliseconds
 * @throws VitallyError for what is no number of seconds
 */
export function maxWaitOf(item: ItemParameters): number {
	const value = item.param('options.maxWait', DEFAULT_MAX_WAIT_SECONDS);
	const seconds = value === '' || value === null ? DEFAULT_MAX_WAIT_SECONDS : Number(value);
	if (seconds >= 0) return seconds * 1000;
	throw new VitallyError(
		`The value ${JSON.stringify(value)} of 'Max Wait' is not a number of seconds`,
		'Enter 0 or more seconds.',
	);
}

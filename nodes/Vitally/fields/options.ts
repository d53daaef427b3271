import type {
	IExecuteSingleFunctions,
	INodeProperties,
	INodePropertyCollection,
} from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { optionCollection } from './collections';
import type { Show } from './show';

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
 * The options of operations, 'Max Wait' among them.
 *
 * @param options those that only these operations have
 */
export function optionsField(
	show: Show,
	options: Array<INodeProperties | INodePropertyCollection> = [],
): INodeProperties {
	return optionCollection(show, [...options, maxWaitOption]);
}

/**
 * @returns milliseconds
 * @throws VitallyError for what is no number of seconds
 */
export function maxWaitOf(item: IExecuteSingleFunctions): number {
	const value = item.getNodeParameter('options.maxWait', DEFAULT_MAX_WAIT_SECONDS);
	const seconds = value === '' || value === null ? DEFAULT_MAX_WAIT_SECONDS : Number(value);
	if (seconds >= 0) return seconds * 1000;
	throw new VitallyError(
		`The value ${JSON.stringify(value)} of 'Max Wait' is not a number of seconds`,
		'Enter 0 or more seconds.',
	);
}

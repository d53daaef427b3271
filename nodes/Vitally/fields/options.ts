import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { optionCollection } from './collections';
import type { ItemParameters } from './itemParameters';
import { readNumber } from './readers';

const DEFAULT_MAX_WAIT_SECONDS = 300;

const maxWaitOption: INodeProperties = {
	displayName: 'Max Wait',
	name: 'maxWait',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: DEFAULT_MAX_WAIT_SECONDS,
	description:
		"Maximum time in seconds to wait when Vitally's rate limit is reached. Set to 0 to fail immediately.",
};

/**
 * The options of an operation.
 *
 * @param options in addition to 'Max Wait', which all operations have
 */
export function optionsField(
	options: Array<INodeProperties | INodePropertyCollection> = [],
): INodeProperties {
	return optionCollection([...options, maxWaitOption]);
}

/**
 * @returns milliseconds
 * @throws VitallyError for anything but a number of seconds
 */
export function readMaxWait(item: ItemParameters): number {
	const value = item.param('options.maxWait');
	if (value === '' || value === null) return DEFAULT_MAX_WAIT_SECONDS * 1000;
	const seconds = readNumber(
		item,
		{ parameter: 'options.maxWait', label: 'Max Wait' },
		{
			fallback: DEFAULT_MAX_WAIT_SECONDS,
			isAllowed: (number) => number >= 0 && Number.isFinite(number),
			wanted: 'a number of seconds, 0 or more',
		},
	);
	return seconds * 1000;
}

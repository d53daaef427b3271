import type { INodeProperties } from 'n8n-workflow';

import { builtNodes } from '../description/nodeDescriptions.cts';
import { read } from './docFiles.cts';

/** Whether a field of Create or Update has the present time before anyone fills it in. */
const isFilledIn = ({ default: initial, displayOptions }: INodeProperties) =>
	String(initial).includes('$now') && displayOptions?.show?.operation?.includes('upsert');

const filledIn = builtNodes
	.flatMap(({ description }) => description.properties)
	.filter(isFilledIn)
	.map(({ displayName }) => displayName);

describe('README.md', () => {
	it('names each field that Create or Update sets although nobody fills it in', () => {
		const [, about] = read('README.md').split('- **Create or Update** ');
		const [line] = about.split('\n');

		expect(filledIn.filter((name) => !line.includes(`_${name}_`))).toEqual([]);
		expect(filledIn).not.toEqual([]);
	});
});

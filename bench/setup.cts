import { measure, type Measured } from './process.cts';
import { rounded, type Section } from './section.cts';
import type { Deed, SetupCase, Width } from './setup.case.cts';

const ITEMS = 10_000;
const WIDTHS: Width[] = ['accounts only', 'all resources', 'filled up'];
const DEEDS: Deed[] = ['create', 'update'];

/** What a node of many properties costs each item before anything is sent. */
export async function benchSetup(): Promise<Section> {
	const rows: Section['rows'] = [];
	for (const deed of DEEDS) {
		let narrow: number | undefined;
		for (const width of WIDTHS) {
			const input: SetupCase = { width, deed, items: ITEMS };
			const result = await measure<Measured & { properties: number }>('setup.case.cts', input);
			const { seconds, properties } = result;
			narrow ??= seconds;
			rows.push({
				operation: deed,
				node: width,
				properties,
				'CPU seconds': rounded(seconds),
				'ms per item': rounded((seconds * 1000) / ITEMS, 3),
				'times accounts only': rounded(seconds / narrow),
			});
		}
	}
	return {
		title: `Set up ${ITEMS.toLocaleString('en')} items`,
		intro:
			'Accounts created and updated with Dry Run on, so that no request is sent; both fields of each item are expressions. n8n walks all properties of a node for every item, twice, and resolves what is stored under the name of each, before it looks whether the property is shown at all. The node cut down to what accounts need, as it is, and filled up with copies of its hidden properties to the 150 that it may have. Each in a process of its own; the better of two rounds.',
		rows,
	};
}

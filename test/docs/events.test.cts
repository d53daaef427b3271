import type { INodePropertyOptions } from 'n8n-workflow';

import { builtNodes } from '../description/built.cts';
import { read } from './texts.cts';

const trigger = builtNodes.find(({ description }) => description.name === 'vitallyTrigger');
const events = (
	trigger?.description.properties.find(({ name }) => name === 'triggerOn')
		?.options as INodePropertyOptions[]
).map(({ name }) => name);

/** The first column of the table of events: several kinds of records share a row, and several events. */
const rows = read('docs/trigger.md')
	.split(/^\| Trigger On .*\n.*\n/m)[1]
	.split('\n\n')[0]
	.split('\n')
	.map((line) => line.split('|')[1].trim());

const kindOf = /^(?:Custom Object Instance|(?:NPS|Survey) Response|\w+)(?= )/;

function isIn(row: string, event: string): boolean {
	const [kind] = kindOf.exec(event) ?? [''];
	const words = event.slice(kind.length + 1).split(' ');
	const has = (text: string) => new RegExp(`\\b${text}\\b`).test(row);
	return (row.includes('of every kind') || has(kind)) && words.every(has);
}

describe('the table of events in docs/trigger.md', () => {
	it('has every event', () => {
		expect(events.length).toBeGreaterThan(30);
		const missing = events.filter((event) => !rows.some((row) => isIn(row, event)));
		expect(missing.map((event) => `add '${event}' to a row`)).toEqual([]);
	});

	it('has no other event', () => {
		const unknown = rows.filter((row) => !events.some((event) => isIn(row, event)));
		expect(unknown.map((row) => `remove the row '${row}'`)).toEqual([]);
	});

	it('names no kind of record that has no such event', () => {
		const without = rows.flatMap((row) =>
			[...new Set(events.map((event) => kindOf.exec(event)?.[0] ?? ''))]
				.filter((kind) => new RegExp(`\\b${kind}\\b`).test(row))
				.filter((kind) => !events.some((event) => event.startsWith(kind) && isIn(row, event)))
				.map((kind) => `'${row}': no such event of '${kind}'`),
		);
		expect(without).toEqual([]);
	});
});

import { EVENTS } from '../../nodes/Vitally/trigger/triggerEvents';
import { moreThan } from '../fixtures/bounds.cts';
import { read } from './docFiles.cts';

const events = EVENTS.map(({ displayName, resource: { label: kind } }) => ({
	kind,
	/** The words of an event after its resource, such as `Updated` or `Entered Segment`. */
	words: displayName.slice(kind.length + 1).split(' '),
	displayName,
}));

type Event = (typeof events)[number];

/** The events and the kinds of records of each row in the table of events: a row may have several of both. */
const rows = read('docs/trigger.md')
	.split(/^\| Trigger On .*\n.*\n/m)[1]
	.split('\n\n')[0]
	.split('\n')
	.map((line) => line.split('|').slice(1, 3).join(' of ').trim());

/** A row of instances is none of custom objects. */
const namesKind = (row: string, kind: string) => new RegExp(`\\b${kind}\\b(?! Instance)`).test(row);

function isIn(row: string, { kind, words }: Event): boolean {
	const has = (word: string) => new RegExp(`\\b${word}\\b`).test(row);

	return namesKind(row, kind) && words.every(has);
}

describe('the table of events in docs/trigger.md', () => {
	it('names every event', () => {
		expect({ events: events.length }).toEqual({ events: moreThan(30) });

		const missing = events.filter((event) => !rows.some((row) => isIn(row, event)));

		expect(missing.map(({ displayName }) => `add '${displayName}' to a row`)).toEqual([]);
	});

	it('names no other event', () => {
		const unknown = rows.filter((row) => !events.some((event) => isIn(row, event)));

		expect(unknown.map((row) => `remove the row '${row}'`)).toEqual([]);
	});

	it('names no kind of record that has no such event', () => {
		const without = rows.flatMap((row) =>
			[...new Set(events.map(({ kind }) => kind))]
				.filter((kind) => namesKind(row, kind))
				.filter((kind) => !events.some((event) => event.kind === kind && isIn(row, event)))
				.map((kind) => `'${row}': no such event of '${kind}'`),
		);

		expect(without).toEqual([]);
	});
});

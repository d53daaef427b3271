import { createScan } from '../../../nodes/Vitally/trigger/scan/createScan';
import {
	canonicalTimestamp,
	TimestampsMissingError,
} from '../../../nodes/Vitally/trigger/scan/record';
import { configOf } from './config.cts';
import { pollPages } from './poll.cts';

const NOON = '2026-03-02T12:00:00.000Z';
const FORMS = ['2026-03-02T12:00:00Z', '2026-03-02T13:00:00.000+01:00', '2026-03-02T12:00:00.000'];
const page = (...results: unknown[]) => ({ results, next: null });
const row = (id: string, updatedAt: string, fields: object = {}) => ({
	id,
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt,
	...fields,
});

describe('one instant in another form', () => {
	it.each(FORMS)('updatedAt %s is no change', (form) => {
		const config = configOf({ triggerOn: 'noteUpdated' });
		const start = pollPages([page(row('a', '2026-03-01T00:00:00.000Z'))], config, null);
		const first = pollPages([page(row('b', NOON), row('a', NOON))], config, start.state);
		expect(first.events).toHaveLength(2);
		const again = pollPages([page(row('b', form), row('a', form))], config, first.state);
		expect(again.events).toEqual([]);
	});

	it.each([
		['accountChurned', 'churnedAt'],
		['noteArchived', 'archivedAt'],
	])('%s: %s is no other date', (triggerOn, field) => {
		const config = configOf({ triggerOn });
		const at = (text: string, updatedAt: string) => row('a', updatedAt, { [field]: text });
		let { state } = pollPages([page(row('z', NOON, { [field]: NOON }))], config, null);
		const keys = ['2026-03-02T00:00:00Z', '2026-03-02T00:00:00.000Z', '2026-03-02']
			.concat('2026-03-02T01:00:00+01:00', '2026-03-03')
			.map((text, index) => {
				const done = pollPages([page(at(text, `2026-03-05T12:0${index}:00Z`))], config, state);
				state = done.state;
				return done.events.map(({ key }) => key);
			});
		expect(keys).toEqual([
			['a|2026-03-02T00:00:00.000Z'],
			[],
			[],
			[],
			['a|2026-03-03T00:00:00.000Z'],
		]);
	});

	it.each([
		['2026-01-02T03:04:05.678901+02:00', '2026-01-02T01:04:05.678901Z'],
		['2026-01-02T03:04:05.670000Z', '2026-01-02T03:04:05.670Z'],
		['2026-01-02', '2026-01-02T00:00:00.000Z'],
		['soon', undefined],
		[7, undefined],
	])('%s is %s', (text, canonical) => {
		expect(canonicalTimestamp(text)).toBe(canonical);
	});
});

describe('an answer without timestamps', () => {
	const config = configOf({ triggerOn: 'accountUpdated' });
	const start = () => pollPages([page(row('a', NOON))], config, null).state;
	const bare = [{ id: 'b' }, { id: 'a' }];

	it('is an error for a feed that has seen some', () => {
		const scan = createScan(start(), config);
		expect(() => scan.page(bare, null)).toThrow(TimestampsMissingError);
	});

	it('is one on a later page too', () => {
		const scan = createScan(start(), config);
		scan.page([row('c', '2026-03-03T00:00:00Z')], 'next');
		expect(() => scan.page(bare, null)).toThrow(TimestampsMissingError);
	});
});

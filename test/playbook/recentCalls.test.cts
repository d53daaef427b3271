import { RecentCalls } from '../../nodes/Vitally/playbook/recentCalls';

describe('Repeated deliveries', () => {
	let now = 0;
	const repeats = () => new RecentCalls(() => now);

	it('are the same content at the same webhook within a minute', () => {
		const seen = repeats();
		expect(seen.add('a', { id: 1 })).toBe(false);
		expect(seen.add('b', { id: 1 })).toBe(false);
		expect(seen.add('a', { id: 2 })).toBe(false);
		now += 59_000;
		expect(seen.add('a', { id: 1 })).toBe(true);
		now += 61_000;
		expect(seen.add('a', { id: 1 })).toBe(false);
	});

	it('are forgotten in time, and bounded', () => {
		const seen = repeats();
		const size = () => (Reflect.get(seen, 'seen') as Map<string, number>).size;
		for (let index = 0; index < 12_000; index++) seen.add('a', index);
		expect(size()).toBe(10_000);
		now += 60_000;
		seen.add('a', 'one more');
		expect(size()).toBe(1);
	});
});

import { TriggerFixtures } from './fixtures.cts';

/** A separate file, because the process remembers that the key has nothing left. */
describe('a poll whose key has nothing left for an hour', () => {
	const fixtures = TriggerFixtures.forEachTest();

	it('ends with the time that n8n grants it, and changes nothing', async () => {
		const node = fixtures.open(
			{ triggerOn: 'accountUpdated', watch: 'anyChange' },
			{ budgetMs: 60_000 },
		);
		await node.activate();
		Object.assign(fixtures.sandbox.limits, {
			budget: fixtures.sandbox.requests.length + 1,
			windowMs: 3_600_000,
		});
		fixtures.touch(3);
		await node.tick();
		expect(node.items).toHaveLength(3);
		const before = node.stored.at(-1);
		await node.tick();
		expect(node.errors.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^Vitally asks to wait \d+ seconds .* the time allows 60$/),
		]);
		expect(node.stored.at(-1)).toBe(before);
	});
});

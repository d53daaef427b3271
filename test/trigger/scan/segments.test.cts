import { configOf, eventsOf, eventsOfUnread, pollPages, timestampAt } from './poll.cts';

const [gold, risk] = ['Gold', 'At Risk'].map((name) => ({ id: `id of ${name}`, name }));
const [entered, exited] = ['accountEnteredSegment', 'accountExitedSegment'];

describe('segments', () => {
	/** What each poll finds: names with + and -. */
	const changesOf = (triggerOn: string, segment: string | undefined, ...lists: unknown[]) =>
		eventsOf(configOf({ triggerOn, segment }), ...lists.map((segments) => ({ segments }))).map(
			(events) =>
				events
					.flatMap(({ segmentsAdded = [], segmentsRemoved = [] }) => [
						...segmentsAdded.map((name) => `+${name}`),
						...segmentsRemoved.map((name) => `-${name}`),
					])
					.join(' '),
		);

	it.each<[string, string | undefined, unknown[], string[]]>([
		[
			entered,
			undefined,
			[[gold], [gold, risk], [risk], [gold]],
			['', '+At Risk', '', '+Gold -At Risk'],
		],
		[exited, undefined, [[gold], [gold, risk], [risk], []], ['', '', '-Gold', '-At Risk']],
		[exited, undefined, [[gold], [{ ...gold, name: 'Golden' }], []], ['', '', '-Golden']],
		[exited, 'GOLD', [[gold, risk], [gold], []], ['', '', '-Gold']],
		[entered, risk.id, [[], [gold], [gold, risk]], ['', '', '+At Risk']],
		[entered, 'gold', [[], [{ id: 'g', name: ' GOLD ' }]], ['', '+ GOLD ']],
		// Without a list nothing is known, so what was known stays.
		[entered, undefined, [[gold], null, [gold]], ['', '', '']],
		[entered, undefined, [[], [null, 'x', {}, { id: 'a' }, { name: 'b' }]], ['', '+a +b']],
	])('%s %s', (triggerOn, chosen, lists, expected) => {
		expect(changesOf(triggerOn, chosen, ...lists)).toEqual(expected);
	});

	it('are stored by name once', () => {
		const config = configOf({ triggerOn: entered });
		let state: unknown = null;
		for (const at of [0, 300, 600]) {
			const times = { createdAt: timestampAt(-9), updatedAt: timestampAt(at) };
			const segments = at ? [gold, risk] : [gold];
			const results = ['a', 'b'].map((id) => ({ id, ...times, segments }));
			({ state } = pollPages([{ results, next: null }], config, state));
		}
		expect(state).toMatchObject({
			store: { names: [gold, risk].map(({ id, name }) => [id, name]) },
		});
	});

	it.each([
		[entered, [{ segmentsAdded: ['Gold'], segmentsRemoved: [] }]],
		[exited, []],
	])('%s of a new record, which was in none before', (triggerOn, expected) => {
		const [, events] = eventsOf(configOf({ triggerOn }), null, { segments: [gold] });
		expect(events).toMatchObject(expected);
		for (const event of events) expect(event).not.toHaveProperty('previousUnknown');
	});

	it.each([
		[entered, [{ segmentsAdded: ['Gold'], segmentsRemoved: [], previousUnknown: true }]],
		[exited, []],
	])('%s of a record that the start has not read', (triggerOn, expected) => {
		const config = configOf({ triggerOn, segment: 'gold' });
		expect(eventsOfUnread(config, { segments: [gold, risk] })).toMatchObject(expected);
	});
});

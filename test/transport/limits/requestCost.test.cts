import { type RequestKind, RequestCost } from '../../../nodes/Vitally/transport/limits/requestCost';

/** Serves requests one after the other, the first of which only starts the sample. */
function serve(
	cost: RequestCost,
	kinds: RequestKind[],
	units: Record<RequestKind, number>,
	returned: number | 'unknown' = 0,
) {
	const back = returned === 'unknown' ? 0 : returned;
	let remaining = 1000;
	let at = 0;
	const returnedSince = (time: number) => (returned === 'unknown' ? undefined : back * (at - time));
	cost.addAnswer('read', { remaining, at }, returnedSince);
	for (const kind of kinds) {
		remaining += back - units[kind];
		at++;
		cost.addAnswer(kind, { remaining, at }, returnedSince);
	}
}

function times(count: number, ...kinds: RequestKind[]): RequestKind[] {
	return Array.from({ length: count }, () => kinds).flat();
}

describe('what a request costs', () => {
	it('is one unit until the service shows more', () => {
		const cost = new RequestCost();
		serve(cost, times(10, 'write'), { read: 1, write: 3 });
		expect([cost.of('read'), cost.of('write')]).toEqual([1, 1]);
	});

	it('shows after twenty answers', () => {
		const writes = new RequestCost();
		serve(writes, times(20, 'write'), { read: 1, write: 3 });
		expect([writes.of('read'), writes.of('write')]).toEqual([1, 3]);
		const reads = new RequestCost();
		serve(reads, times(20, 'read'), { read: 2, write: 3 });
		expect([reads.of('read'), reads.of('write')]).toEqual([2, 1]);
	});

	it('is told apart when reads and writes alternate', () => {
		const cost = new RequestCost();
		serve(cost, times(10, 'read', 'write'), { read: 1, write: 5 });
		expect([cost.of('read'), cost.of('write')]).toEqual([1, 5]);
	});

	it('counts what returned meanwhile', () => {
		const cost = new RequestCost();
		serve(cost, times(20, 'write'), { read: 1, write: 3 }, 1.5);
		expect(cost.of('write')).toBe(3);
	});

	it('stays as it is when nearly as much returns as is spent, or nobody can tell', () => {
		const steady = new RequestCost();
		serve(steady, times(100, 'write'), { read: 1, write: 3 }, 2.9);
		const unknown = new RequestCost();
		serve(unknown, times(100, 'write'), { read: 1, write: 3 }, 'unknown');
		expect([steady.of('write'), unknown.of('write')]).toEqual([1, 1]);
	});

	it('follows a change', () => {
		const cost = new RequestCost();
		serve(cost, times(20, 'write'), { read: 1, write: 8 });
		serve(cost, times(100, 'write'), { read: 1, write: 2 });
		expect(cost.of('write')).toBe(2);
	});

	it('is more than what was left when a request was rejected, unless far more was left', () => {
		const cost = new RequestCost();
		cost.raiseAbove('write', 2);
		expect([cost.of('read'), cost.of('write')]).toEqual([1, 3]);
		cost.raiseAbove('write', 900);
		expect(cost.of('write')).toBe(3);
	});

	it('never seems larger than ten, whatever other processes spend', () => {
		const cost = new RequestCost();
		serve(cost, times(20, 'write'), { read: 1, write: 40 });
		expect(cost.of('write')).toBe(10);
	});
});

import { callerWith } from './calls.cts';
import { nameOf, WAYS } from './endpoints.cts';
import { parameterSetsOf, pathsOf } from './parameterSets.cts';

const OPERATIONS = [...new Map(WAYS.map((way) => [nameOf(way.call), way])).entries()];

/** Every operation with every field, option and filter that its description has: none may be refused as unknown. */
describe('what an operation sends, all its fields set', () => {
	const run = callerWith({ limits: { budget: 1_000_000 } });

	it.each(OPERATIONS)('%s: the contract accepts it', async (_name, way) => {
		const refused: unknown[] = [];
		for (const { title, parameters, sendsNothing } of parameterSetsOf(way.call)) {
			const { outcome, allRequests, contractViolations } = await run(way, parameters);
			for (const { method, path, rejectionReason } of contractViolations) {
				refused.push(`${title}: ${method} ${path} is refused: ${rejectionReason}`);
			}
			const isRead = way.endpoint.method === 'GET';
			const isSent = allRequests.some(({ method }) => isRead || method !== 'GET');
			if (!isSent && !sendsNothing) refused.push(`${title}: ${outcome.error?.message}`);
		}
		expect(refused).toEqual([]);
	});

	it.each(OPERATIONS)('%s: no field is left out', (_name, { call }) => {
		const set = new Set(parameterSetsOf(call).flatMap(({ paths }) => paths));
		expect(pathsOf(call).filter((path) => !set.has(path))).toEqual([]);
	});
});

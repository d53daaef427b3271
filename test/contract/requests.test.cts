import { callerWith } from './calls.cts';
import { nameOf, ENDPOINT_CALLS } from './endpoints.cts';
import { parameterSetsOf, pathsOf } from './parameterSets.cts';

const OPERATIONS = [
	...new Map(
		ENDPOINT_CALLS.map((endpointCall) => [nameOf(endpointCall.call), endpointCall]),
	).entries(),
];

/** Every operation with every field, option and filter that its description has: none may be refused as unknown. */
describe('what an operation sends, all its fields set', () => {
	const run = callerWith({ limits: { budget: 1_000_000 } });

	it.each(OPERATIONS)('%s: the contract accepts it', async (_name, endpointCall) => {
		const refused: unknown[] = [];
		for (const { title, parameters, sendsNothing } of parameterSetsOf(endpointCall.call)) {
			const { outcome, allRequests, contractViolations } = await run(endpointCall, parameters);
			for (const { method, path, rejectionReason } of contractViolations) {
				refused.push(`${title}: ${method} ${path} is refused: ${rejectionReason}`);
			}
			const isRead = endpointCall.endpoint.method === 'GET';
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

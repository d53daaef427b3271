import { callerWith } from './calls.cts';
import { nameOf, ENDPOINT_CALLS } from './endpoints.cts';
import { ALL_AT_ONCE, parameterSetsOf, pathsOf } from './parameterSets.cts';

const OPERATIONS = [
	...new Map(
		ENDPOINT_CALLS.map((endpointCall) => [nameOf(endpointCall.call), endpointCall]),
	).entries(),
];

/**
 * Every operation with every field, option and filter that can be set at once: none may be refused as
 * unknown. Another value of a drop-down is set in one operation of a resource, because the others read it
 * with the same function.
 */
const seen = new Set<string>();
const SETS = OPERATIONS.map(([name, endpointCall]) => {
	const { resource } = endpointCall.call.parameters;
	const sets = parameterSetsOf(endpointCall.call).filter(({ title }) => {
		const key = `${title === ALL_AT_ONCE ? name : String(resource)} ${title}`;
		return !seen.has(key) && seen.add(key);
	});
	return [name, endpointCall, sets] as const;
});

describe('what an operation sends, all its fields set', () => {
	const run = callerWith({ limits: { budget: 1_000_000 } });

	it.each(SETS)('%s: the contract accepts it', async (_name, endpointCall, sets) => {
		const refused: unknown[] = [];
		for (const { title, parameters, sendsNothing } of sets) {
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

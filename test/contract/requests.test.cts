import { callerWith } from './calls.cts';
import { nameOf, ENDPOINT_CALLS } from './endpoints.cts';
import { ALL_AT_ONCE, parameterSetsOf, pathsOf } from './parameterSets.cts';
import { expectNoFaults, firstOfEach } from './rules.cts';

/** The last call of each sets the most. */
const OPERATIONS = firstOfEach([...ENDPOINT_CALLS].reverse(), ({ call }) => nameOf(call));

/**
 * Every operation with every field, option and filter that can be set at once: none may be refused as
 * unknown. Another value of a drop-down is set in one operation of a resource, because the others read it
 * with the same function.
 */
const seen = new Set<string>();
const SETS = OPERATIONS.map((endpointCall) => {
	const { resource } = endpointCall.call.parameters;
	const name = nameOf(endpointCall.call);
	const sets = parameterSetsOf(endpointCall.call).filter(({ title }) => {
		const key = `${title === ALL_AT_ONCE ? name : String(resource)} ${title}`;
		return !seen.has(key) && seen.add(key);
	});
	return [name, endpointCall, sets] as const;
});

describe('what an operation sends, all its fields set', () => {
	const run = callerWith({ limits: { budget: 1_000_000 } });

	it('is accepted by the contract', async () => {
		await expectNoFaults(SETS, async ([name, endpointCall, sets]) => {
			const refused: string[] = [];
			for (const { title, parameters, sendsNothing } of sets) {
				const { outcome, allRequests, contractViolations } = await run(endpointCall, parameters);
				for (const { method, path, rejectionReason } of contractViolations) {
					refused.push(`${name}, ${title}: ${method} ${path} is refused: ${rejectionReason}`);
				}
				const isRead = endpointCall.endpoint.method === 'GET';
				const isSent = allRequests.some(({ method }) => isRead || method !== 'GET');
				if (!isSent && !sendsNothing) refused.push(`${name}, ${title}: ${outcome.error?.message}`);
			}
			return refused;
		});
	});

	it('leaves out no field', async () => {
		await expectNoFaults(OPERATIONS, ({ call }) => {
			const set = new Set(parameterSetsOf(call).flatMap(({ paths }) => paths));
			const missing = pathsOf(call).filter((path) => !set.has(path));
			return missing.map((path) => `${nameOf(call)} ${path}: no set of parameters has it`);
		});
	});
});

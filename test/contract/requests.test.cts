import { callerWith } from './calls.cts';
import { exceptionOf, LAST_CALLS, nameOf, titleOf, type EndpointCall } from './endpoints.cts';
import { sentBy } from './fieldCases.cts';
import { fieldsOf } from './fields.cts';
import { pathsOfField } from './parameterPaths.cts';
import { ALL_AT_ONCE, parameterSetsOf, pathsOf, type ParameterSet } from './parameterSets.cts';
import { expectNoFaults, firstOfEach } from './rules.cts';

/**
 * Every operation with every field, option and filter that can be set at once: none may be refused as
 * unknown, or be left out. Another value of a drop-down is set in one operation of a node, because the others
 * read it with the same function.
 */
const SETS = firstOfEach(
	LAST_CALLS.flatMap((endpointCall) =>
		parameterSetsOf(endpointCall.call).map((set) => ({ endpointCall, set })),
	),
	({ endpointCall: { call }, set: { title } }) =>
		`${title === ALL_AT_ONCE ? nameOf(call) : call.type} ${title}`,
);

/** What a Sync sends depends on the record. */
const isSync = ({ call }: EndpointCall) => /sync|applyChanges/i.test(call.parameters.operation);

/** The fields of the endpoint that a set enters. */
function namesEntered(one: EndpointCall, { parameters, paths }: ParameterSet): string[] {
	return (
		fieldsOf(one.endpoint)
			.filter((field) => !exceptionOf(one, field.name))
			.filter((field) => pathsOfField(one.call, field).some(({ path }) => paths.includes(path)))
			.map(({ name }) => name)
			// A choice at the top may stand for no value.
			.filter((name) => parameters[name] !== '')
	);
}

describe('what an operation sends, all its fields set', () => {
	const run = callerWith({ limits: { budget: 1_000_000 } });

	it('is accepted by the contract, and is all that was entered', async () => {
		await expectNoFaults(SETS, async ({ endpointCall, set }) => {
			const title = `${titleOf(endpointCall)}, ${set.title}`;
			const { outcome, allRequests, requests, contractViolations } = await run(
				endpointCall,
				set.parameters,
			);
			const isRead = endpointCall.endpoint.method === 'GET';
			const isSent = allRequests.some(({ method }) => isRead || method !== 'GET');
			const sent = Object.keys(Object.assign({}, ...requests.map(sentBy)) as object);
			const isWhole = set.title === ALL_AT_ONCE && !isRead && !isSync(endpointCall);
			const entered = isWhole ? namesEntered(endpointCall, set) : [];
			return [
				...contractViolations.map(
					({ method, path, rejectionReason }) =>
						`${title}: ${method} ${path} is refused: ${rejectionReason}`,
				),
				...(isSent || set.sendsNothing ? [] : [`${title}: ${outcome.error?.message}`]),
				...entered
					.filter((name) => !sent.includes(name))
					.map((name) => `${title}: ${name} is entered and not sent: ${outcome.error?.message}`),
			];
		});
	});

	it('leaves out no field', async () => {
		await expectNoFaults(LAST_CALLS, ({ call }) => {
			const set = new Set(parameterSetsOf(call).flatMap(({ paths }) => paths));
			const missing = pathsOf(call).filter((path) => !set.has(path));
			return missing.map((path) => `${nameOf(call)} ${path}: no set of parameters has it`);
		});
	});
});

import { callerWith } from '../contract/calls.cts';
import { titleOf, ENDPOINT_CALLS } from '../contract/endpoints.cts';
import type { EndpointCall } from '../contract/endpoints.cts';

const endpointCalls = ENDPOINT_CALLS.map(
	(endpointCall) => [titleOf(endpointCall), endpointCall] as const,
);
const answer = (body: object) => ({
	prepare: (sandbox: { faults: { add(fault: object): void } }) =>
		sandbox.faults.add({ kind: 'status', status: 200, body }),
});
const isRead = ([, { endpoint }]: readonly [string, EndpointCall]) => endpoint.method === 'GET';
/** The other changes return no record. */
const isWriteOfRecord = ([, { call }]: readonly [string, EndpointCall]) =>
	['create', 'update', 'upsert', 'sync'].includes(String(call.parameters.operation));
const isAnalytics = ([, { call }]: readonly [string, EndpointCall]) =>
	call.type === 'vitallyAnalytics';

describe('a response with the status 200', () => {
	const call = callerWith();

	it.each(endpointCalls)('%s: is no success with an error in it', async (_title, endpointCall) => {
		const { outcome } = await call(endpointCall, {}, answer({ error: 'No route to host' }));
		expect(outcome.error?.message).toContain('The response contains an error and no record');
		expect(outcome.error?.description).toContain('may come from a proxy in place of Vitally');
		expect(outcome.error?.description).toContain('Vitally says: "No route to host"');
		const { description = '' } = outcome.error ?? {};
		const isOfWrite = !String(description).includes('(HTTP 200, GET');
		expect(String(description).includes('may have been saved')).toBe(isOfWrite);
	});

	it.each(
		endpointCalls.filter(
			(endpointCall) =>
				isRead(endpointCall) || isAnalytics(endpointCall) || isWriteOfRecord(endpointCall),
		),
	)('%s: is no success with an empty object', async (_title, endpointCall) => {
		const { outcome } = await call(endpointCall, {}, answer({}));
		expect(outcome.error?.message).toMatch(
			/is not a Vitally record|is not a page|has no teammate|response to the change could not be read/,
		);
	});
});

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { callerWith } from '../contract/calls.cts';
import { ENDPOINT_CALLS, titleOf } from '../contract/endpoints.cts';
import { expectNoFaults, faultOf, firstOfEach } from '../contract/rules.cts';

/** One call of each kind: the same operation of another resource reads its response with the same function. */
const CALLS = firstOfEach(ENDPOINT_CALLS, ({ call, endpoint: { method, path } }) =>
	[call.type, call.parameters.operation, method, path.split('/').length].join(' '),
);

/** Other changes return no record. */
const RETURNS_RECORD = /^(create|update|upsert|sync)$/;

describe('a response with the status 200', () => {
	const call = callerWith();
	const errorOf = async (one: (typeof CALLS)[number], body: object) => {
		const prepare = ({ faults }: Sandbox) => faults.add({ kind: 'status', status: 200, body });
		const { outcome } = await call(one, {}, { prepare });
		return `${outcome.error?.message}\n${outcome.error?.description}`;
	};

	it('is no success with an error in it', async () => {
		await expectNoFaults(CALLS, async (one) => {
			const text = await errorOf(one, { error: 'No route to host' });
			const isOfWrite = !text.includes('(HTTP 200, GET');
			const missing = [
				'The response contains an error and no record',
				'may come from a proxy in place of Vitally',
				'Vitally says: "No route to host"',
			].filter((part) => !text.includes(part));
			return [
				...missing.map((part) => `${titleOf(one)}: no '${part}' in ${text}`),
				...faultOf(`${titleOf(one)}: may be saved`, text, text.includes('been saved'), isOfWrite),
			];
		});
	});

	it('is no success with an empty object', async () => {
		const calls = CALLS.filter(
			({ call: { type, parameters }, endpoint }) =>
				endpoint.method === 'GET' || type || RETURNS_RECORD.test(parameters.operation),
		);
		await expectNoFaults(calls, async (one) => {
			const text = await errorOf(one, {});
			const isNamed =
				/is not a Vitally record|is not a page|has no teammate|response to the change could not be read/;
			return isNamed.test(text) ? [] : [`${titleOf(one)}: ${text}`];
		});
	});
});

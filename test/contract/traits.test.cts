import { mapperColumn } from '../../nodes/Vitally/fields/traits/traitsMapper';
import { traitRow } from '../fixtures/accounts.cts';
import { callerWith } from './callOperation.cts';
import { ENDPOINT_CALLS, nameOf, titleOf } from './endpoints.cts';
import { firstOfEach } from './firstOfEach.cts';
import { parameterPathsOf } from './parameterPaths.cts';

const SPECIFIED = [
	{ mode: 'fields', values: { traits: { trait: [traitRow('plan', 'string', 'gold')] } } },
	{ mode: 'json', values: { traitsJson: '{ "plan": "gold" }' } },
	{
		mode: 'mapper',
		values: {
			traitsMapper: {
				mappingMode: 'defineBelow',
				value: { plan: 'gold' },
				schema: [mapperColumn('plan', 'Plan', 'string', 'string')],
			},
			// The workspace of the test has no traits.
			options: { columnsWithoutTrait: 'create' },
		},
	},
];

/** The operations that write traits of an item; test/sync has Sync. */
const WRITES = firstOfEach(
	ENDPOINT_CALLS.filter(
		({ call }) =>
			call.parameters.operation !== 'sync' &&
			parameterPathsOf(call).some(({ path }) => path === 'traitsMapper'),
	),
	({ call }) => nameOf(call),
);

const ROWS = WRITES.flatMap((endpointCall) =>
	SPECIFIED.map((specified) => ({
		...specified,
		title: titleOf(endpointCall),
		endpointCall,
	})),
);

describe('an operation with traits', () => {
	const callOperation = callerWith();

	// The editor describes the traits of some resources below 'Output', and those of others above it.
	it.each(ROWS)('sends those of $mode in $title', async ({ mode, values, endpointCall }) => {
		const { outcome, requests } = await callOperation(endpointCall, {
			traitsMode: mode,
			...values,
		});

		expect(outcome.error?.message).toBeUndefined();
		expect(requests).toMatchObject([{ body: { traits: { plan: 'gold' } } }]);
	});
});

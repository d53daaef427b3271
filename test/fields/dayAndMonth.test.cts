import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

/** The expressions that an error advises, each in its braces. */
const EXPRESSION = /\{\{ .*? \}\}/g;

describe('a date whose day and month may be in either order', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	/** Creates an account whose renewal date is an expression, in a dry run. */
	const run = async (nextRenewalDate: string, date: string, timeZone: string) => {
		const parameters = {
			resource: 'account',
			operation: 'create',
			externalId: 'a1',
			name: 'Acme',
			additionalFields: { nextRenewalDate },
			options: { dryRun: true },
		};
		const options = { credentials: credentialsFor(sandbox()), timeZone };

		return await runNode({ parameters, items: [{ column: date }] }, options);
	};

	it.each(['America/New_York', 'UTC', 'Pacific/Kiritimati'])(
		'becomes either day by the expressions of its error, in the zone %s',
		async (timeZone) => {
			for (const date of ['03/04/2027', '3/4/2027']) {
				const { error } = await run('={{ $json.column }}', date, timeZone);
				const expressions = String(error?.description).match(EXPRESSION) ?? [];

				expect({ expressions: expressions.length }).toEqual({ expressions: 2 });

				const days = await Promise.all(
					expressions.map(async (expression) => {
						const outcome = await run(`=${expression}`, date, timeZone);

						return outcome.error?.message ?? outcome.items(NODE)[0].json.body;
					}),
				);

				expect(days).toMatchObject([
					{ traits: { nextRenewalDate: '2027-03-04T00:00:00.000Z' } },
					{ traits: { nextRenewalDate: '2027-04-03T00:00:00.000Z' } },
				]);
			}
		},
	);
});

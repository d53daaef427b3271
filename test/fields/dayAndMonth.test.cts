import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

/** The expressions that an error advises, each in its braces. */
const EXPRESSION = /\{\{ .*? \}\}/g;

const sandbox = sandboxOfSuite({ seed: 'empty' });

/** Creates an account whose renewal date is an expression, in a dry run. */
async function run(nextRenewalDate: string, column: string | null, timeZone = 'UTC') {
	const parameters = {
		resource: 'account',
		operation: 'create',
		externalId: 'a1',
		name: 'Acme',
		additionalFields: { nextRenewalDate },
		options: { dryRun: true },
	};
	const options = { credentials: credentialsFor(sandbox()), timeZone };

	return await runNode({ parameters, items: [{ column }] }, options);
}

/** The expressions that the error of a cell advises. */
async function advisedExpressions(cell: string, timeZone?: string): Promise<string[]> {
	const { error } = await run('={{ $json.column }}', cell, timeZone);

	return String(error?.description).match(EXPRESSION) ?? [];
}

/** What is sent by an expression for a cell. */
async function sentBy(expression: string, cell: string | null, timeZone?: string) {
	const outcome = await run(`=${expression}`, cell, timeZone);

	return outcome.error?.message ?? outcome.items(NODE)[0].json.body;
}

const renewsOn = (day: string) => ({ traits: { nextRenewalDate: `${day}T00:00:00.000Z` } });

describe('a date whose day and month may be in either order', () => {
	it.each(['America/New_York', 'UTC', 'Pacific/Kiritimati'])(
		'becomes either day by the expressions of its error, in the zone %s',
		async (timeZone) => {
			for (const date of ['03/04/2027', '3/4/2027']) {
				const expressions = await advisedExpressions(date, timeZone);

				expect({ expressions: expressions.length }).toEqual({ expressions: 2 });

				const days = await Promise.all(
					expressions.map(async (expression) => await sentBy(expression, date, timeZone)),
				);

				expect(days).toMatchObject([renewsOn('2027-03-04'), renewsOn('2027-04-03')]);
			}
		},
	);
});

describe('a time as a number since 1970', () => {
	const zones = ['America/New_York', 'UTC', 'Pacific/Kiritimati'];
	const cells = ['1767225600000', '1767225600'];

	it.each(zones.flatMap((timeZone) => cells.map((cell) => ({ cell, timeZone }))))(
		'becomes its day by the expression of its error: $cell as text, in the zone $timeZone',
		async ({ cell, timeZone }) => {
			const [expression] = await advisedExpressions(cell, timeZone);

			await expect(sentBy(expression, cell, timeZone)).resolves.toMatchObject(
				renewsOn('2026-01-01'),
			);
		},
	);
});

describe.each(['03/04/2027', '1767225600000'])(
	'the expression that the error of %s advises',
	(cell) => {
		it.each(['', null])('leaves a renewal date alone whose cell is %j', async (empty) => {
			const [expression] = await advisedExpressions(cell);

			await expect(sentBy(expression, empty)).resolves.toEqual({ externalId: 'a1', name: 'Acme' });
		});

		it('keeps a cell that is no such date, and its error', async () => {
			const [expression] = await advisedExpressions(cell);

			await expect(sentBy(expression, 'TBD')).resolves.toMatch(
				/^The value "TBD" of .* is not a date/,
			);
		});
	},
);

import type { Fault } from '../../sandbox/faults.cts';
import type { SandboxOptions } from '../../sandbox/sandbox.cts';
import type { Verification } from '../../verify/verify.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

/** A run reads a page of each list and checks every record of it, so few records are enough. */
const FEW_RECORDS = {
	accounts: 24,
	organizations: 8,
	users: 40,
	admins: 6,
	conversations: 20,
	notes: 24,
	projects: 12,
	tasks: 30,
	deals: 12,
	npsResponses: 24,
	meetings: 8,
	surveyResponses: 8,
};

/** Starts a small sandbox for the tests of a suite, and returns how it is verified. */
export function verifiedSandboxOfSuite(options: Pick<SandboxOptions, 'onRequest'> = {}) {
	const sandbox = sandboxOfSuite({ seed: FEW_RECORDS, ...options });

	return {
		sandbox,

		/** The environment variables that name the sandbox. */
		environment: () => ({
			VITALLY_API_KEY: sandbox().apiKey,
			VITALLY_ANALYTICS_KEY: sandbox().analyticsKey,
			VITALLY_BASE_URL: sandbox().url,
		}),

		/** Counts the records by kind. Notes and tasks stay, archived, after their deletion, and are left out. */
		countRecords(): Record<string, number> {
			const counts: Record<string, number> = {};

			for (const [name, table] of Object.entries(sandbox().state as object)) {
				const isCounted = isTable(table) && !['notes', 'tasks'].includes(name);
				if (isCounted) counts[name] = [...table.all()].length;
			}

			return counts;
		},

		/** The external IDs of notes and tasks of runs that are not archived. */
		liveNotesAndTasks(): string[] {
			const { notes, tasks } = sandbox().state;

			return [...notes.all(), ...tasks.all()]
				.filter(({ archivedAt }) => archivedAt === null)
				.map(({ externalId }) => String(externalId))
				.filter((externalId) => externalId.startsWith('n8n-verify'));
		},
	};
}

/** Answers requests with a status and a body. */
export function answers(status: number, on: Fault['on'], body: unknown = { error: 'no' }): Fault {
	return { kind: 'status', status, body, on };
}

/** Returns the IDs of the facts in the table of differences. */
export function differingFacts({ report }: Pick<Verification, 'report'>): string[] {
	const [, differences] = report.split('## Differences');
	const [table] = differences.split('## News');

	return [...table.matchAll(/^\| (V\d+|contract) \|/gm)].map(([, id]) => id);
}

function isTable(value: unknown): value is { all(): Iterable<unknown> } {
	return typeof (value as { all?: unknown } | null)?.all === 'function';
}

import { VitallyError } from '../nodes/Vitally/errors/vitallyError';
import packageJson from '../package.json';
import { Evidence } from './evidence.cts';
import { notSeen, NotShown, type Fact, type Finding } from './fact.cts';
import { HEALTH_FACT } from './healthFact.cts';
import { READ_FACTS } from './readFacts.cts';
import { reportOf, type Answer } from './report.cts';
import { deleteLeftOvers, NotCreated, ThrowAway } from './throwAway.cts';
import { recordsIn, Workspace, type CredentialFields } from './workspace.cts';
import { ANALYTICS_FACT, WRITE_FACTS } from './writeFacts.cts';

/** What the command line and the environment say. */
export interface VerifyOptions {
	/** Such as `VITALLY_API_KEY`. */
	environment: Record<string, string | undefined>;
	/** Whether to create a throw-away account. */
	writes?: boolean;
	/** Whether to read health scores and segments a second time, some minutes later. */
	health?: boolean;
	/** How long after the deletions a second look is taken. */
	secondLookMs?: number;
	/** IDs of the facts to ask; all when absent. */
	only?: string[];
	/** Ends the run, which then deletes what it created. */
	signal?: AbortSignal;
	/** Called with a line of progress. */
	log(line: string): void;
}

/** The end of a run that has a report. */
export interface Verification {
	report: string;
	/** Whether everything is as expected, or not to be seen in the workspace. */
	isAsExpected: boolean;
	/** Records that could not be deleted. */
	left: string[];
}

/** The run has no report; the text says what to do. */
export class CannotRun extends Error {}

/**
 * Asks a workspace in Vitally what docs/internal only reads out of documents.
 *
 * @throws CannotRun without a usable key; VitallyError when the service does not answer, or refuses the key
 */
export async function verify(options: VerifyOptions): Promise<Verification> {
	const { environment, writes = false, health = false, only, signal, log } = options;
	const { secondLookMs = 5_000 } = options;
	const start = Date.now();
	const fields = readEnvironment(environment);

	assertKnown(only, writes, health);
	const workspace = new Workspace('vitallyApi', fields, writes, signal);
	const evidence = new Evidence(workspace);
	if (environment.HTTPS_PROXY) log('HTTPS_PROXY is not used: run it where Vitally can be reached.');

	await assertVitally(workspace);

	const answers: Answer[] = [];

	const ask = async (fact: Fact, find: () => Promise<Finding>) => {
		if (signal?.aborted || (only && !only.includes(fact.id))) return;

		const finding = await find().catch(findingOf);

		answers.push({ fact, finding });
		log(`${fact.id} ${finding.result}: ${finding.seen}`);
	};

	for (const fact of READ_FACTS) await ask(fact, async () => await fact.ask(evidence));
	if (health) await ask(HEALTH_FACT, async () => await HEALTH_FACT.ask(evidence));

	const left = writes ? await askWithRecords() : [];

	const { differences, news } = workspace.conformance;
	const report = reportOf(
		{
			version: packageJson.version,
			dataCenter: fields.dataCenter,
			writes,
			requests: workspace.requests,
			seconds: Math.round((Date.now() - start) / 1000),
		},
		answers,
		{ contract: differences, news, left },
	);
	const differs = answers.some(({ finding }) => finding.result === 'differs');

	return { report, isAsExpected: !differs && differences.size === 0, left };

	/** Asks what needs own records, and deletes them whatever happens. */
	async function askWithRecords(): Promise<string[]> {
		const earlier = await deleteLeftOvers(workspace);

		for (const externalId of earlier.externalIds) log(`Left by a former run: ${externalId}`);
		const own = new ThrowAway(workspace);
		let left: string[] = [];

		try {
			await own.account().catch((error: unknown) => {
				throw cannotWrite(error);
			});
			for (const fact of WRITE_FACTS) await ask(fact, async () => await fact.ask(evidence, own));
			await ask(ANALYTICS_FACT, async () => await askAnalytics(own));
		} finally {
			const pauseMs = environment.VITALLY_ANALYTICS_KEY ? secondLookMs : 0;

			left = await own.deleteAll(workspace.withoutSignal(), pauseMs);
			left.push(...earlier.left);
			for (const record of left) log(`Not deleted: ${record}`);
		}

		return left;
	}

	async function askAnalytics(own: ThrowAway): Promise<Finding> {
		const { VITALLY_ANALYTICS_KEY: apiKey } = environment;
		if (!apiKey) return notSeen('VITALLY_ANALYTICS_KEY is not set');

		const analytics = { ...fields, apiKey };
		const other = new Workspace('vitallyAnalyticsApi', analytics, true, signal);

		return await ANALYTICS_FACT.ask(new Evidence(other), own);
	}
}

/** @throws CannotRun for a host that is not Vitally, and for a key that it refuses */
async function assertVitally(workspace: Workspace): Promise<void> {
	const path = '/resources/accounts';
	const response = await workspace
		.send({ method: 'GET', path, query: { limit: 1 } })
		.catch(explain);

	if (response.status === 403) {
		throw new CannotRun('The key may not read accounts. Use another key.');
	}

	const { results } = (response.body ?? {}) as { results?: unknown };
	if (recordsIn(response) && Array.isArray(results)) return;

	throw new CannotRun(
		`${workspace.baseUrl} does not answer as Vitally does (status ${response.status}). ${CHECK_ADDRESS}`,
	);
}

const CHECK_ADDRESS = 'Check VITALLY_SUBDOMAIN, VITALLY_DATA_CENTER and VITALLY_BASE_URL.';

/** The errors of the nodes advise to change a credential; here are environment variables in its place. */
function explain(error: unknown): never {
	if (!(error instanceof VitallyError)) throw error;

	const { status } = error.facts;

	if (status === 401) {
		throw new CannotRun('Vitally does not accept VITALLY_API_KEY. Copy the key again.');
	}

	const [, details = ''] = /\(([^()]*(?:\([^()]*\))?[^()]*)\)$/.exec(error.description) ?? [];

	throw new CannotRun(`${error.message}${details && ` (${details})`}. ${CHECK_ADDRESS}`);
}

/** @throws CannotRun without a key */
function readEnvironment(environment: VerifyOptions['environment']): CredentialFields {
	const {
		VITALLY_API_KEY: apiKey,
		VITALLY_SUBDOMAIN: subdomain = '',
		VITALLY_DATA_CENTER: dataCenter = 'us',
		VITALLY_BASE_URL: baseUrl = '',
		VITALLY_SURVEY_ID: surveyId = '',
	} = environment;
	if (!apiKey) throw new CannotRun('Set VITALLY_API_KEY to the key of your workspace.');

	return { apiKey, subdomain, baseUrl, dataCenter: baseUrl ? 'custom' : dataCenter, surveyId };
}

/** @throws CannotRun with a fact that would not be asked */
function assertKnown(only: readonly string[] = [], writes: boolean, health: boolean): void {
	const written = [...WRITE_FACTS, ANALYTICS_FACT].map(({ id }) => id);
	const known = [...READ_FACTS, HEALTH_FACT].map(({ id }) => id).concat(written);

	for (const id of only) {
		if (!known.includes(id)) throw new CannotRun(`There is no fact ${id}: ${known.join(', ')}.`);
		if (!writes && written.includes(id)) throw new CannotRun(`${id} needs --write.`);
		if (!health && id === HEALTH_FACT.id) throw new CannotRun(`${id} needs --health.`);
	}
}

function cannotWrite(error: unknown): Error {
	if (error instanceof VitallyError && error.facts.status === undefined) return error;

	const { message } = error as Error;

	return new CannotRun(`${message}. Use a key that may create accounts, or leave out --write.`);
}

/** A fact that cannot be asked; a key that is refused ends the run. */
function findingOf(error: unknown): Finding {
	if (error instanceof VitallyError && error.facts.status === 401) throw error;
	if (error instanceof NotCreated || error instanceof NotShown) return notSeen(error.message);

	// The text of an error may contain an ID.
	const status = error instanceof VitallyError && error.facts.status;

	return notSeen(status ? `the service answers ${status}` : 'the service does not answer');
}

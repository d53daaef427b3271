import { VitallyError } from '../nodes/Vitally/errors/vitallyError';
import packageJson from '../package.json';
import { CannotRunError, readCredentialFields, type Environment } from './environment.cts';
import { Evidence } from './evidence.cts';
import { ANALYTICS_FACT } from './facts/analyticsFact.cts';
import { notObservable, NotObservableError, type Fact, type Finding } from './facts/fact.cts';
import { HEALTH_FACT, HEALTH_PAUSE_MS } from './facts/healthFact.cts';
import { READ_FACTS } from './facts/read/readFacts.cts';
import { WRITE_FACTS } from './facts/write/writeFacts.cts';
import { assertFactsCanBeAsked, type FactSelection } from './factSelection.cts';
import { writeReport, type Answer } from './report.cts';
import { assertIsVitally } from './serviceCheck.cts';
import { deleteLeftOvers, NotCreatedError, TestRecords } from './testRecords.cts';
import { Workspace, type CredentialFields } from './workspace.cts';

/** A message of Analytics creates its account again a while after the account was deleted. */
const SECOND_LOOK_MS = 5_000;

/** What the command line and the environment say. */
export interface VerifyOptions extends FactSelection {
	environment: Environment;
	/** How long after the deletions a second look is taken. */
	secondLookMs?: number;
	/** The pause between the two reads of health scores. */
	healthPauseMs?: number;
	/** Ends the run, which then deletes what it created. */
	signal?: AbortSignal;
	/** Called with a line of progress. */
	log(line: string): void;
}

/** The end of a run that has a report. */
export interface Verification {
	report: string;
	/** Whether everything is as expected, or not observable in the workspace. */
	isAsExpected: boolean;
	/** Records that could not be deleted. */
	notDeleted: string[];
}

/**
 * Asks a workspace in Vitally what docs/internal only reads out of documents.
 *
 * @throws CannotRunError without a usable key; VitallyError when the service does not answer, or rejects the key
 */
export async function verify(options: VerifyOptions): Promise<Verification> {
	const { environment, signal, log } = options;
	const writes = options.writes ?? false;
	const start = Date.now();
	const fields = readCredentialFields(environment);

	assertFactsCanBeAsked(options);

	const workspace = new Workspace({ credentialType: 'vitallyApi', fields, writes, signal });
	if (environment.HTTPS_PROXY) log('HTTPS_PROXY is not used: run it where Vitally can be reached.');

	await assertIsVitally(workspace);

	const run = new Run(options, workspace);

	await run.askByReading();
	const notDeleted = writes ? await run.askByWriting() : [];

	const { differences, unknownFields } = workspace.comparison;
	const report = writeReport(
		{
			version: packageJson.version,
			dataCenter: fields.dataCenter,
			writes,
			requestCount: workspace.requestCount,
			seconds: Math.round((Date.now() - start) / 1000),
		},
		run.answers,
		{ contractDifferences: differences, unknownFields, notDeleted },
	);

	return { report, isAsExpected: !run.hasDifference() && differences.size === 0, notDeleted };
}

/** Asks the facts in their order, and keeps the answers. */
class Run {
	readonly answers: Answer[] = [];
	private readonly evidence: Evidence;

	constructor(
		private readonly options: VerifyOptions,
		private readonly workspace: Workspace,
	) {
		this.evidence = new Evidence(workspace);
	}

	hasDifference(): boolean {
		return this.answers.some(({ finding }) => finding.result === 'differs');
	}

	async askByReading(): Promise<void> {
		for (const fact of READ_FACTS) await this.ask(fact, async () => await fact.ask(this.evidence));

		if (this.options.health) {
			const pauseMs = this.options.healthPauseMs ?? HEALTH_PAUSE_MS;

			await this.ask(HEALTH_FACT, async () => await HEALTH_FACT.ask(this.evidence, pauseMs));
		}
	}

	/**
	 * Asks what needs test records, and deletes them whatever happens.
	 *
	 * @returns records that could not be deleted
	 */
	async askByWriting(): Promise<string[]> {
		const earlier = await this.deleteEarlierRecords();
		const records = new TestRecords(this.workspace);
		let notDeleted: string[] = [];

		try {
			await this.assertCanWrite(records);

			for (const fact of WRITE_FACTS) {
				await this.ask(fact, async () => await fact.ask(this.evidence, records));
			}

			await this.ask(ANALYTICS_FACT, async () => await this.askAnalytics(records));
		} finally {
			const deleted = await records.deleteAll(this.workspace.withoutSignal(), this.pauseMs());

			notDeleted = [...new Set([...deleted, ...earlier])];
			for (const record of notDeleted) this.options.log(`Not deleted: ${record}`);
		}

		return notDeleted;
	}

	private async ask(fact: Fact, find: () => Promise<Finding>): Promise<void> {
		const { only, signal, log } = this.options;
		if (signal?.aborted || (only && !only.includes(fact.id))) return;

		const finding = await find().catch(findingOfError);

		this.answers.push({ fact, finding });
		log(`${fact.id} ${finding.result}: ${finding.observation}`);
	}

	private async deleteEarlierRecords(): Promise<string[]> {
		const { externalIds, notDeleted } = await deleteLeftOvers(this.workspace);

		for (const externalId of externalIds) {
			this.options.log(`Left by a former run: ${externalId}`);
		}

		return notDeleted;
	}

	/** @throws CannotRunError if the account of the run is rejected */
	private async assertCanWrite(records: TestRecords): Promise<void> {
		try {
			await records.account();
		} catch (error) {
			if (error instanceof VitallyError && error.facts.status === undefined) throw error;

			const { message } = error as Error;

			throw new CannotRunError(
				`${message}. Use a key that may create accounts, or leave out --write.`,
			);
		}
	}

	private async askAnalytics(records: TestRecords): Promise<Finding> {
		const { VITALLY_ANALYTICS_KEY: apiKey } = this.options.environment;
		if (!apiKey) return notObservable('VITALLY_ANALYTICS_KEY is not set');

		const fields: CredentialFields = { ...this.workspace.fields, apiKey };
		const analytics = new Workspace({
			credentialType: 'vitallyAnalyticsApi',
			fields,
			writes: true,
			signal: this.options.signal,
		});

		return await ANALYTICS_FACT.ask(new Evidence(analytics), records);
	}

	private pauseMs(): number {
		const { environment, secondLookMs = SECOND_LOOK_MS } = this.options;

		return environment.VITALLY_ANALYTICS_KEY ? secondLookMs : 0;
	}
}

/**
 * Returns the finding about a fact that cannot be asked.
 *
 * @throws VitallyError if the key is rejected, which ends the run
 */
function findingOfError(error: unknown): Finding {
	const status = error instanceof VitallyError ? error.facts.status : undefined;
	if (status === 401) throw error;

	if (error instanceof NotCreatedError || error instanceof NotObservableError) {
		return notObservable(error.message);
	}

	// The text of an error may contain an ID.
	return notObservable(status ? `the service answers ${status}` : 'the service does not answer');
}

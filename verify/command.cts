import { closeSync, openSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { verify, type Verification } from './verify.cts';

const EXIT_CODE = { expected: 0, differs: 1, couldNotRun: 2 };

/** The exit codes with which a shell reports a program that was ended, by signal. */
const EXIT_CODE_BY_SIGNAL = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

const MAX_RUN_MS = 2 * 60_000;

/** A second read of the health scores takes minutes of its own. */
const MAX_RUN_WITH_HEALTH_MS = 5 * MAX_RUN_MS;

const USAGE = `npm run verify -- [--write] [--health] [--report FILE] [--only V7,V12]

VITALLY_API_KEY and VITALLY_SUBDOMAIN, or VITALLY_DATA_CENTER=eu, name the workspace. See CONTRIBUTING.md.`;

void main();

async function main(): Promise<void> {
	const { write, health, only, report } = readArguments();
	const reportFile = report === undefined ? undefined : openReport(report);
	const end = new AbortController();
	let signalCode: number | undefined;

	for (const [signal, code] of Object.entries(EXIT_CODE_BY_SIGNAL)) {
		// npm passes on what the terminal has sent already. The run deletes what it created first.
		process.on(signal, () => {
			signalCode = code;
			end.abort();
		});
	}

	const deadline = setTimeout(() => end.abort(), health ? MAX_RUN_WITH_HEALTH_MS : MAX_RUN_MS);
	let exitCode: number;

	try {
		const verification = await verify({
			environment: process.env,
			writes: write,
			only: only?.split(',').map((id) => id.trim().toUpperCase()),
			health,
			signal: end.signal,
			log: (line) => console.error(line),
		});

		if (!end.signal.aborted) print(verification.report, reportFile);

		reportNotDeleted(verification);
		exitCode = end.signal.aborted ? endedEarly(signalCode) : exitCodeOf(verification);
	} catch (error) {
		if (!end.signal.aborted) console.error((error as Error).message);

		exitCode = end.signal.aborted ? endedEarly(signalCode) : EXIT_CODE.couldNotRun;
	}

	clearTimeout(deadline);
	if (reportFile !== undefined) closeSync(reportFile);

	process.exit(exitCode);
}

function readArguments() {
	try {
		const { values } = parseArgs({
			options: {
				write: { type: 'boolean', default: false },
				health: { type: 'boolean', default: false },
				report: { type: 'string' },
				only: { type: 'string' },
				help: { type: 'boolean', default: false },
			},
		});
		if (!values.help) return values;

		console.log(USAGE);
		process.exit(EXIT_CODE.expected);
	} catch (error) {
		console.error(`${(error as Error).message}\n\n${USAGE}`);
		process.exit(EXIT_CODE.couldNotRun);
	}
}

/** Opens the file before the run, so that no report is lost at the end. */
function openReport(path: string): number {
	try {
		return openSync(path, 'w');
	} catch (error) {
		console.error(`The report cannot be written: ${(error as Error).message}`);
		process.exit(EXIT_CODE.couldNotRun);
	}
}

function print(report: string, file: number | undefined): void {
	if (file === undefined) console.log(report);
	else writeFileSync(file, report);
}

function reportNotDeleted({ notDeleted }: Verification): void {
	if (notDeleted.length > 0) console.error(`Delete by hand: ${notDeleted.join(', ')}.`);
}

function exitCodeOf({ isAsExpected, notDeleted }: Verification): number {
	if (notDeleted.length > 0) return EXIT_CODE.couldNotRun;

	return isAsExpected ? EXIT_CODE.expected : EXIT_CODE.differs;
}

/** Returns the exit code of a run that a signal or the deadline has ended. */
function endedEarly(signalCode: number | undefined): number {
	if (signalCode !== undefined) return signalCode;

	console.error('Vitally did not answer all questions in time. Try again later.');

	return EXIT_CODE.couldNotRun;
}

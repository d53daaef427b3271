import { closeSync, openSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { verify } from './verify.cts';

const EXPECTED = 0;
const DIFFERS = 1;
const COULD_NOT_RUN = 2;
/** As a shell reports a program that was ended, by signal. */
const INTERRUPTED = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

const MAX_RUN_MS = 2 * 60_000;

const USAGE = `npm run verify -- [--write] [--health] [--report FILE] [--only V7,V12]

VITALLY_API_KEY and VITALLY_SUBDOMAIN, or VITALLY_DATA_CENTER=eu, name the workspace. See CONTRIBUTING.md.`;

const values = readArguments();
const report = values.report === undefined ? undefined : openReport(values.report);
const ended = new AbortController();
let status: number | undefined;

for (const [signal, code] of Object.entries(INTERRUPTED)) {
	// npm passes on what the terminal has sent already. The run deletes what it created first.
	process.on(signal, () => {
		status = code;
		ended.abort();
	});
}

// A second read of the health scores takes minutes of its own.
const deadline = setTimeout(() => ended.abort(), values.health ? 5 * MAX_RUN_MS : MAX_RUN_MS);

verify({
	environment: process.env,
	writes: values.write,
	only: values.only?.split(',').map((id) => id.trim().toUpperCase()),
	health: values.health,
	signal: ended.signal,
	log: (line) => console.error(line),
})
	.then(
		({ report: text, isAsExpected, left }) => {
			if (!ended.signal.aborted) {
				if (report === undefined) console.log(text);
				else writeFileSync(report, text);
			}

			if (left.length > 0) console.error(`Delete by hand: ${left.join(', ')}.`);
			if (ended.signal.aborted) return endedEarly();

			return left.length > 0 ? COULD_NOT_RUN : isAsExpected ? EXPECTED : DIFFERS;
		},
		(error: Error) => {
			if (ended.signal.aborted) return endedEarly();

			console.error(error.message);

			return COULD_NOT_RUN;
		},
	)
	.then((code) => {
		clearTimeout(deadline);
		if (report !== undefined) closeSync(report);

		process.exit(code);
	});

function endedEarly(): number {
	if (status !== undefined) return status;

	console.error('Vitally did not answer all questions in time. Try again later.');

	return COULD_NOT_RUN;
}

/** Opened first, so that no report is lost at the end. */
function openReport(file: string): number {
	try {
		return openSync(file, 'w');
	} catch (error) {
		console.error(`The report cannot be written: ${(error as Error).message}`);
		process.exit(COULD_NOT_RUN);
	}
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
		process.exit(EXPECTED);
	} catch (error) {
		console.error(`${(error as Error).message}\n\n${USAGE}`);
		process.exit(COULD_NOT_RUN);
	}
}

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { VitallyError } from '../nodes/Vitally/errors/vitallyError';
import { verify } from './verify/verify.cts';

const EXPECTED = 0;
const DIFFERS = 1;
const COULD_NOT_RUN = 2;
/** As a shell reports Ctrl+C. */
const INTERRUPTED = 130;

const USAGE = `npm run verify -- [--write] [--report FILE] [--only V7,V12]

VITALLY_API_KEY and VITALLY_SUBDOMAIN, or VITALLY_DATA_CENTER=eu, name the workspace. See CONTRIBUTING.md.`;

const values = readArguments();
const interrupted = new AbortController();
// npm passes on what the terminal has sent already.
process.on('SIGINT', () => interrupted.abort());

verify({
	environment: process.env,
	writes: values.write,
	only: values.only?.split(',').map((id) => id.trim().toUpperCase()),
	signal: interrupted.signal,
	log: (line) => console.error(line),
}).then(
	({ report, isAsExpected, left }) => {
		if (interrupted.signal.aborted) process.exit(INTERRUPTED);
		if (values.report) writeFileSync(values.report, report);
		else console.log(report);
		if (left.length > 0) {
			console.error(`Delete by hand: ${left.join(', ')}.`);
			process.exit(COULD_NOT_RUN);
		}
		process.exit(isAsExpected ? EXPECTED : DIFFERS);
	},
	(error: Error) => {
		if (interrupted.signal.aborted) process.exit(INTERRUPTED);
		const advice = error instanceof VitallyError ? `. ${error.description}` : '';
		console.error(`${error.message}${advice}`);
		process.exit(COULD_NOT_RUN);
	},
);

function readArguments() {
	try {
		const { values } = parseArgs({
			options: {
				write: { type: 'boolean', default: false },
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

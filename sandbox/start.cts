import { parseArgs } from 'node:util';

import { startSandbox } from './sandbox.cts';
import type { RecordedRequest, Sandbox } from './sandbox.cts';

main().catch(({ message }: Error) => {
	console.error(message);
	process.exitCode = 1;
});

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '4010' },
			accounts: { type: 'string' },
			budget: { type: 'string', default: '1000' },
			window: { type: 'string', default: '60000' },
			'write-cost': { type: 'string', default: '1' },
			latency: { type: 'string', default: '0' },
		},
	});
	const sandbox = await startSandbox({
		port: Number(values.port),
		seed: values.accounts === undefined ? 'demo' : { accounts: Number(values.accounts) },
		limits: {
			budget: Number(values.budget),
			windowMs: Number(values.window),
			writeCost: Number(values['write-cost']),
		},
		latencyMs: Number(values.latency),
		onRequest: logLine,
	});

	console.log(describeSandbox(sandbox));

	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void sandbox.close());
	}
}

/** Prints a line for a request, for whoever watches the terminal. */
function logLine({ method, path, status, rejectionReason }: RecordedRequest): void {
	const reason = rejectionReason ? `  (${rejectionReason})` : '';

	console.log(`${status ?? 'cut'} ${method} ${path}${reason}`);
}

/** Describes a sandbox to whoever started it. */
function describeSandbox({ url, apiKey, analyticsKey, state }: Sandbox): string {
	const counts = Object.entries(state.counts()).map(([name, count]) => `${count} ${name}`);

	return [
		`Sandbox service   ${url}`,
		`REST key          ${apiKey}`,
		`Analytics key     ${analyticsKey}`,
		`Holds             ${counts.join(', ')}`,
		'',
		`curl -u ${apiKey}: '${url}/resources/accounts?limit=2'`,
		'',
		'Steer it under /sandbox/ (see sandbox/README.md). Stop it with Ctrl+C.',
	].join('\n');
}

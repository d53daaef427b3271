import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Child, freePort } from './child.cts';
import type { Installation } from './install.cts';
import type { Packed } from './tarball.cts';

/** A registry of our own, with nothing but what is published to it. */
export interface Registry {
	url: string;
	publish(packed: Packed): Promise<void>;
}

/** @param folder an empty one, for what is published */
export async function startRegistry(
	{ node, modules }: Installation,
	folder: string,
): Promise<Registry> {
	const port = await freePort();
	const url = `http://127.0.0.1:${port}/`;
	const settings = join(folder, 'verdaccio.yaml');
	writeFileSync(
		settings,
		[
			`storage: ${join(folder, 'storage')}`,
			'packages:',
			"  '**': { access: $all, publish: $all }",
			'log: { type: stdout, level: warn }',
		].join('\n'),
	);
	const process = Child.start(node, [
		join(modules, 'verdaccio', 'bin', 'verdaccio'),
		`--config=${settings}`,
		`--listen=127.0.0.1:${port}`,
	]);
	await process.answers(`${url}-/ping`);
	// npm publishes only with a token, whatever the registry asks for.
	const rights = `--//127.0.0.1:${port}/:_authToken=anyone`;
	return {
		url,
		publish: async ({ file }) => {
			await npm(['publish', file, `--registry=${url}`, rights], folder);
		},
	};
}

/** Runs npm to its end, as a person in that folder would. */
export async function npm(args: string[], cwd: string): Promise<void> {
	await Child.start('npm', args, { cwd }).end();
}

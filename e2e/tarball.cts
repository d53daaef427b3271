import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import packageJson from '../package.json';

/** What users get: the tarball, and the same unpacked. */
export interface Packed {
	file: string;
	folder: string;
	version: string;
}

/** Packs the built project as `npm publish` does. */
export function pack(into: string): Packed {
	const { name, version } = packageJson;

	execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', into], {
		cwd: join(__dirname, '..'),
	});
	const file = join(into, `${name}-${version}.tgz`);

	execFileSync('tar', ['-xzf', file], { cwd: into });

	return { file, folder: join(into, 'package'), version };
}

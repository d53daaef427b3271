import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');

/** What users get: the tarball, and the same unpacked. */
export interface Packed {
	file: string;
	folder: string;
	version: string;
}

/** Packs the built project as `npm publish` does. */
export function pack(into: string): Packed {
	const { version } = papers(ROOT);
	return packFolder(ROOT, join(into, version), version);
}

/** The same build under another version, as a next release is. */
export function packAs(version: string, packed: Packed, into: string): Packed {
	const source = join(into, `${version}-source`);
	cpSync(packed.folder, source, { recursive: true });
	writeFileSync(
		join(source, 'package.json'),
		JSON.stringify({ ...papers(source), version }, null, '\t'),
	);
	return packFolder(source, join(into, version), version);
}

function packFolder(source: string, into: string, version: string): Packed {
	mkdirSync(into, { recursive: true });
	execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', into], {
		cwd: source,
	});
	const [name] = readdirSync(into).filter((file) => file.endsWith('.tgz'));
	const file = join(into, name);
	execFileSync('tar', ['-xzf', file], { cwd: into });
	return { file, folder: join(into, 'package'), version };
}

function papers(folder: string): { version: string } {
	return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
}

// Lint, types and formatting for `npm test`: each check that has not passed before with the same files, packages
// and Node.js. `npm run lint:nodes` and the others always run.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const PASSED = 'node_modules/.cache/passed.json';

const isOfNodes = (file) => !file.includes('/') || /^(nodes|credentials)\//.test(file);
const isOfAny = () => true;

/** What each reads. */
const CHECKS = {
	'lint:nodes': isOfNodes,
	'lint:types': isOfNodes,
	'lint:imports': isOfNodes,
	'lint:tooling': isOfAny,
	'lint:unused': isOfAny,
	'format:check': isOfAny,
	typecheck: isOfAny,
};

/** npm lists there what it installed. */
const INSTALLED = ['', 'bench/', 'e2e/'].map(
	(folder) => `${folder}node_modules/.package-lock.json`,
);

/** By the content of files and not their times: a checkout sets times. */
function hashesOfFiles() {
	const parameters = ['ls-files', '-coz', '--exclude-standard'];
	const listed = execFileSync('git', parameters, { encoding: 'utf8', maxBuffer: 2 ** 26 });
	const files = [...listed.split('\0'), ...INSTALLED].filter((file) => file && existsSync(file));
	return files.map((file) => [file, hashOf(readFileSync(file))]);
}

function hashOf(content) {
	return createHash('sha256').update(content).digest('hex');
}

const files = hashesOfFiles();
const hashes = Object.entries(CHECKS).map(([name, reads]) => {
	const read = files.filter(([file]) => INSTALLED.includes(file) || reads(file));
	return [name, hashOf(JSON.stringify([process.version, read]))];
});
const passed = existsSync(PASSED) ? JSON.parse(readFileSync(PASSED, 'utf8')) : {};
const changed = hashes.filter(([name, hash]) => passed[name] !== hash).map(([name]) => name);

if (changed.length > 0) {
	const parameters = ['--print-label', ...changed];
	const shell = process.platform === 'win32';
	const { status } = spawnSync('run-p', parameters, { stdio: 'inherit', shell });
	if (status === 0) {
		mkdirSync('node_modules/.cache', { recursive: true });
		writeFileSync(PASSED, JSON.stringify(Object.fromEntries(hashes)));
	}
	process.exitCode = status ?? 1;
}

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PROJECT_ROOT } from '../engine/nodeTypes.cts';

/**
 * What a malware scanner looks for in the code of a package, by the rules of GuardDog (`threat-*`) that are patterns of
 * JavaScript by themselves.
 */
const SCANNED = [
	{
		finds: 'a long expression of character codes',
		pattern: /String\s*\.\s*fromCharCode\s*\([^)]{40,}\)/i,
	},
	{ finds: 'many escaped characters', pattern: /(\\x[0-9a-f]{2}){50,}|(\\[0-7]{3}){50,}/i },
	{ finds: 'JSFuck', pattern: /\[\s*!\s*!\s*\[\s*\]\s*\]/ },
	{ finds: 'code that is evaluated', pattern: /\beval\s*\(|\bnew\s+Function\s*\(/i },
	{ finds: 'mangled names', pattern: /_0x[a-f0-9]{4,6}\b/ },
	{
		finds: 'a require under another name',
		pattern: /global\s*\[\s*['"]\w{1,6}['"]\s*\]\s*=\s*require\b/,
	},
	{ finds: 'code behind many blanks', pattern: / {400,}\S/ },
	{
		finds: 'a function that is looked up',
		pattern: /\[\s*Object\s*\.\s*(getOwnPropertyNames|keys)\s*\([^)]+\)\s*\.\s*find\s*\(/,
	},
	{
		finds: 'an entry that is looked up',
		pattern: /Object\s*\.\s*entries\s*\([^)]+\)\s*\.\s*(find|filter)\s*\([^)]+\)\s*\[/,
	},
	{
		finds: 'letters of two alphabets in a word',
		pattern: /[a-z][\u0370-\u04ff\u200b-\u200d]|[\u0370-\u04ff][a-z]/i,
	},
	{
		finds: 'a secret of the environment',
		pattern: /process\.env\.[A-Z_]*(API_?KEY|SECRET|TOKEN|PASS|AUTH|CRED|KEY\b)/i,
	},
	{
		finds: 'a file with secrets',
		pattern:
			/\/etc\/(passwd|shadow)|\.ssh\/id_|\.git\/config|\.git-?(credentials|config)|\.npmrc|\.aws\/credentials/,
	},
	{ finds: 'a started program', pattern: /child_process|detached['"]?\s*:\s*true|\brm\s+-rf\s/ },
	{ finds: 'a command that loads code', pattern: /\b(curl|wget)\s+.*(\||-o\s|-O\s)/ },
	{
		finds: 'an address of a tunnel, paste or shortener',
		pattern:
			/webhook\.(site|cool)|ngrok|trycloudflare|pipedream\.net|beeceptor|pastebin|transfer\.sh|\bbit\.ly\b|api\.telegram\.org|discord\.com\/api\/webhooks/i,
	},
	{
		finds: 'an address of a cheap domain',
		pattern:
			/https?:\/\/[^\s/]+\.(xyz|tk|ml|ga|cf|gq|pw|top|club|bid|icu|zip|stream|link|quest)([/:?#"'\s)]|$)/m,
	},
	{ finds: 'a token of a messenger', pattern: /\b\d{8,12}:[\w-]{30,40}\b/ },
	{
		finds: 'a miner',
		pattern: /xmrig|(eth|cg|bfg|cpu|cc)miner|stratum\+|supportxmr|minexmr|nanopool/i,
	},
	{
		finds: 'a watched keyboard',
		pattern: /log_?key(stroke|press)|hook_keyboard|SetWindowsHookEx/i,
	},
];

describe('the code of the package', () => {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-vitally-pack-'));
	let files: Array<{ path: string; text: string }>;

	beforeAll(() => {
		files = packedFiles(folder);
	});

	afterAll(() => rmSync(folder, { recursive: true }));

	it('lies in the tarball', () => {
		expect(files.map(({ path }) => path)).toEqual(
			expect.arrayContaining([
				'package.json',
				join('dist', 'nodes', 'Vitally', 'Vitally.node.js'),
				join('dist', 'nodes', 'Vitally', 'vendor', 'markdownIt.js'),
			]),
		);
	});

	it.each(SCANNED)('contains nothing that a scanner takes for $finds', ({ pattern }) => {
		const found = files
			.filter(({ path }) => path.endsWith('.js'))
			.flatMap(({ path, text }) => {
				const match = pattern.exec(text);

				return match ? [`${path}: ${match[0].slice(0, 80)}`] : [];
			});

		expect(found).toEqual([]);
	});

	it('runs no script at its installation, and has no dependency', () => {
		const { scripts = {}, dependencies } = JSON.parse(
			files.find(({ path }) => path === 'package.json')?.text ?? '{}',
		) as { scripts?: Record<string, string>; dependencies?: object };

		expect(
			Object.keys(scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name)),
		).toEqual([]);
		expect(dependencies).toBeUndefined();
	});
});

/** Compiles the nodes, packs them as npm does, and reads what is in the tarball. */
function packedFiles(folder: string): Array<{ path: string; text: string }> {
	const run = (command: string, ...parameters: string[]) =>
		execFileSync(command, parameters, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
	const compiler = join(PROJECT_ROOT, 'node_modules', '.bin', 'tsc');
	const project = join(PROJECT_ROOT, 'tsconfig.json');

	run(compiler, '-p', project, '--outDir', join(folder, 'dist'));

	for (const file of ['package.json', '.npmrc']) {
		cpSync(join(PROJECT_ROOT, file), join(folder, file));
	}

	run('npm', 'pack', '--ignore-scripts');
	const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';

	run('tar', '-xzf', tarball);

	const root = join(folder, 'package');

	return readdirSync(root, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.map((path) => ({ path: path.slice(root.length + 1), text: readFileSync(path, 'utf8') }));
}

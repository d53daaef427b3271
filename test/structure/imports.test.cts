import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import ts from 'typescript';

const ROOT = join(__dirname, '..', '..');

/** A row of the table in CONTRIBUTING.md. */
interface Folder {
	path: string;
	imports: string[];
}

/** The folders, the most specific first. */
const folders: Folder[] = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
	.split('\n')
	.map((line) => line.split('|').map((cell) => cell.trim()))
	.filter(([, path = '']) => /^`(nodes|credentials)\/(.*\/)?`$/.test(path))
	.map(([, path, , imports]) => ({
		path: path.slice(1, -1),
		imports: [...imports.matchAll(/`([^`]+)`/g)].map(([, name]) => `nodes/Vitally/${name}/`),
	}))
	.sort((a, b) => b.path.length - a.path.length);

const files = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => join(folder, file)),
);

const folderOf = (file: string) => folders.find(({ path }) => file.startsWith(path))?.path;

/** Where a file's relative imports lead, types included. */
function importsOf(file: string, text = readFileSync(join(ROOT, file), 'utf8')): string[] {
	return [...text.matchAll(/from '(\.[^']*)'/g)].map(([, target]) =>
		relative(ROOT, join(ROOT, dirname(file), target)),
	);
}

function forbiddenImports(file: string, targets: string[]): string[] {
	const folder = folders.find(({ path }) => file.startsWith(path));
	if (!folder) return [];
	return targets.filter((target) => {
		const to = folderOf(`${target}/`) ?? target;
		return to !== folder.path && !folder.imports.includes(to);
	});
}

describe('the folders of CONTRIBUTING.md', () => {
	it('are those that there are', () => {
		const loose = files.filter((file) => folderOf(file) === undefined);
		// Node classes are where n8n looks for them, and wire up what is in the folders.
		expect(loose.filter((file) => !file.endsWith('.node.ts'))).toEqual([]);
		for (const { path } of folders) expect(files.some((file) => file.startsWith(path))).toBe(true);
		expect(folders.length).toBeGreaterThan(8);
	});

	it.each(files)('%s imports what its folder may', (file) => {
		expect(forbiddenImports(file, importsOf(file))).toEqual([]);
	});

	it('find an import that goes the wrong way', () => {
		const file = 'nodes/Vitally/values/dates.ts';
		const targets = importsOf(file, "import { send } from '../transport/send';");
		expect(forbiddenImports(file, targets)).toEqual(['nodes/Vitally/transport/send']);
	});
});

/** The most `.ts` files that a reader finds in one folder. */
const MAX_FILES = 14;

describe('the sources', () => {
	it(`have at most ${MAX_FILES} files in a folder`, () => {
		const folderNames = files.map((file) => dirname(file));
		const crowded = [...new Set(folderNames)].filter(
			(folder) => folderNames.filter((name) => name === folder).length > MAX_FILES,
		);
		expect(crowded).toEqual([]);
	});

	it('import one another without a circle', () => {
		expect(circleIn(new Map(files.map((file) => [file, importedFiles(file)])))).toEqual([]);
	});

	it('export no two functions of one name', () => {
		const filesByName = new Map<string, string[]>();
		for (const file of files) {
			for (const name of exportedFunctions(file)) {
				filesByName.set(name, [...(filesByName.get(name) ?? []), file]);
			}
		}
		expect(filesByName.size).toBeGreaterThan(100);
		expect([...filesByName].filter(([, places]) => places.length > 1)).toEqual([]);
	});
});

it('a circle is found wherever it begins', () => {
	const imports = new Map([
		['a', ['b']],
		['b', ['c']],
		['c', ['b']],
	]);
	expect(circleIn(imports)).toEqual(['b', 'c', 'b']);
});

function importedFiles(file: string): string[] {
	return importsOf(file)
		.map((target) => `${target}.ts`)
		.filter((target) => existsSync(join(ROOT, target)));
}

/** The first circle of imports, or nothing. */
function circleIn(imports: Map<string, string[]>): string[] {
	const done = new Set<string>();
	const visit = (file: string, path: string[]): string[] => {
		if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
		if (done.has(file)) return [];
		for (const target of imports.get(file) ?? []) {
			const circle = visit(target, [...path, file]);
			if (circle.length > 0) return circle;
		}
		done.add(file);
		return [];
	};
	for (const file of imports.keys()) {
		const circle = visit(file, []);
		if (circle.length > 0) return circle;
	}
	return [];
}

function exportedFunctions(file: string): string[] {
	const text = readFileSync(join(ROOT, file), 'utf8');
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022);
	return source.statements
		.filter(ts.isFunctionDeclaration)
		.filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
		.flatMap(({ name }) => (name ? [name.text] : []));
}

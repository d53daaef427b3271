import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { filesBelow, read } from '../../test/docs/docFiles.cts';
import { lint } from '../../test/package/lint.cts';
import { packed } from '../context.cts';

it('The packed tarball contains nothing but the build and its documents, and brings no dependencies', () => {
	const { folder: root } = packed;
	const { n8n, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

	expect(dependencies).toBeUndefined();
	expect(readdirSync(root).sort()).toEqual(['LICENSE.md', 'README.md', 'dist', 'package.json']);
	expect(readdirSync(join(root, 'dist')).sort()).toEqual(['credentials', 'nodes']);

	const files = readdirSync(root, { recursive: true, encoding: 'utf8' });

	expect(files.filter((file) => /sandbox|test|\.cts|\.d\.ts$|\.map$/.test(file))).toEqual([]);
	expect(files).toEqual(
		expect.arrayContaining([
			...n8n.nodes,
			...n8n.credentials,
			'dist/nodes/Vitally/vitally.svg',
			'dist/nodes/Vitally/vitally.dark.svg',
			'dist/nodes/Vitally/Vitally.node.json',
			'dist/nodes/Vitally/__schema__/v1.0.0/account/get.json',
		]),
	);
});

/** n8n scans a package before it may be installed in its cloud: the sources, then the tarball. */
describe("n8n's package scan", () => {
	let files: string[][];
	let tarball: string[][];
	let hidden: string[] | undefined;

	beforeAll(() => {
		const options = {
			allowInlineConfig: false,
			overrideConfigFile: join(__dirname, '..', '..', 'test', 'package', 'scan.config.mjs'),
		};
		const { folder: root } = packed;
		const filePath = join(root, 'dist', 'nodes', 'Vitally', 'Vitally.node.js');
		const hiding = "\n/* eslint-disable */ console.log(require('fs'));";

		const results = lint(
			{ options, files: ['package.json', '{nodes,credentials}/**/*.{js,json}'] },
			{
				options: { ...options, cwd: root },
				files: ['package.json', '**/*.js'],
				contents: [{ filePath, text: readFileSync(filePath, 'utf8') + hiding }],
			},
		);

		files = results[0];
		tarball = results[1];
		hidden = tarball.pop();
	});

	it('accepts the files that `npm run lint:nodes` does not read', () => {
		expect(files.flat()).toEqual([]);
	});

	it('sees what `npm run lint:nodes` sees: no comment switches a rule off', () => {
		const sources = filesBelow(['nodes', 'credentials'], /\.ts$/);

		expect(sources.length).toBeGreaterThan(100);
		expect(sources.filter((file) => /eslint-|@ts-/.test(read(file)))).toEqual([]);
	});

	it('accepts the tarball', () => expect(tarball.flat()).toEqual([]));

	it('finds what a comment would hide', () => {
		const found = hidden?.join('\n');

		expect(found).toContain('no-console');
		expect(found).toContain('no-restricted-imports');
	});
});

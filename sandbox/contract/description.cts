import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

type Section = Record<string, unknown>;

interface Part {
	paths: Section;
	components: Record<string, Section>;
}

interface Description extends Part {
	openapi: '3.0.3';
	info: { title: string; version: string };
}

/** One file per resource. Paths are tried in this order, so the busiest come first. */
const PARTS = [
	'accounts',
	'analytics',
	'conversations',
	'notes',
	'projects',
	'tasks',
	'customObjects',
	'directory',
];

const read = (name: string): unknown =>
	parse(readFileSync(join(__dirname, `${name}.yaml`), 'utf8'), { merge: true });

/** The whole OpenAPI description: the frame in openapi.yaml and the files of the resources. */
export function contractDescription(): Description {
	const whole = read('openapi') as Description;
	for (const part of PARTS.map((name) => read(name) as Part)) {
		Object.assign(whole.paths, part.paths);
		for (const [kind, entries] of Object.entries(part.components)) {
			whole.components[kind] = { ...whole.components[kind], ...entries };
		}
	}
	return whole;
}

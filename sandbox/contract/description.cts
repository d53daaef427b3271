import { readdirSync, readFileSync } from 'node:fs';
import { join, parse as parsePath } from 'node:path';

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

const METHODS = ['get', 'post', 'put', 'delete'] as const;

export type Method = (typeof METHODS)[number];

/** One method of one path, which is written as in the contract: `/resources/notes/{id}`. */
export interface Endpoint {
	method: Method;
	path: string;
}

const read = (name: string): unknown =>
	parse(readFileSync(join(__dirname, `${name}.yaml`), 'utf8'), { merge: true });

/** openapi.yaml and the files of the resources, merged. */
function readDescription(): Description {
	const whole = read('openapi') as Description;

	for (const file of readdirSync(__dirname)) {
		const { name, ext } = parsePath(file);
		if (ext !== '.yaml' || name === 'openapi') continue;

		const part = read(name) as Part;

		Object.assign(whole.paths, part.paths);

		for (const [kind, entries] of Object.entries(part.components)) {
			whole.components[kind] = { ...whole.components[kind], ...entries };
		}
	}

	return whole;
}

let description: Description | undefined;

/**
 * The whole OpenAPI description. A copy, since the validator writes into the one that it gets; as
 * text in between, so that what YAML anchors share becomes separate too.
 */
export function contractDescription(): Description {
	return JSON.parse(JSON.stringify((description ??= readDescription()))) as Description;
}

/** Every method of every path. */
export function contractEndpoints(): Endpoint[] {
	const { paths } = (description ??= readDescription());

	return Object.entries(paths).flatMap(([path, operations]) =>
		METHODS.filter((method) => method in (operations as Section)).map((method) => ({
			method,
			path,
		})),
	);
}

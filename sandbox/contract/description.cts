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

/** A method of a path, which is written as in the contract: `/resources/notes/{id}`. */
export interface Endpoint {
	method: Method;
	path: string;
}

/** Read once per process. */
let description: Description | undefined;

/**
 * Returns a copy of the whole OpenAPI description, because the validator writes into what it gets. The copy is made
 * from text, so that what YAML anchors share becomes separate too.
 */
export function contractDescription(): Description {
	description ??= readDescription();

	return JSON.parse(JSON.stringify(description)) as Description;
}

/** Returns every method of every path. */
export function contractEndpoints(): Endpoint[] {
	description ??= readDescription();

	return Object.entries(description.paths).flatMap(([path, operations]) =>
		METHODS.filter((method) => method in (operations as Section)).map((method) => ({
			method,
			path,
		})),
	);
}

/** Reads openapi.yaml and the files of the resources, and merges them. */
function readDescription(): Description {
	const whole = readYaml('openapi') as Description;

	for (const file of readdirSync(__dirname)) {
		const { name, ext } = parsePath(file);
		if (ext !== '.yaml' || name === 'openapi') continue;

		const part = readYaml(name) as Part;

		Object.assign(whole.paths, part.paths);

		for (const [kind, entries] of Object.entries(part.components)) {
			whole.components[kind] = { ...whole.components[kind], ...entries };
		}
	}

	return whole;
}

function readYaml(name: string): unknown {
	return parse(readFileSync(join(__dirname, `${name}.yaml`), 'utf8'), { merge: true });
}

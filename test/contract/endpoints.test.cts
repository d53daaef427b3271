import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { contractDescription } from '../../sandbox/contract/description.cts';
import { builtNodes, operationsOf, PROJECT_ROOT } from '../description/built.cts';
import { resourcesOf } from '../engine/declared.cts';
import { callerWith } from './calls.cts';
import { BODY_IS_A_LIST } from './exceptions.cts';
import { ENDPOINTS, nameOf, titleOf, WAYS } from './endpoints.cts';

/** Paths in which a parameter's name does not matter. */
const bare = (method: string, path: string) =>
	`${method.toUpperCase()} ${path.replace(/:\w+|\{\w+\}/g, '*')}`;

const CONTRACT = Object.entries(contractDescription().paths).flatMap(([path, methods]) =>
	Object.entries(methods as Record<string, { summary?: string }>)
		.filter(([method]) => method !== 'parameters')
		.map(([method, { summary }]) => ({ endpoint: bare(method, path), summary })),
);
const OFFERED = ENDPOINTS.map(({ method, path }) => bare(method, path));

describe('the endpoints of the document', () => {
	it('are 41, each offered once', () => {
		const documented = CONTRACT.filter(({ summary }) => summary?.includes('(document')).map(
			({ endpoint }) => endpoint,
		);
		expect(documented).toHaveLength(41);
		expect(OFFERED).toEqual(expect.arrayContaining(documented));
		expect(new Set(OFFERED).size).toBe(OFFERED.length);
	});
});

describe("the endpoints of the sandbox's contract", () => {
	it('are each offered', () => {
		const others = Object.keys(BODY_IS_A_LIST).map((endpoint) => {
			const [method, path] = endpoint.split(' ');
			return bare(method, path);
		});
		expect([...OFFERED, ...others].sort()).toEqual(CONTRACT.map(({ endpoint }) => endpoint).sort());
	});

	it.each(Object.entries(BODY_IS_A_LIST))('%s is tested in %s', (endpoint, file) => {
		const [, path] = endpoint.split(' ');
		expect(readFileSync(join(PROJECT_ROOT, file), 'utf8')).toContain(path);
	});

	it('are each reached by an operation, and each operation reaches one', () => {
		expect(ENDPOINTS.filter(({ calls }) => calls.length === 0)).toEqual([]);
		const called = new Set(ENDPOINTS.flatMap(({ calls }) => calls.map(nameOf)));
		const offered = builtNodes.flatMap(({ description }) =>
			operationsOf(description).map(
				({ resource, option }) => `${description.name} ${resource} ${String(option.value)}`,
			),
		);
		expect([...called].sort()).toEqual(offered.sort());
	});
});

describe('the endpoints that the operations name', () => {
	const rows = Object.entries(resourcesOf).flatMap(([type, resources]) =>
		resources.flatMap(({ name, operations }) =>
			operations.map((row) => [`${type} ${name} ${row.value}`, row.endpoints] as const),
		),
	);

	it.each(rows)('%s names those that it reaches', (name, endpoints) => {
		const reached = ENDPOINTS.filter(({ calls }) => calls.some((call) => nameOf(call) === name));
		const named = endpoints.map((endpoint) => {
			const [method, path] = endpoint.split(' ');
			return bare(method, path);
		});
		const others = Object.keys(BODY_IS_A_LIST);
		expect(named.filter((endpoint) => !others.includes(endpoint)).sort()).toEqual(
			reached.map(({ method, path }) => bare(method, path)).sort(),
		);
	});
});

describe('on the engine', () => {
	const run = callerWith();

	it.each(WAYS.map((way) => [titleOf(way), way] as const))('%s', async (_title, way) => {
		const { outcome, requests, contractRefusals } = await run(way);
		expect(outcome.error).toBeUndefined();
		expect(contractRefusals).toEqual([]);
		expect(requests.at(-1)?.status).toBeLessThan(300);
	});
});

import { contractDescription } from '../../sandbox/contract/description.cts';
import { builtNodes, operationsOf } from '../description/built.cts';
import { resourcesOf } from '../engine/declared.cts';
import { callerWith } from './calls.cts';
import { ENDPOINTS, nameOf, PUBLIC_ENDPOINTS, titleOf, WAYS } from './endpoints.cts';

/** Paths in which a parameter's name does not matter. */
const bare = (method: string, path: string) =>
	`${method.toUpperCase()} ${path.replace(/:\w+|\{\w+\}/g, '*')}`;

const ALL = [...ENDPOINTS, ...PUBLIC_ENDPOINTS];

describe('the endpoints of the document', () => {
	it('are 41, each once', () => {
		const known = ENDPOINTS.map(({ method, path }) => bare(method, path));
		expect(known).toHaveLength(41);
		expect(new Set(known).size).toBe(41);
	});

	it("are those that the sandbox's contract has from the document", () => {
		const { paths } = contractDescription();
		const documented = Object.entries(paths).flatMap(([path, methods]) =>
			Object.entries(methods as Record<string, { summary?: string }>)
				.filter(([, { summary }]) => summary?.includes('(document'))
				.map(([method]) => bare(method, path)),
		);
		expect(ENDPOINTS.map(({ method, path }) => bare(method, path)).sort()).toEqual(
			documented.sort(),
		);
	});

	it('are each reached by an operation, and each operation reaches one', () => {
		expect(ALL.filter(({ calls }) => calls.length === 0)).toEqual([]);
		const called = new Set(ALL.flatMap(({ calls }) => calls.map(nameOf)));
		const offered = builtNodes.flatMap(({ description }) =>
			operationsOf(description).map(
				({ resource, option }) => `${description.name} ${resource} ${String(option.value)}`,
			),
		);
		expect([...called].sort()).toEqual(offered.sort());
	});
});

describe('the endpoints that the operations name', () => {
	const known = new Set(ALL.map(({ method, path }) => bare(method, path)));
	const rows = Object.entries(resourcesOf).flatMap(([type, resources]) =>
		resources.flatMap(({ name, operations }) =>
			operations.map((row) => [`${type} ${name} ${row.value}`, row.endpoints] as const),
		),
	);

	it.each(rows)('%s names those of the tables that it reaches', (name, endpoints) => {
		const reached = ALL.filter(({ calls }) => calls.some((call) => nameOf(call) === name));
		const named = endpoints.map((endpoint) => {
			const [method, path] = endpoint.split(' ');
			return bare(method, path);
		});
		expect(named.filter((endpoint) => known.has(endpoint)).sort()).toEqual(
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

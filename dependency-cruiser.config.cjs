const ROOT = '^nodes/Vitally/';

/** Folders of nodes/Vitally, lowest first: each may import those before it. */
const LAYERS = [
	'vendor',
	'errors',
	'values',
	'text',
	'transport',
	'fields',
	'execution',
	'records',
	'sync',
	'operations',
	'resources',
	'methods',
	'trigger/scan',
	'trigger',
	'playbook',
];

/** Types count, because a reader follows them too. */
module.exports = {
	options: {
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
		doNotFollow: { path: 'node_modules' },
	},
	forbidden: [
		{
			name: 'no-circle',
			comment: 'Two files that import each other cannot be read one after the other.',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		...LAYERS.map((layer, index) => ({
			name: `${layer}-imports-downwards`,
			comment: 'Move what both need into a lower folder, or pass it as a parameter.',
			severity: 'error',
			// A nested folder is a layer of its own.
			from: { path: `${ROOT}${layer}/`, pathNot: nestedLayers(layer) },
			to: {
				path: ROOT,
				pathNot: LAYERS.slice(0, index + 1).map((lower) => `${ROOT}${lower}/`),
			},
		})),
		{
			name: 'pure',
			comment: 'What is pure can be tested and simulated without n8n and the service.',
			severity: 'error',
			from: { path: `${ROOT}(text|trigger/scan)/` },
			to: {
				path: '^nodes/',
				pathNot: `${ROOT}($1|errors|values|vendor|operations/definition/resourceEvent)`,
			},
		},
		{
			name: 'credentials-import-fields-and-transport',
			severity: 'error',
			from: { path: '^credentials/' },
			to: { path: '^nodes/', pathNot: `${ROOT}(fields|transport)/` },
		},
		{
			name: 'vitally-does-not-import-analytics',
			severity: 'error',
			from: { path: ROOT },
			to: { path: '^nodes/VitallyAnalytics/' },
		},
	],
};

function nestedLayers(layer) {
	const nested = LAYERS.filter((name) => name.startsWith(`${layer}/`));

	return nested.map((name) => `${ROOT}${name}/`);
}

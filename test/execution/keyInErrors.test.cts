import { credentialsFor, runNode, type NodeRun } from '../engine/node.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

/** As much before the key as cuts a quoted text somewhere within it. */
const BEFORE = [0, 190, 490];

const MODES = [undefined, 'continueRegularOutput', 'continueErrorOutput'] as const;

const NODES: Record<string, Partial<NodeRun>> = {
	vitally: { parameters: { resource: 'account', operation: 'get', accountId: 'acct-1' } },
	vitallyAnalytics: {
		parameters: { resource: 'account', operation: 'upsert', accountId: 'a1', name: 'A' },
	},
};

/** The forms in which a proxy may quote a header or a key on its error page. */
function formsOf(key: string): string[] {
	const base64 = btoa(`${key}:`);
	const bare = base64.replace(/=+$/, '');
	const once = encodeURIComponent(base64);
	const forUrls = bare.replaceAll('+', '-').replaceAll('/', '_');
	const escaped = base64.replaceAll('/', '\\/').replaceAll('=', '\\u003d');
	return [key, base64, bare, forUrls, once, encodeURIComponent(once), escaped];
}

describe.each(Object.keys(NODES))('an error of the node %s', (type) => {
	const started = sandboxOfSuite({ seed: 'empty' });

	it.each(['bare', 'header'])(
		'contains nothing of a key that was entered as %s',
		async (entered) => {
			const sandbox = started();
			const isAnalytics = type === 'vitallyAnalytics';
			const key = isAnalytics ? sandbox.analyticsKey : sandbox.apiKey;
			const asHeader = isAnalytics ? `Basic ${key}` : `Basic ${btoa(`${key}:`)}`;
			const credentials = credentialsFor(sandbox);
			const credential = isAnalytics ? 'vitallyAnalyticsApi' : 'vitallyApi';
			if (entered === 'header') credentials[credential].apiKey = asHeader;
			// Each form cut in another way, and in another mode.
			const quotes = formsOf(key).map(
				(form, index) => `${'x'.repeat(BEFORE[index % BEFORE.length])}Basic ${form}`,
			);
			for (const [index, quote] of quotes.entries()) {
				sandbox.faults.add({ kind: 'status', status: 400, body: { error: quote }, times: 1 });
				const { parameters = {} } = NODES[type];
				const onError = MODES[Math.floor(index / 2) % MODES.length];
				const outcome = await runNode({ type, parameters, onError }, { credentials });
				const shown = JSON.stringify([outcome.error, outcome.run]);
				expect(shown).toContain('Basic');
				// As much of any form as reveals the key.
				for (const form of formsOf(key)) expect(shown).not.toContain(form.slice(0, 12));
			}
		},
	);
});

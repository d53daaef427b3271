import { builtPackages } from '../test/engine/engine.cts';
import { PolledNode } from '../test/engine/poll.cts';
import { startSandboxProcess } from './process.cts';
import { rounded, type Section } from './section.cts';
import type { TriggerCase } from './trigger.cts';

const LEARNING_POLLS = 4;

process.on('message', async (message: TriggerCase) => {
	await builtPackages();
	process.send?.(await measurePolls(message));
});

async function measurePolls({ accounts, fieldsToWatch }: TriggerCase): Promise<Section['rows']> {
	const rows: Section['rows'] = [];
	const service = await startSandboxProcess({
		seed: { accounts },
		limits: { budget: 1_000_000_000 },
	});
	const { url } = service;
	const apiKey = 'sk_live_sandbox';
	const requestsSoFar = async () => (await service.counts()).requests;
	const node = new PolledNode({
		parameters: {
			triggerOn: 'accountUpdated',
			watch: fieldsToWatch.length ? 'fields' : 'anyChange',
			fieldsToWatch,
			options: { maxPages: 500 },
		},
		credentials: { vitallyApi: { dataCenter: 'custom', baseUrl: url, apiKey } },
		scheduler: 'durable',
	});
	const startMb = process.memoryUsage().rss;
	const watched = fieldsToWatch.length ? fieldsToWatch.join(', ') : 'none';

	const add = async (poll: string, run: () => Promise<void>) => {
		const events = node.items.length;
		const requests = await requestsSoFar();
		const began = performance.now();

		await run();
		rows.push({
			'watched fields': watched,
			poll,
			requests: (await requestsSoFar()) - requests,
			events: node.items.length - events,
			seconds: rounded((performance.now() - began) / 1000, 3),
			'state in MB': rounded((node.stored.at(-1)?.length ?? 0) / 1e6),
			'memory in MB': rounded((process.memoryUsage().rss - startMb) / 1e6, 0),
		});
	};

	const tick = async () => await node.tick();

	await add('activation', async () => await node.activate());

	if (fieldsToWatch.length) {
		await add('learning, all polls', async () => {
			for (let polls = 0; polls < LEARNING_POLLS; polls++) await tick();
		});
	}

	await tick();
	await add('idle', tick);
	const ids = await accountIds(url, apiKey);

	await change(url, apiKey, ids.slice(0, 1));
	await add('1 change', tick);
	await change(url, apiKey, ids);
	await add(`${ids.length} changes`, tick);
	service.close();
	if (node.errors.length) throw node.errors[0];

	return rows;
}

async function accountIds(url: string, apiKey: string): Promise<string[]> {
	const ids: string[] = [];
	let from = '';

	while (ids.length < 1000) {
		const answer = await fetch(`${url}/resources/accounts?limit=100${from}`, {
			headers: authorization(apiKey),
		});
		const { results, next } = (await answer.json()) as { results: { id: string }[]; next: string };

		ids.push(...results.map(({ id }) => id));
		from = `&from=${encodeURIComponent(next)}`;
	}

	return ids;
}

/** Changes each account to another plan than ever before. */
async function change(url: string, apiKey: string, ids: string[]): Promise<void> {
	const plan = `plan ${performance.now()}`;

	for (const id of ids) {
		await fetch(`${url}/resources/accounts/${id}`, {
			method: 'PUT',
			headers: { ...authorization(apiKey), 'Content-Type': 'application/json' },
			body: JSON.stringify({ traits: { plan } }),
		});
	}
}

function authorization(apiKey: string) {
	return { Authorization: `Basic ${btoa(`${apiKey}:`)}` };
}

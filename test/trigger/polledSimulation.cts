import assert from 'node:assert/strict';

import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { credentialsFor } from '../engine/node.cts';
import { PolledNode } from '../engine/poll.cts';
import type { Happening, PolledHistory, Turn } from './polledHistory.cts';
import { PolledService, type Standing } from './polledService.cts';

/** What is known to have been told, as of one version of the node's static data. */
interface Told {
	keys: Set<string>;
	/** What stood when the feed started. */
	old: Map<string, Standing>;
	/** Watched value by record, as told last. */
	scores: Map<string, unknown>;
}

/** Milliseconds after which nothing can still become visible. */
const SETTLED = 130_000;

/** More polls without an event than there are unread pages at any time. */
const QUIET_POLLS = 8;

let histories = 0;

/** A sandbox whose clock a history moves, and which tells when a request has ended. */
export interface PolledSandbox {
	sandbox: Sandbox;
	clock: { now: number };
	onRequest: { call: () => void };
}

/** Plays a history on n8n's poller and the sandbox, and throws on the first broken promise. */
export async function playPolled(around: PolledSandbox, history: PolledHistory): Promise<void> {
	around.sandbox.reset();
	await new PolledSimulation(around, history).run();
}

class PolledSimulation {
	private readonly service: PolledService;
	private readonly node: PolledNode;
	private told: Told = { keys: new Set(), old: new Map(), scores: new Map() };
	private readonly toldAt = new Map<string, Told>();
	private executions = 0;

	constructor(
		private readonly around: PolledSandbox,
		private readonly history: PolledHistory,
	) {
		const { triggerOn, scheduler } = history;
		this.service = new PolledService(around.sandbox, around.clock, triggerOn);
		this.node = new PolledNode({
			parameters: this.parameters(history.maxPages),
			credentials: credentialsFor(around.sandbox),
			scheduler,
			workflow: `history ${++histories}`,
		});
	}

	async run(): Promise<void> {
		for (const happening of this.history.existing) this.service.do(happening);
		await this.start(async () => await this.node.activate());
		for (const turn of this.history.turns) await this.turn(turn);
		await this.comeToRest();
	}

	/** A feed that starts: what stands now is history, and so is what shares its last timestamp. */
	private async start(activate: () => Promise<void>): Promise<void> {
		const old = new Map(this.service.standings().map((standing) => [standing.id, standing]));
		this.told = { keys: new Set(), old, scores: new Map() };
		if (this.isByOrder) await this.learnOrder(activate);
		else await activate();
		this.around.clock.now++;
		this.enter();
		this.toldAt.set('{}', this.told);
	}

	/** What is told by its order is told for sure only if the whole list was read at the start. */
	private async learnOrder(activate: () => Promise<void>): Promise<void> {
		const { node, history } = this;
		node.parameters = this.parameters(100);
		await activate();
		node.parameters = this.parameters(history.maxPages);
		await node.activate();
	}

	private parameters(maxPages: number): Record<string, unknown> {
		const { triggerOn, watches } = this.history;
		return { triggerOn, options: { maxPages, ...(watches && { fieldsToWatch: ['healthScore'] }) } };
	}

	private async turn({ before, between, fault, isOverlapped, restart }: Turn): Promise<void> {
		const { node, around } = this;
		for (const happening of before) this.service.do(happening);
		if (restart !== null) await this.restart(restart);
		if (fault) around.sandbox.faults.add({ ...fault.kind, on: { nth: fault.nth }, times: 1 });
		const queue: Happening[][] = [...between];
		around.onRequest.call = () => queue.shift()?.forEach((happening) => this.service.do(happening));
		await Promise.all(isOverlapped ? [node.tick(), node.tick()] : [node.tick()]);
		around.onRequest.call = () => {};
		around.sandbox.faults.clear();
		this.enter();
	}

	private async restart(back: number): Promise<void> {
		const { node } = this;
		const from = node.stored.at(-1 - Math.min(back, node.stored.length - 1)) ?? '{}';
		const activate = async () => await node.restart(from);
		if (from === '{}') return await this.start(activate);
		const told = this.toldAt.get(from);
		assert.ok(told, 'a state that no poll stored');
		this.told = { ...told, keys: new Set(told.keys), scores: new Map(told.scores) };
		await activate();
		this.enter();
	}

	/** Nothing happens any more: all must be told, then one request is enough. */
	private async comeToRest(): Promise<void> {
		const { node, around } = this;
		let quiet = 0;
		for (let polls = 0; quiet < QUIET_POLLS; polls++) {
			assert.ok(polls < 100, 'the feed does not come to rest');
			around.clock.now += SETTLED;
			await node.tick();
			quiet = this.enter() ? 0 : quiet + 1;
		}
		this.checkNothingLost();
		const requests = around.sandbox.requests.length;
		await node.tick();
		const cost = around.sandbox.requests.length - requests;
		// Pages of three records are too small to prove an order with one of them.
		if (!this.isByOrder) assert.equal(cost, 1, 'requests of an idle poll');
		assert.deepEqual(around.sandbox.contractRefusals(), []);
	}

	/** Enters what the polls emitted since, and holds it to the promises. */
	private enter(): boolean {
		const fresh = this.node.executions.slice(this.executions);
		this.executions = this.node.executions.length;
		for (const items of fresh) {
			let last = '';
			for (const { json } of items) {
				const key = this.keyOf(json);
				assert.ok(!this.told.keys.has(key), `told twice: ${key}`);
				this.told.keys.add(key);
				const old = this.told.old.get(String(json.id));
				const isHistory = old && this.isListed(old) && this.keyOf(asItem(old)) === key;
				assert.ok(!isHistory, `history: ${key}`);
				const at = String(this.happens('Created') ? '' : (json.updatedAt ?? ''));
				assert.ok(at >= last, 'not oldest first');
				last = at;
				if (this.history.watches) this.checkDifference(json);
			}
		}
		const { keys, old, scores } = this.told;
		const now = { keys: new Set(keys), old, scores: new Map(scores) };
		const { stored } = this.node;
		const isNew = (text: string, index: number) =>
			text !== '{}' && (index === stored.length - 1 || !this.toldAt.has(text));
		for (const text of stored.filter(isNew)) this.toldAt.set(text, now);
		return fresh.length > 0;
	}

	private checkDifference({ id, previousValues, currentValues, previousUnknown }: IDataObject) {
		const before = (previousValues as IDataObject).healthScore;
		const after = (currentValues as IDataObject).healthScore;
		const told = this.told.scores.get(String(id));
		this.told.scores.set(String(id), after);
		if (previousUnknown) {
			assert.equal(told, undefined, 'the value before was known');
			return;
		}
		assert.notEqual(before, after, 'nothing changed');
		if (told !== undefined) assert.equal(before, told, 'not the value before');
	}

	private checkNothingLost(): void {
		const { old, keys, scores } = this.told;
		for (const standing of this.service.standings()) {
			const before = old.get(standing.id);
			if (!this.isListed(standing) || before?.updatedAt === standing.updatedAt) continue;
			if (this.history.watches) {
				const known = scores.get(standing.id) ?? before?.score ?? 5;
				assert.equal(known, standing.score, `lost: ${standing.label}`);
				continue;
			}
			const isDue =
				(this.happens('Created') && !before && !this.isReturned(standing)) ||
				(this.happens('Updated') && standing.createdAt !== standing.updatedAt) ||
				(standing.moment !== null && standing.moment !== before?.moment);
			const key = this.keyOf(asItem(standing));
			if (isDue) assert.ok(keys.has(key), `lost: ${key}`);
		}
	}

	private isListed({ moment }: Standing): boolean {
		const isOfEnded = this.happens('Churned') || this.happens('Archived');
		return isOfEnded === (moment !== null);
	}

	/** An account that had churned when its creation was due comes back as an old one. */
	private isReturned({ id }: Standing): boolean {
		return 'churnedAt' in (this.around.sandbox.state.accounts.get(id)?.traits ?? {});
	}

	private keyOf(item: IDataObject): string {
		const id = String(item.id);
		if (this.happens('Created')) return id;
		if (this.happens('Updated')) return `${id}|${String(item.name ?? item.subject)}`;
		return `${id}|${String(item.churnedAt ?? item.archivedAt)}`;
	}

	private happens(what: 'Created' | 'Updated' | 'Churned' | 'Archived'): boolean {
		return this.history.triggerOn.endsWith(what);
	}

	private get isByOrder(): boolean {
		return /^project(Updated|Archived)$/.test(this.history.triggerOn);
	}
}

function asItem({ id, label, moment }: Standing): IDataObject {
	return { id, name: label, archivedAt: moment };
}

import assert from 'node:assert/strict';

import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { credentialsFor } from '../../engine/node.cts';
import { PolledNode } from '../../engine/poll.cts';
import type { Command, CommandSequence, Step } from './commandSequence.cts';
import { SandboxRecords, type Standing } from './records.cts';

/** What was emitted, as of one version of the node's static data. */
interface ModelState {
	emitted: Set<string>;
	/** The records when the feed started. */
	old: Map<string, Standing>;
	/** Watched value by record, in the last event. */
	scores: Map<string, unknown>;
}

/** Milliseconds after which nothing can still become visible. */
const SETTLED = 130_000;

/** Polls without an event that leave the state as it was: those after them return nothing else. */
const QUIET_POLLS = 2;

/** Records of a page of the sandbox. */
export const LARGEST_PAGE = 3;

let sequences = 0;

/** A sandbox whose clock a command sequence moves, and which reports when a request has ended. */
export interface PolledSandbox {
	sandbox: Sandbox;
	clock: { now: number };
	onRequest: { call: () => void };
}

/**
 * Runs a sequence on n8n's poller and the sandbox, and throws on the first broken promise.
 *
 * @returns its events
 */
export async function runSequence(
	around: PolledSandbox,
	sequence: CommandSequence,
): Promise<number> {
	around.sandbox.reset();
	return await new Simulation(around, sequence).run();
}

class Simulation {
	private readonly service: SandboxRecords;
	private readonly node: PolledNode;
	private state: ModelState = { emitted: new Set(), old: new Map(), scores: new Map() };
	private readonly stateAt = new Map<string, ModelState>();
	private executions = 0;

	constructor(
		private readonly around: PolledSandbox,
		private readonly sequence: CommandSequence,
	) {
		const { triggerOn, scheduler } = sequence;
		this.service = new SandboxRecords(around.sandbox, around.clock, triggerOn);
		this.node = new PolledNode({
			parameters: this.parameters(sequence.maxPages),
			credentials: credentialsFor(around.sandbox),
			scheduler,
			workflow: `sequence ${++sequences}`,
		});
	}

	async run(): Promise<number> {
		for (const command of this.sequence.existing) this.service.do(command);
		await this.start(async () => await this.node.activate());
		for (const step of this.sequence.steps) await this.step(step);
		await this.comeToRest();
		return this.node.items.length;
	}

	/** A feed that starts: what is in the lists now is history, and so is what shares its last timestamp. */
	private async start(activate: () => Promise<void>): Promise<void> {
		const old = new Map(this.service.standings().map((standing) => [standing.id, standing]));
		this.state = { emitted: new Set(), old, scores: new Map() };
		if (this.lacksTimestamps || this.happens('Churned')) await this.readWhole(activate);
		else await activate();
		this.around.clock.now++;
		this.enter();
		this.stateAt.set('{}', this.state);
	}

	/** What these events compare with is known for sure only if the whole list was read at the start. */
	private async readWhole(activate: () => Promise<void>): Promise<void> {
		const { node, sequence } = this;
		node.parameters = this.parameters(100);
		await activate();
		node.parameters = this.parameters(sequence.maxPages);
		await node.update();
	}

	private parameters(maxPages: number): Record<string, unknown> {
		const { triggerOn, watches } = this.sequence;
		const watched = watches
			? { watch: 'fields', fieldsToWatch: ['healthScore'] }
			: { watch: 'anyChange' };
		return { triggerOn, options: { maxPages }, ...watched };
	}

	private async step({ before, between, fault, isOverlapped, restart }: Step): Promise<void> {
		const { node, around } = this;
		for (const command of before) this.service.do(command);
		if (restart !== null) await this.restart(restart);
		if (fault) around.sandbox.faults.add({ ...fault.kind, on: { nth: fault.nth }, times: 1 });
		const queue: Command[][] = [...between];
		around.onRequest.call = () => queue.shift()?.forEach((command) => this.service.do(command));
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
		const state = this.stateAt.get(from);
		assert.ok(state, 'a state that no poll stored');
		this.state = { ...state, emitted: new Set(state.emitted), scores: new Map(state.scores) };
		await activate();
		this.enter();
	}

	/** Nothing happens any more: all must be emitted, then one request is enough. */
	private async comeToRest(): Promise<void> {
		const { node, around } = this;
		let quiet = 0;
		for (let polls = 0; quiet < QUIET_POLLS; polls++) {
			assert.ok(polls < 100, 'the feed does not come to rest');
			around.clock.now += SETTLED;
			const before = await node.state();
			await node.tick();
			const isQuiet = !this.enter() && (await node.state()) === before;
			quiet = isQuiet ? quiet + 1 : 0;
		}
		this.checkNothingLost();
		const requests = around.sandbox.requests.length;
		await node.tick();
		const cost = around.sandbox.requests.length - requests;
		// Such a list is read whole in every poll.
		const lists = this.sequence.triggerOn.startsWith('nps') ? 2 : 1;
		const most = lists + Math.floor(this.ahead / LARGEST_PAGE);
		if (!this.lacksTimestamps) assert.ok(cost <= most, 'requests of an idle poll');
		assert.deepEqual(around.sandbox.contractErrors(), []);
	}

	/** Enters what the polls emitted since, and checks it against the promises. */
	private enter(): boolean {
		const fresh = this.node.executions.slice(this.executions);
		this.executions = this.node.executions.length;
		for (const items of fresh) {
			let last = '';
			for (const { json } of items) {
				const key = this.keyOf(json);
				assert.ok(!this.state.emitted.has(key), `emitted twice: ${key}`);
				this.state.emitted.add(key);
				const old = this.state.old.get(String(json.id));
				const isHistory = old && this.isListed(old) && this.keyOf(asItem(old)) === key;
				assert.ok(!isHistory, `history: ${key}`);
				const at = String(this.happens('Created') ? '' : (json.updatedAt ?? ''));
				assert.ok(at >= last, 'not oldest first');
				last = at;
				if (this.sequence.watches) this.checkDifference(json);
			}
		}
		const { emitted, old, scores } = this.state;
		const now = { emitted: new Set(emitted), old, scores: new Map(scores) };
		const { stored } = this.node;
		const isNew = (text: string, index: number) =>
			text !== '{}' && (index === stored.length - 1 || !this.stateAt.has(text));
		for (const text of stored.filter(isNew)) this.stateAt.set(text, now);
		return fresh.length > 0;
	}

	private checkDifference({ id, previousValues, currentValues, previousUnknown }: IDataObject) {
		const before = (previousValues as IDataObject).healthScore;
		const after = (currentValues as IDataObject).healthScore;
		const emitted = this.state.scores.get(String(id));
		this.state.scores.set(String(id), after);
		if (previousUnknown) {
			assert.equal(emitted, undefined, 'the value before was known');
			return;
		}
		assert.notEqual(before, after, 'nothing changed');
		if (emitted !== undefined) assert.equal(before, emitted, 'not the value before');
	}

	private checkNothingLost(): void {
		const { old, emitted, scores } = this.state;
		for (const standing of this.service.standings()) {
			const before = old.get(standing.id);
			if (!this.isListed(standing) || before?.updatedAt === standing.updatedAt) continue;
			if (this.sequence.watches) {
				const known = scores.get(standing.id) ?? before?.score ?? 5;
				assert.equal(known, standing.score, `lost: ${standing.label}`);
				continue;
			}
			const isDue =
				(this.happens('Created') && !before && !this.isReturned(standing)) ||
				(this.happens('Updated') && standing.createdAt !== standing.updatedAt) ||
				(standing.transitionedAt !== null && standing.transitionedAt !== before?.transitionedAt);
			const key = this.keyOf(asItem(standing));
			if (isDue) assert.ok(emitted.has(key), `lost: ${key}`);
		}
	}

	private isListed({ transitionedAt }: Standing): boolean {
		const isOfEnded = ['Churned', 'Archived'].some((what) => this.happens(what));
		return isOfEnded === (transitionedAt !== null);
	}

	/** An account that had churned when its creation was due comes back as an old one. */
	private isReturned({ id }: Standing): boolean {
		return 'churnedAt' in (this.around.sandbox.state.accounts.get(id)?.traits ?? {});
	}

	/** Records whose timestamps are ahead of the clock: every poll reads over them. */
	private get ahead(): number {
		const now = new Date(this.around.clock.now).toISOString();
		return this.service.standings().filter(({ updatedAt }) => updatedAt > now).length;
	}

	private keyOf(item: IDataObject): string {
		const id = String(item.id);
		if (this.happens('Created')) return id;
		if (this.happens('Updated'))
			return `${id}|${String(item.name ?? item.title ?? item.subject ?? item.feedback)}`;
		return `${id}|${String(item.churnedAt ?? item.archivedAt)}`;
	}

	private happens(what: string): boolean {
		return this.sequence.triggerOn.endsWith(what);
	}

	private get lacksTimestamps(): boolean {
		return this.sequence.triggerOn.startsWith('meeting');
	}
}

function asItem({ id, label, transitionedAt }: Standing): IDataObject {
	return { id, name: label, archivedAt: transitionedAt };
}

/** Maximum bytes of all kept states together. */
const MAX_BYTES = 20_000_000;

const MAX_STATES = 1000;

/** How long a state is kept: a week. */
const KEPT_MS = 7 * 24 * 3_600_000;

/** A state of a trigger node, and the poll that found it: later polls have higher numbers. */
export interface KeptState {
	text: string;
	poll: number;
	/** The name that the node had. */
	name: string;
}

/** States that this process keeps for a while, as n8n may not have them. The oldest ones go when all need too much. */
export class KeptStates {
	private readonly states = new Map<string, KeptState & { bytes: number; atMs: number }>();
	private bytes = 0;

	/** Returns the state under a key that was kept within the last week. */
	get(key: string): KeptState | undefined {
		const state = this.states.get(key);

		return state && performance.now() - state.atMs < KEPT_MS ? state : undefined;
	}

	/** Keeps the state of a poll, unless that of a later one is kept: a poll may end after one that began later. */
	keep(key: string, state: KeptState): void {
		if ((this.states.get(key)?.poll ?? 0) > state.poll) return;

		this.delete(key);
		const bytes = Buffer.byteLength(state.text);

		this.states.set(key, { ...state, bytes, atMs: performance.now() });
		this.bytes += bytes;

		for (const oldest of this.states.keys()) {
			if (this.bytes <= MAX_BYTES && this.states.size <= MAX_STATES) return;

			this.delete(oldest);
		}
	}

	delete(key: string): void {
		this.bytes -= this.states.get(key)?.bytes ?? 0;
		this.states.delete(key);
	}
}

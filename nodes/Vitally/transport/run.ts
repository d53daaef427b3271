import type { IExecuteSingleFunctions } from 'n8n-workflow';

/** The items that one run of a node carries out at the same time. */
export interface Run {
	/** What an item that must not begin any more is refused with. */
	readonly stopped: Error;
	/** Called by a refused item of a node that stops on errors: items that have not sent anything stay unsent. */
	stop(): void;
	/** Throws `stopped` after `stop`. */
	refuseIfStopped(): void;
	/** Called once by each item when it is done. */
	leave(): void;
}

interface Scope {
	items: number;
	isStopped: boolean;
	/** One object for the whole run, because items may share a look-up. */
	stopped: Error;
}

/** Keyed by the cancel signal, which n8n makes anew for every execution, then by the node's name. */
const scopes = new WeakMap<AbortSignal, Map<string, Scope>>();

/**
 * Joins the run of a node. n8n's engine starts all items at once and waits for all of them, also
 * after one was refused; without this, one wrong key would still send every item.
 *
 * The run ends with its last item, so that n8n's Retry On Fail begins a new one. Older n8n has no
 * cancel signal; there every item runs alone.
 */
export function joinRun(item: IExecuteSingleFunctions): Run {
	const signal = item.getExecutionCancelSignal?.();
	const nodes = (signal && scopes.get(signal)) ?? new Map<string, Scope>();
	if (signal) scopes.set(signal, nodes);
	const { name } = item.getNode();
	const scope = nodes.get(name) ?? {
		items: 0,
		isStopped: false,
		stopped: new Error('Not sent, because another item of the run was refused'),
	};
	nodes.set(name, scope);
	scope.items++;

	return {
		stopped: scope.stopped,
		stop: () => {
			scope.isStopped = true;
		},
		refuseIfStopped: () => {
			if (scope.isStopped) throw scope.stopped;
		},
		leave: () => {
			scope.items--;
			if (scope.items === 0) nodes.delete(name);
		},
	};
}

import { randomUUID } from 'crypto';

import type {
	IExecuteData,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INodeProperties,
} from 'n8n-workflow';

import { fieldLabelOfPath } from '../fields/fieldLabelOfPath';
import { openClient, type Client } from '../transport/client';
import { readOwnRun } from './earlierTries';

/** What the items of a run share: their place in the queue of the key, and how long the rate limit has delayed them. */
export interface SharedWait {
	run: string;
	limitedByKey: Map<string, Client['limited']>;
}

const newSharedWait = (): SharedWait => ({ run: randomUUID(), limitedByKey: new Map() });

/** The runs of which n8n's routing executes items, and how many of them at the moment. */
const routedRuns = new WeakMap<IExecuteData, { wait: SharedWait; executing: number }>();

/**
 * Executes an item of n8n's routing, which opens a client for each. Without a shared wait, the last items of a long run
 * would count all the time in which the first ones are served. A call of a tool waits by itself.
 */
export async function withSharedWait<T>(
	context: IExecuteSingleFunctions,
	execute: (wait: SharedWait) => Promise<T>,
): Promise<T> {
	const ownRun = readOwnRun(context);
	if (!ownRun) return await execute(newSharedWait());

	const routed = routedRuns.get(ownRun) ?? { wait: newSharedWait(), executing: 0 };

	routedRuns.set(ownRun, routed);
	routed.executing++;

	try {
		return await execute(routed.wait);
	} finally {
		routed.executing--;
		// n8n's next try of the run waits anew.
		if (routed.executing === 0) routedRuns.delete(ownRun);
	}
}

/**
 * Returns a function that opens the client of an item. The credential is read once in a run, because each read is a
 * query to n8n's database. A credential with expressions is read for every item, because it may name another workspace
 * each time.
 */
export function clientReader(
	context: IExecuteFunctions | IExecuteSingleFunctions,
	credentialType: string,
	fields: INodeProperties[],
	{ run, limitedByKey } = newSharedWait(),
): (itemIndex: number) => Promise<Client> {
	const factsOfRun = {
		labelOf: (path: string[]) => fieldLabelOfPath(fields, path),
		run,
		signal: context.getExecutionCancelSignal?.(),
	};

	const open = async (itemIndex: number): Promise<Client> => {
		const client = await openClient(context, credentialType, itemIndex);
		// Items with one key share a rate limit: once it has kept one of them too long, the next ones fail at once.
		const limited = limitedByKey.get(client.rateLimitKey) ?? client.limited;

		limitedByKey.set(client.rateLimitKey, limited);

		return { ...client, limited, ...factsOfRun };
	};

	const probe = new ItemIndexProbe();
	let shared: Promise<Client> | undefined;

	return async (itemIndex) => {
		shared ??= open(probe.asIndex());

		// Only a read of the credential, also one that fails, shows whether it contains expressions.
		await Promise.allSettled([shared]);

		return await (probe.wasRead ? open(itemIndex) : shared);
	};
}

/**
 * The index of the first item, which notices that it is read. n8n does not report whether a credential contains
 * expressions, but it reads the index only to resolve one.
 */
class ItemIndexProbe {
	wasRead = false;

	asIndex(): number {
		return this as unknown as number;
	}

	[Symbol.toPrimitive](): number {
		return this.read();
	}

	toJSON(): number {
		return this.read();
	}

	private read(): number {
		this.wasRead = true;

		return 0;
	}
}

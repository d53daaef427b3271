import { randomUUID } from 'crypto';

import type { IExecuteFunctions, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { fieldLabelOfPath } from '../fields/fieldLabelOfPath';
import { openClient, type Client } from '../transport/client';

/**
 * Returns a function that opens the client of an item. The credential is read once in a run, because each read is a
 * query to n8n's database. A credential with expressions is read for every item, because it may name another workspace
 * each time.
 */
export function clientReader(
	context: IExecuteFunctions | IExecuteSingleFunctions,
	credentialType: string,
	fields: INodeProperties[],
): (itemIndex: number) => Promise<Client> {
	const factsOfRun = {
		labelOf: (path: string[]) => fieldLabelOfPath(fields, path),
		run: randomUUID(),
		signal: context.getExecutionCancelSignal?.(),
	};

	const limitedByKey = new Map<string, Client['limited']>();

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

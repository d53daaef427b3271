import type { Client, ServiceRequest } from '../transport/client';
import { send } from '../transport/send';
import { SCOPE_TYPES, type ScopeKind } from './source';
import { readIdByExternalId } from '../records/resolveId';

/** An account or organization by the external ID that the user gave it. */
export interface ExternalScope {
	of: ScopeKind;
	externalId: string;
}

const HOUR_MS = 3_600_000;

/**
 * The service's IDs of external IDs, for polls. An external ID does not change, but who has it may be
 * deleted and made anew, with another ID: `readFeed` looks again whenever its list may be that of the
 * former one, and every hour.
 * Source: docs/service.md, Account
 */
export class ScopeIds {
	private readonly known = new Map<string, { id: string; foundAt: number }>();

	/** @param now Unix milliseconds, as `Date.now` */
	constructor(private readonly now: () => number) {}

	/**
	 * The ID as it was found within the last hour, or `undefined`.
	 *
	 * @param limiterKey stands for API key and host: two workspaces may share a host, and have the same
	 * external IDs
	 */
	recall(limiterKey: string, scope: ExternalScope): string | undefined {
		for (const [name, { foundAt }] of this.known) {
			if (Math.abs(this.now() - foundAt) > HOUR_MS) this.known.delete(name);
		}
		return this.known.get(nameOf(limiterKey, scope))?.id;
	}

	remember(limiterKey: string, scope: ExternalScope, id: string): void {
		this.known.set(nameOf(limiterKey, scope), { id, foundAt: this.now() });
	}

	forget(limiterKey: string, scope: ExternalScope): void {
		this.known.delete(nameOf(limiterKey, scope));
	}
}

function nameOf(limiterKey: string, { of, externalId }: ExternalScope): string {
	return JSON.stringify([limiterKey, of, externalId]);
}

const scopeIds = new ScopeIds(Date.now);

export function recallScopeId(client: Client, scope: ExternalScope): string | undefined {
	return scopeIds.recall(client.limiterKey, scope);
}

/**
 * One request.
 *
 * @throws VitallyError when there is no such record
 */
export async function lookUpScopeId(client: Client, scope: ExternalScope): Promise<string> {
	const { of, externalId } = scope;
	const type = SCOPE_TYPES[of];
	scopeIds.forget(client.limiterKey, scope);
	const sender = { send: async (request: ServiceRequest) => await send(client, request) };
	const id = await readIdByExternalId(sender, type, externalId, type.label);
	scopeIds.remember(client.limiterKey, scope, id);
	return id;
}

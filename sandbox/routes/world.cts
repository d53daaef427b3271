import type { DuplicateExternalId } from '../state/externalIds.cts';
import type { Store } from '../state/store.cts';

/** What the routes act on; a reset puts another store in its place. */
export interface World {
	store: Store;
	duplicateExternalId: DuplicateExternalId;
	/** `accountMessagesBlocked`: every account message is answered 400 (service.md, Analytics API). */
	analytics: { accountMessagesBlocked: boolean };
}

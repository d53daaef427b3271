import type { Kind } from './resources.cts';

/** What sources disagree about (docs/beyond.md, 18), and what is not decided yet; may be changed at any time. */
export interface Disputed {
	/** Kinds whose paths of one record accept external ids too, as some clients have it. */
	alsoByExternalId: Array<Kind | 'messages'>;
}

export const AS_PUBLISHED: Disputed = { alsoByExternalId: [] };

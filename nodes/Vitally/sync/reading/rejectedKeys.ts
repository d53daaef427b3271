import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../execution/operation';

/** The API keys that the service rejects: nothing else is sent with them. A table may have several, by an expression. */
export class RejectedKeys {
	private readonly errors = new Map<string, unknown>();

	/** @throws the error with which the service rejected the key of an item */
	assertAccepted({ rateLimitKey }: ItemContext): void {
		if (this.errors.has(rateLimitKey)) throw this.errors.get(rateLimitKey);
	}

	/** Notes the key of an item, if an error says that the service rejects it. */
	note({ rateLimitKey }: ItemContext, error: unknown): void {
		const isInvalidKey =
			error instanceof VitallyError && error.facts.failure?.cause === 'credential-invalid';
		if (isInvalidKey) this.errors.set(rateLimitKey, error);
	}
}

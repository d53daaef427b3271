import { createHash, timingSafeEqual } from 'crypto';
import { NodeOperationError, type INode } from 'n8n-workflow';

/** Letters and digits need no encoding in an address; 16 of them cannot be guessed. */
const SECRET = /^[\w-]{16,}$/;

/** @throws NodeOperationError when the secret of the node needs encoding in an address, or is too easy to guess */
export function assertSecret(secret: unknown, node: INode): asserts secret is string {
	if (typeof secret === 'string' && SECRET.test(secret)) return;
	throw new NodeOperationError(node, "The field 'Secret' needs 16 or more letters and digits", {
		description:
			'Make up a long one, and put it at the end of the URL that you paste into Vitally: ?secret=…',
	});
}

/**
 * Compares in constant time, so that the secret cannot be found letter by letter.
 *
 * @param received the value in the URL of a call
 */
export function isSecret(received: unknown, secret: string): boolean {
	return typeof received === 'string' && timingSafeEqual(digest(received), digest(secret));
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}

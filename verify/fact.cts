import type { ServiceResponse } from '../nodes/Vitally/transport/client';
import type { Evidence } from './evidence.cts';
import type { ThrowAway } from './throwAway.cts';

/** What a key can settle about one statement. */
export interface Finding {
	/** `seen` reports what there is where no answer is wrong; `notSeen` is what this workspace cannot show. */
	result: 'asExpected' | 'differs' | 'seen' | 'notSeen';
	/** What was seen, without a name, an address, a text or an ID of a record. */
	seen: string;
}

/** One statement of docs/internal that nobody has checked at the service. */
export interface Fact {
	/** Cited in docs/internal. */
	id: string;
	/** What the nodes rely on. */
	statement: string;
	/** The file of docs/internal and its section. */
	section: string;
	/** What a user would notice if it differs, and the file that decides. */
	ifItDiffers: string;
}

/** A fact that reading shows. */
export interface ReadFact extends Fact {
	ask(evidence: Evidence): Promise<Finding>;
}

/** A fact that needs records of its own. */
export interface WriteFact extends Fact {
	ask(evidence: Evidence, own: ThrowAway): Promise<Finding>;
}

/** No answer shows the fact; the message says why. */
export class NotShown extends Error {}

/** The service refuses what a fact needs. */
export class Refused extends NotShown {
	constructor(readonly status: number) {
		super(`the service answers ${status}`);
	}
}

export const seen = (text: string): Finding => ({ result: 'seen', seen: text });

export const notSeen = (why: string): Finding => ({ result: 'notSeen', seen: why });

/** @param isAsExpected whether what `Evidence` returned is what the nodes rely on */
export function judge(isAsExpected: boolean, text: string): Finding {
	return { result: isAsExpected ? 'asExpected' : 'differs', seen: text };
}

/** The status of a response, and the types in its body. */
export function describeResponse({ status, body }: ServiceResponse): string {
	return body === undefined ? `${status} without a body` : `${status} with ${shapeOf(body)}`;
}

const MAX_KEYS = 12;

/** The names of fields are the service's; longer names, or others, may be a workspace's. */
const FIELD_NAME = /^[a-z][A-Za-z]{0,39}$/;

/** The name of a field, unless it may be one of a workspace. */
export function masked(name: string): string {
	return FIELD_NAME.test(name) ? name : '…';
}

/**
 * The type of a value, so that no content of a workspace is shown.
 *
 * @param depth levels of objects whose fields are named
 */
export function shapeOf(value: unknown, depth = 2): string {
	if (value === null) return 'null';

	if (Array.isArray(value)) {
		return value.length === 0 ? 'an empty list' : `a list of ${shapeOf(value[0], depth - 1)}`;
	}

	if (typeof value === 'string') return isTime(value) ? 'a time' : 'a text';
	if (typeof value !== 'object') return `a ${typeof value}`;

	const fields = Object.entries(value as object);
	if (fields.length > MAX_KEYS || depth <= 0) return `an object of ${fields.length} fields`;

	const shown = fields.map(([name, one]) => `${masked(name)}: ${shapeOf(one, depth - 1)}`);

	return `an object (${shown.join(', ')})`;
}

export function isTime(value: unknown): boolean {
	return typeof value === 'string' && /^\d{4}-\d\d-\d\d(T|$)/.test(value);
}

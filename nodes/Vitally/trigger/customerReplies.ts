import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { mapRecords, runSteps } from '../execution/concurrency';
import { recordListOf } from '../records/recordList';
import { senderName } from '../resources/conversation/senderName';
import { conversationType } from '../resources/recordTypes';
import { htmlToMarkdown } from '../text/htmlToMarkdown';
import type { Client } from '../transport/client';
import { sendContextOf } from '../transport/send';
import { isPlainObject } from '../values/json/json';
import { parseTimestamp } from '../values/recordValues';
import type { FeedResult } from './pollFeed';
import { digest } from './scan/detectors/fieldDetector';
import type { FeedEvent, ListState, RepliesState } from './scan/types';

/** Maximum conversations of which the newest message is stored: about 65 bytes each. */
const MAX_KNOWN = 10_000;

/** Maximum conversations that are read for a test event. */
const MAX_TESTED = 10;

/** 48 bits, to tell messages of one conversation and one time apart. */
const KEY_LENGTH = 8;

/** A message of a conversation. */
interface Message {
	message: IDataObject;
	timeMs: number;
	key: string;
}

/** A conversation that changed, as a single read returns it. */
interface ReadConversation {
	event: FeedEvent;
	id: string;
	/** Undefined where the conversation has no message. */
	newest: Message | undefined;
}

/** The poll that found changed conversations. */
interface RepliesPoll {
	client: Client;
	/** What was stored with the state that the poll continued; absent at a start. */
	earlier?: RepliesState;
	isTest: boolean;
}

/**
 * Keeps the events of conversations whose newest message is a new one of a customer. Only a single read shows messages,
 * so each changed conversation is read.
 *
 * @returns the result with these events, and with a state that knows the newest message of each conversation
 * @throws VitallyError when a conversation cannot be read; the next poll reads it again
 */
export async function keepReplies(
	result: FeedResult,
	{ client, earlier, isTest }: RepliesPoll,
): Promise<FeedResult> {
	const changed = new Map(result.events.map((event) => [String(event.record.id), event]));
	const events = [...changed.values()].slice(isTest ? -MAX_TESTED : 0);
	const read = await mapRecords(events, async (event) => await readConversation(client, event));
	const conversations = read.filter((conversation) => conversation !== undefined);
	const isNew = (conversation: ReadConversation) =>
		// A start emits what was asked for, however old it is.
		earlier === undefined || isLater(conversation, earlier);
	const replies = conversations.filter(isFromCustomer).filter(isNew);

	if (result.state) {
		const { watermark } = result.state as ListState;

		result.state.replies = withNewest(earlier ?? { since: watermark, newest: {} }, conversations);
	}

	return { ...result, events: await mapRecords(replies, withReply) };
}

/** @returns undefined for a conversation that was deleted */
async function readConversation(
	client: Client,
	event: FeedEvent,
): Promise<ReadConversation | undefined> {
	const id = String(event.record.id);
	const conversation = await recordListOf(conversationType).readById(sendContextOf(client), id);
	if (!conversation) return undefined;

	const record = { ...event.record, ...conversation };

	return { event: { ...event, record }, id, newest: newestMessage(id, conversation) };
}

/** @throws VitallyError where it is not shown which message is the newest */
function newestMessage(id: string, { messages }: IDataObject): Message | undefined {
	const listed = Array.isArray(messages) ? messages.filter(isPlainObject) : undefined;
	const timed = (listed ?? []).flatMap((message): Message[] => {
		const timeMs = parseTimestamp(message.timestamp);
		if (timeMs === undefined) return [];

		return [{ message, timeMs, key: digest(String(message.id)).slice(0, KEY_LENGTH) }];
	});

	if (listed === undefined || timed.length < listed.length) {
		throw new VitallyError(
			`Vitally returned the conversation "${id}" without its messages or without their times`,
			`Wait for the next poll, which reads the conversation again: no event is skipped. Without messages and times, the trigger cannot see whether the customer replied. (GET /resources/conversations/${id})`,
			{ failure: { cause: 'temporarily-unavailable' } },
		);
	}

	return timed.reduce<Message | undefined>(
		(newest, message) => (newest && newest.timeMs > message.timeMs ? newest : message),
		undefined,
	);
}

/** The direction of a message follows from its sender (docs/internal/public-facts.md, 4.6). */
function isFromCustomer({ newest }: ReadConversation): boolean {
	return isPlainObject(newest?.message.from) && newest.message.from.type === 'user';
}

function isLater(
	{ id, newest }: ReadConversation,
	{ since, newest: known }: RepliesState,
): boolean {
	if (!newest) return false;
	if (!Object.hasOwn(known, id)) return newest.timeMs > since;

	const [timeMs, key] = known[id];

	return newest.timeMs > timeMs || (newest.timeMs === timeMs && newest.key !== key);
}

/** Adds the newest messages. The oldest are left out where they are too many: what is as old is no news from then on. */
function withNewest(
	{ since, newest: known }: RepliesState,
	conversations: readonly ReadConversation[],
): RepliesState {
	const newest = new Map(Object.entries(known));

	for (const { id, newest: message } of conversations) {
		if (message) newest.set(id, [message.timeMs, message.key]);
	}

	if (newest.size <= MAX_KNOWN) return { since, newest: Object.fromEntries(newest) };

	const latestFirst = [...newest].sort(([, [a]], [, [b]]) => b - a);
	const [, [droppedMs]] = latestFirst[MAX_KNOWN];

	return {
		since: Math.max(since, droppedMs),
		newest: Object.fromEntries(latestFirst.slice(0, MAX_KNOWN)),
	};
}

async function withReply({ event, newest }: ReadConversation): Promise<FeedEvent> {
	const { message = '', from, timestamp = null } = newest?.message ?? {};
	// A customer writes it, so it may contain an image that loads from anywhere.
	const markdown = await runSteps(htmlToMarkdown(String(message), { withoutImages: true }));
	const author = senderName(from, [event.record.users]);
	const reply = { from: author, message: markdown, sentAt: timestamp };

	return { ...event, reply };
}

import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../execution/operation';
import { COMPLETE_ORDER } from '../../fields/listFields';
import { readRecord } from '../../operations/get';
import { locationOfVitallyId } from '../../records/locate';
import { searchRecords } from '../../records/search';
import { readFirstPages } from '../../transport/pages';
import { pathSegment } from '../../transport/pathSegment';
import { isPlainObject } from '../../values/json/json';
import { senderName } from '../conversation/senderName';
import { conversationType, customObjectType } from '../recordTypes';
import { briefFields } from './briefFields';
import type { BriefReader } from './briefReader';
import { lastConversations, MAX_PAGES, newestFirst } from './briefSections';

const MAX_CUSTOM_OBJECTS = 5;
const MAX_INSTANCES = 5;

/** The name of the part of a brief that shows instances. */
const INSTANCES = 'customObjectInstances';

/** What a brief shows of the instances of one custom object. */
interface CustomObjectInstances {
	byAccountId: Map<unknown, IDataObject[]>;
	/** Whether the list was read to its end. */
	isWhole: boolean;
}

/** What the brief of an account contains besides its sections. */
export const accountBriefDetails = {
	fields: {
		lastInboundMessage: 'object',
		lastOutboundMessage: 'object',
		customObjectInstances: {
			each: { customObject: 'string?', name: 'string?', updatedAt: 'string?' },
		},
		customObjectsNotRead: 'number',
	} as const,

	/** The requests besides those for the sections, as the docs list them. */
	requests: `the newest conversation (\`GET /resources/conversations/:id\`), and once in an execution the custom objects (\`GET /resources/customObjects\`) and the instances of the first ${MAX_CUSTOM_OBJECTS} (\`GET /resources/customObjects/:id/instances\`), with a search (\`GET /resources/customObjects/:id/instances/search\`) if there are more than were read`,

	/** Reads the last message in each direction, and the instances of custom objects that changed last. */
	read: async (reader: BriefReader): Promise<IDataObject> => ({
		...(await readLastMessages(reader)),
		...(await readLastInstances(reader)),
	}),
};

/**
 * Reads the newest conversation, which contains the last messages. Of one in another conversation only the time is
 * known, from the account.
 */
async function readLastMessages(reader: BriefReader): Promise<IDataObject> {
	const { lastInboundMessageTimestamp, lastOutboundMessageTimestamp } = reader.record;
	const conversation = await readNewestConversation(reader);

	// The service calls messages of teammates inbound too (docs/internal/public-facts.md, 4.5).
	return {
		lastInboundMessage: lastMessageFrom('user', conversation, lastInboundMessageTimestamp),
		lastOutboundMessage: lastMessageFrom('admin', conversation, lastOutboundMessageTimestamp),
	};
}

/** @returns an empty object where there is no conversation, or it cannot be read */
async function readNewestConversation(reader: BriefReader): Promise<IDataObject> {
	const [newest] = reader.recordsBySection.get(lastConversations) ?? [];
	if (!newest) return {};

	const read = readRecord(reader.item, locationOfVitallyId(conversationType, newest.id));

	return (await reader.readIfAllowed('lastMessages', read)) ?? {};
}

/**
 * Returns the last message of a teammate or a user.
 *
 * @param knownTime when it was, according to the account
 */
function lastMessageFrom(
	type: 'admin' | 'user',
	{ messages, subject, users, admins }: IDataObject,
	knownTime: IDataObject[string],
): IDataObject {
	const sent = newestFirst([messages].flat().filter(isPlainObject), 'timestamp');
	const message = sent.find(({ from }) => isPlainObject(from) && from.type === type);
	const isKnownTime = ({ timestamp }: IDataObject) => timeMs(timestamp) === timeMs(knownTime);
	// The time may be that of another message of the conversation, which goes in the other direction.
	const isElsewhere = timeMs(knownTime) > timeMs(message?.timestamp) && !sent.some(isKnownTime);

	if (!message || isElsewhere) {
		return { ...briefFields({ time: knownTime }, ['time']), subject: null, from: null };
	}

	const { from, timestamp } = message;

	return {
		...briefFields({ time: timestamp }, ['time']),
		subject: subject ?? null,
		from: senderName(from, [users, admins]),
	};
}

/** Returns the milliseconds of a time, and 0 for none. */
function timeMs(time: unknown): number {
	return Date.parse(String(time)) || 0;
}

/** Reads the instances of the account in the first custom objects. */
async function readLastInstances(reader: BriefReader): Promise<IDataObject> {
	const { item } = reader;
	const readObjects = async () =>
		await readFirstPages(item, { path: customObjectType.path }, MAX_PAGES);
	const customObjects = await reader.readIfAllowed(
		INSTANCES,
		item.oncePerRun('custom objects', readObjects),
	);
	if (!customObjects) return {};

	const { records } = customObjects;
	const found: IDataObject[] = [];
	if (!customObjects.isWhole) reader.notComplete.add(INSTANCES);

	for (const customObject of records.slice(0, MAX_CUSTOM_OBJECTS)) {
		for (const instance of await findInstancesOfAccount(reader, customObject)) {
			found.push({ ...instance, customObject: customObject.label });
		}
	}

	const shown = newestFirst(found, 'updatedAt').slice(0, MAX_INSTANCES);
	const fields = ['customObject', 'name', 'updatedAt'];

	return {
		[INSTANCES]: shown.map((instance) => briefFields(instance, fields)),
		customObjectsNotRead: Math.max(0, records.length - MAX_CUSTOM_OBJECTS),
	};
}

/**
 * Finds the instances of the account in a custom object. The service's search may miss those of which it is a further
 * account, so the list is read, and the search only where the list has more than was read.
 */
async function findInstancesOfAccount(
	reader: BriefReader,
	{ id }: IDataObject,
): Promise<IDataObject[]> {
	const { item, record } = reader;
	const path = `${customObjectType.path}/${pathSegment(id, customObjectType.label)}/instances`;
	const readList = item.oncePerRun(`instances by account ${path}`, async () => {
		return await readInstancesByAccount(item, path);
	});
	const listed = await reader.readIfAllowed(INSTANCES, readList);
	const ofAccount = listed?.byAccountId.get(record.id) ?? [];
	if (listed?.isWhole) return ofAccount;

	if (listed) reader.notComplete.add(INSTANCES);

	const search = searchRecords(item, `${path}/search`, { customerId: record.id });
	const searched = (await reader.readIfAllowed(INSTANCES, search)) ?? [];
	const isFurther = (instance: IDataObject) => !searched.some((other) => other.id === instance.id);

	return [...searched, ...ofAccount.filter(isFurther)];
}

async function readInstancesByAccount(
	item: ItemContext,
	path: string,
): Promise<CustomObjectInstances> {
	const list = { path, query: { sortBy: COMPLETE_ORDER } };
	const { records, isWhole } = await readFirstPages(item, list, MAX_PAGES);
	const byAccountId = new Map<unknown, IDataObject[]>();

	for (const { id, name, updatedAt, customerId, customers } of records) {
		const further = [customers].flat().filter(isPlainObject);
		const accountIds = new Set([customerId, ...further.map((customer) => customer.id)]);

		for (const accountId of accountIds) {
			const ofAccount = byAccountId.get(accountId) ?? [];

			ofAccount.push({ id, name, updatedAt });
			byAccountId.set(accountId, ofAccount);
		}
	}

	return { byAccountId, isWhole };
}

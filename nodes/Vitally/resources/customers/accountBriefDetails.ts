import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../execution/operation';
import { readRecord } from '../../operations/get';
import { locationOfVitallyId } from '../../records/locate';
import { searchRecords } from '../../records/search';
import { PAGE_SIZE, readPage } from '../../transport/pages';
import { pathSegment } from '../../transport/pathSegment';
import { isPlainObject } from '../../values/json';
import { conversationType, customObjectType } from '../recordTypes';
import { briefFields } from './briefFields';
import { lastConversations, newestFirst, type BriefSection } from './briefSections';

/**
 * Waits for what a brief reads.
 *
 * @param name the name of the part
 * @returns `undefined` when the API key cannot read it or it does not exist; the brief then names the part
 */
export type ReadIfAllowed = <T>(name: string, read: Promise<T>) => Promise<T | undefined>;

interface BriefContext {
	item: ItemContext;
	/** The account. */
	record: IDataObject;
	/** The records that were read for each section. */
	recordsBySection: ReadonlyMap<BriefSection, IDataObject[]>;
	readIfAllowed: ReadIfAllowed;
}

const MAX_CUSTOM_OBJECTS = 5;
const MAX_INSTANCES = 5;

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

	/** For the docs: all requests of the brief. */
	requests: `At most ${8 + MAX_CUSTOM_OBJECTS} requests: the newest conversation (\`GET /resources/conversations/:id\`), the custom objects once in a run (\`GET /resources/customObjects\`), a search in each of the first ${MAX_CUSTOM_OBJECTS} (\`GET /resources/customObjects/:id/instances/search\`), the teammates where no key role shows the CSM`,

	/** Reads the last message in each direction, and the instances of custom objects that changed last. */
	read: async (context: BriefContext): Promise<IDataObject> => ({
		...(await readLastMessages(context)),
		...(await readLastInstances(context)),
	}),
};

/** Reads the newest conversation, which contains the last messages; of one in another conversation only the time is known. */
async function readLastMessages(context: BriefContext): Promise<IDataObject> {
	const { record } = context;
	const conversation = await readNewestConversation(context);

	// The service calls messages of teammates inbound too (docs/internal/public-facts.md, 4.5).
	return {
		lastInboundMessage: lastMessageFrom('user', conversation, record.lastInboundMessageTimestamp),
		lastOutboundMessage: lastMessageFrom(
			'admin',
			conversation,
			record.lastOutboundMessageTimestamp,
		),
	};
}

/** @returns an empty object where there is no conversation, or it cannot be read */
async function readNewestConversation({
	item,
	recordsBySection,
	readIfAllowed,
}: BriefContext): Promise<IDataObject> {
	const [newest] = recordsBySection.get(lastConversations) ?? [];
	if (!newest) return {};

	const read = readRecord(item, locationOfVitallyId(conversationType, newest.id));

	return (await readIfAllowed('lastMessages', read)) ?? {};
}

/**
 * Returns the last message of a teammate or a user.
 *
 * @param knownTime when it was, where the conversation does not contain it
 */
function lastMessageFrom(
	type: 'admin' | 'user',
	{ messages, subject, users, admins }: IDataObject,
	knownTime: IDataObject[string],
): IDataObject {
	const sent = newestFirst([messages].flat().filter(isPlainObject), 'timestamp');
	const message = sent.find(({ from }) => isPlainObject(from) && from.type === type);
	const { from, timestamp = knownTime } = message ?? {};
	const people = [users, admins].flat().filter(isPlainObject);
	const person = people.find(({ id }) => isPlainObject(from) && id === from.id);

	return {
		...briefFields({ time: timestamp }, ['time']),
		subject: (message && subject) ?? null,
		from: person?.name ?? person?.email ?? null,
	};
}

/** Searches the first custom objects for instances of the account. */
async function readLastInstances(context: BriefContext): Promise<IDataObject> {
	const { item, readIfAllowed } = context;
	const read = item.oncePerRun('custom objects', async () => await readCustomObjects(item));
	const customObjects = await readIfAllowed('customObjectInstances', read);
	if (!customObjects) return {};

	const found: IDataObject[] = [];

	for (const customObject of customObjects.slice(0, MAX_CUSTOM_OBJECTS)) {
		for (const instance of await findInstancesOfAccount(context, customObject)) {
			found.push({ ...instance, customObject: customObject.label });
		}
	}

	const shown = newestFirst(found, 'updatedAt').slice(0, MAX_INSTANCES);
	const fields = ['customObject', 'name', 'updatedAt'];

	return {
		customObjectInstances: shown.map((instance) => briefFields(instance, fields)),
		customObjectsNotRead: Math.max(0, customObjects.length - MAX_CUSTOM_OBJECTS),
	};
}

async function readCustomObjects(item: ItemContext): Promise<IDataObject[]> {
	const { records } = await readPage(item, { path: customObjectType.path }, PAGE_SIZE);

	return records;
}

async function findInstancesOfAccount(
	{ item, record, readIfAllowed }: BriefContext,
	{ id }: IDataObject,
): Promise<IDataObject[]> {
	const customObject = pathSegment(id, customObjectType.label);
	const path = `${customObjectType.path}/${customObject}/instances/search`;
	const search = searchRecords(item, path, { customerId: record.id });

	return (await readIfAllowed('customObjectInstances', search)) ?? [];
}

import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../execution/operation';
import { readRecord } from '../../operations/get';
import { locationOfVitallyId } from '../../records/locate';
import { searchRecords } from '../../records/search';
import { PAGE_SIZE, readPage } from '../../transport/pages';
import { pathSegment } from '../../transport/pathSegment';
import { isPlainObject } from '../../values/json';
import { conversationType, customObjectType } from '../recordTypes';
import { briefFields, lastConversations, newestFirst, type BriefSection } from './briefSections';

/**
 * Waits for what a brief reads.
 *
 * @param name of the part
 * @returns `undefined` when the API key cannot read it or it does not exist; the brief then names the part
 */
export type ReadIfAllowed = <T>(name: string, read: Promise<T>) => Promise<T | undefined>;

interface BriefContext {
	item: ItemContext;
	record: IDataObject;
	/** The records that were read for each section. */
	lists: ReadonlyMap<BriefSection, IDataObject[]>;
	readIfAllowed: ReadIfAllowed;
}

const MAX_CUSTOM_OBJECTS = 5;
const MAX_INSTANCES = 5;

/** The last message in each direction, and the instances of custom objects that changed last. */
export const moreOfAccount = {
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
	read: async (context: BriefContext): Promise<IDataObject> => ({
		...(await lastMessages(context)),
		...(await lastInstances(context)),
	}),
};

/** The newest conversation has the last messages; of another one only the time is known. */
async function lastMessages({ item, record, lists, readIfAllowed }: BriefContext) {
	const [newest] = lists.get(lastConversations) ?? [];
	const read = async () => await readRecord(item, locationOfVitallyId(conversationType, newest.id));
	const conversation = (newest && (await readIfAllowed('lastMessages', read()))) ?? {};
	const { messages, subject, users, admins } = conversation;
	const people = [users, admins].flat().filter(isPlainObject);
	const sent = newestFirst([messages].flat().filter(isPlainObject), 'timestamp');

	// The service calls messages of teammates inbound too (docs/internal/public-facts.md, 4.5).
	const lastFrom = (type: 'admin' | 'user', known: string) => {
		const message = sent.find(({ from }) => isPlainObject(from) && from.type === type);
		const { from, timestamp = record[known] } = message ?? {};
		const person = people.find(({ id }) => isPlainObject(from) && id === from.id);

		return {
			...briefFields({ time: timestamp }, ['time']),
			subject: (message && subject) ?? null,
			from: person?.name ?? person?.email ?? null,
		};
	};

	return {
		lastInboundMessage: lastFrom('user', 'lastInboundMessageTimestamp'),
		lastOutboundMessage: lastFrom('admin', 'lastOutboundMessageTimestamp'),
	};
}

async function lastInstances({ item, record, readIfAllowed }: BriefContext): Promise<IDataObject> {
	const name = 'customObjectInstances';
	const { path } = customObjectType;
	const read = item.oncePerRun('custom objects', async () => {
		return (await readPage(item, { path }, PAGE_SIZE)).records;
	});
	const customObjects = await readIfAllowed(name, read);
	if (!customObjects) return {};

	const found: IDataObject[] = [];

	for (const { id, label } of customObjects.slice(0, MAX_CUSTOM_OBJECTS)) {
		const search = `${path}/${pathSegment(id, customObjectType.label)}/instances/search`;
		const instances = await readIfAllowed(
			name,
			searchRecords(item, search, { customerId: record.id }),
		);

		found.push(...(instances ?? []).map((one) => ({ ...one, customObject: label })));
	}

	const rows = newestFirst(found, 'updatedAt').slice(0, MAX_INSTANCES);
	const fields = ['customObject', 'name', 'updatedAt'];

	return {
		[name]: rows.map((row) => briefFields(row, fields)),
		customObjectsNotRead: Math.max(0, customObjects.length - MAX_CUSTOM_OBJECTS),
	};
}

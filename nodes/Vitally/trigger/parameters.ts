import type { IPollFunctions } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { readServiceId } from '../operations/lookUp';
import type { Client, ServiceRequest } from '../transport/client';
import { pathSegment } from '../transport/pathSegment';
import { send } from '../transport/send';
import { eventOf, type TriggerEvent } from './events';
import { DEFAULT_MAX_PAGES, type FeedConfig } from './feed/config';

import { SCOPE_TYPES, type ScopeKind } from './source';

/** What the user set on the node. */
export interface TriggerParameters {
	config: FeedConfig;
	/** Whether items are cut down to their most useful fields. */
	isSimple: boolean;
}

/** Most pages that one poll may take: 50,000 records, which n8n's engine still hands on. */
const MOST_PAGES = 500;

/**
 * Reads the parameters of the trigger; an account or organization that is named by an external id
 * costs one request, once per process.
 *
 * @throws VitallyError when a value is none that can be worked with
 */
export async function readParameters(
	context: IPollFunctions,
	client: Client,
): Promise<TriggerParameters> {
	const triggerOn = context.getNodeParameter('triggerOn', '');
	const event = eventOf(triggerOn);
	if (!event) {
		throw configurationError(
			`The value "${String(triggerOn)}" of 'Trigger On' is unknown`,
			'Choose an event.',
		);
	}
	const options = context.getNodeParameter('options', {}) as Record<string, unknown>;
	const { includeChurned, fieldsToWatch, firstRun, firstRunLimit, maxPages, simple } = options;
	const watch = (Array.isArray(fieldsToWatch) ? fieldsToWatch : [fieldsToWatch])
		.map((path) => String(path ?? '').trim())
		.filter((path) => path !== '');
	return {
		isSimple: simple !== false,
		config: {
			triggerOn: event.name,
			feed: event.feed,
			host: client.baseUrl,
			scope: await scopeOf(context, client, event),
			includeChurned: includeChurned === true,
			watch: [...new Set(watch)],
			newestOnFirstRun:
				firstRun === 'newest' ? wholeNumber(firstRunLimit ?? 10, 'First Run Limit', 2000) : 0,
			maxPages: wholeNumber(maxPages ?? DEFAULT_MAX_PAGES, 'Max Pages per Poll', MOST_PAGES),
		},
	};
}

async function scopeOf(
	context: IPollFunctions,
	client: Client,
	{ scopes }: TriggerEvent,
): Promise<FeedConfig['scope']> {
	const of = context.getNodeParameter('scope', 'all');
	if (of === 'all') return undefined;
	const isOffered = scopes.some(({ name }) => name === of);
	if (!isOffered || (of !== 'organization' && of !== 'account')) {
		throw configurationError(
			`The value "${String(of)}" of 'Scope' does not fit the event of 'Trigger On'`,
			"Choose another 'Scope'.",
		);
	}
	const name = `${of}Id`;
	const { label } = SCOPE_TYPES[of];
	const stored = context.getNodeParameter(name, '') as { mode?: string } | string;
	const value = context.getNodeParameter(name, '', { extractValue: true });
	if (typeof value !== 'string' || value.trim() === '') {
		throw configurationError(`The field '${label}' is empty`, `Choose a record for '${label}'.`);
	}
	const isExternal = typeof stored === 'object' && stored?.mode === 'externalId';
	return { of, id: isExternal ? await resolved(client, of, value) : value };
}

/** External ids do not change (docs/service.md, Account), so each is looked up once per process. */
const ids = new Map<string, string>();

async function resolved(client: Client, of: ScopeKind, externalId: string): Promise<string> {
	const { path, label } = SCOPE_TYPES[of];
	const name = JSON.stringify([client.baseUrl, of, externalId]);
	const sendOne = async (request: ServiceRequest) => await send(client, request);
	const read = async () =>
		await readServiceId(sendOne, `${path}/${pathSegment(externalId, label)}`, externalId, label);
	const id = ids.get(name) ?? (await read());
	ids.set(name, id);
	return id;
}

/** A record that was made anew with its old external id has another id: look again. */
export function forgetResolvedIds(): void {
	ids.clear();
}

function wholeNumber(value: unknown, label: string, most: number): number {
	const number = Number(value);
	if (Number.isInteger(number) && number >= 1 && number <= most) return number;
	throw configurationError(
		`The value of '${label}' is not a whole number from 1 to ${most}`,
		`Enter a number from 1 to ${most}.`,
	);
}

function configurationError(message: string, description: string): VitallyError {
	return new VitallyError(message, description, { failure: { cause: 'configuration-invalid' } });
}

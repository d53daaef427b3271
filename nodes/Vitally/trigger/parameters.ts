import type { IPollFunctions } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { outputOf, type Output } from '../fields/output';
import type { Locator } from '../fields/locators';
import type { Client } from '../transport/client';
import { eventOf, isOfCustomObject, type TriggerEvent } from './events';
import { DEFAULT_MAX_PAGES, type FeedConfig } from './feed/config';
import type { ExternalScope } from './scopeIds';
import { readWatch } from './watchParameters';
import { CUSTOM_OBJECT, SCOPE_TYPES, type ScopeKind } from './source';
import { selectedRecord } from '../records/lock';
import type { RecordType } from '../records/recordType';

/** What the user set on the node. */
export interface TriggerParameters {
	/** `scope` is missing where an external ID names it; `watch` and `conditions` hold names as the user wrote them. */
	config: FeedConfig;
	externalScope?: ExternalScope;
	/** How much of each record comes out. */
	output: Output;
	/** Whether records that belong to those of events are read too. */
	includesRelated: boolean;
}

/** Most pages that one poll may take: 50,000 records, which n8n's engine still hands on. */
const MOST_PAGES = 500;

/** Digits of the name of a workspace in the stored state. */
const WORKSPACE_DIGITS = 8;

/**
 * Reads the parameters of the trigger.
 *
 * @throws VitallyError when a value is none that can be worked with
 */
export function readParameters(context: IPollFunctions, client: Client): TriggerParameters {
	const triggerOn = context.getNodeParameter('triggerOn', '');
	const event = eventOf(triggerOn);
	if (!event) {
		throw configurationError(
			`The value "${String(triggerOn)}" of 'Trigger On' is unknown`,
			'Choose an event.',
		);
	}
	const options = context.getNodeParameter('options', {}) as Record<string, unknown>;
	const { includeChurned, firstRun, firstRunLimit, maxPages, includeRelated } = options;
	const scope = scopeOf(context, event, client);
	const customObjectId = isOfCustomObject(event)
		? picked(context, CUSTOM_OBJECT, client).value
		: undefined;
	return {
		output: outputOf({
			param: (name, fallback) => context.getNodeParameter(name, fallback),
		}),
		includesRelated: includeRelated === true,
		...(scope && 'externalId' in scope && { externalScope: scope }),
		config: {
			triggerOn: event.name,
			feed: event.feed,
			workspace: client.limiterKey.slice(0, WORKSPACE_DIGITS),
			...(scope && 'id' in scope && { scope }),
			...(customObjectId !== undefined && { customObjectId }),
			includeChurned: includeChurned === true,
			...readWatch(context, event),
			newestOnFirstRun:
				firstRun === 'newest' ? wholeNumber(firstRunLimit ?? 10, 'First Run Limit', 2000) : 0,
			maxPages: wholeNumber(maxPages ?? DEFAULT_MAX_PAGES, 'Max Pages per Poll', MOST_PAGES),
		},
	};
}

function scopeOf(
	context: IPollFunctions,
	{ scopes }: TriggerEvent,
	client: Client,
): { of: ScopeKind; id: string } | ExternalScope | undefined {
	const of = scopes.length ? context.getNodeParameter('scope', 'all') : 'all';
	if (of === 'all') return undefined;
	const isOffered = scopes.some(({ name }) => name === of);
	if (!isOffered || (of !== 'organization' && of !== 'account')) {
		throw configurationError(
			`The value "${String(of)}" of 'Scope' does not fit the event of 'Trigger On'`,
			"Choose another 'Scope'.",
		);
	}
	const { mode, value } = picked(context, SCOPE_TYPES[of], client);
	return mode === 'externalId' ? { of, externalId: value } : { of, id: value };
}

function picked(
	context: IPollFunctions,
	type: RecordType,
	{ appUrl }: Client,
): Locator & { value: string } {
	const { label } = type;
	const { mode, value } = selectedRecord(type, {
		appUrl,
		timeZone: context.getTimezone(),
		param: (name, fallback) => context.getNodeParameter(name, fallback),
	});
	if (typeof value === 'string' && value.trim() !== '') return { mode, value };
	throw configurationError(`The field '${label}' is empty`, `Choose a record for '${label}'.`);
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

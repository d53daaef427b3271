import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { yieldToEventLoop } from '../execution/concurrency';
import { openClient, addDeadline, type Client } from '../transport/client';
import { toNodeApiError } from '../transport/errors/toNodeApiError';
import { keepReplies } from './customerReplies';
import { createItems } from './eventItems';
import { feedListOf, resolveScope, type FeedList } from './feedList';
import { readParameters } from './parameters/readParameters';
import { pollFeed, type FeedResult } from './pollFeed';
import { canContinue, createScan } from './scan/createScan';
import { watchedValue } from './scan/fields/watchedField';
import { SampleScan } from './scan/sampleScan';
import type { FeedConfig, FeedEvent, PollResult } from './scan/types';
import { StateStore } from './stateStore';
import { checkWatchedFields, watchedFields } from './watchedFields';
import { isOtherWorkspace, workspaceTrace } from './workspace';

/** The part of a poll's time after which related records are no longer read, so that the poll ends in time. */
const RELATED_SHARE = 0.6;

const OTHER_WORKSPACE =
	'The API key has changed since the last poll, and finds none of the records that the trigger knows. It is taken for the key of another workspace: starting from now.';

/**
 * Whether a poll is running, by the static data of its node. n8n's default scheduler starts the next poll without
 * waiting for it, and with the same object. An activation has an object of its own, so it never waits for a poll with
 * earlier settings, whose result n8n discards. With the durable scheduler each poll has an object of its own.
 */
const runningPolls = new WeakMap<object, boolean>();

/**
 * The `poll` function of the trigger. In the editor, it returns the newest records and stores no state.
 *
 * The state is stored once, after the last request, so an error leaves it unchanged.
 *
 * @returns what changed since the last poll, oldest first, or null
 * @throws NodeApiError
 */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		return this.getMode() === 'manual' ? await readSample(this) : await pollChanges(this);
	} catch (error) {
		throw toNodeApiError(error as Error, this.getNode());
	}
}

async function pollChanges(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const staticData = context.getWorkflowStaticData('node');
	const isRunning = runningPolls.get(staticData);

	if (isRunning) {
		context.logger.debug(
			'Vitally Trigger: the previous poll is still running; this one is skipped.',
		);

		return null;
	}

	runningPolls.set(staticData, true);

	try {
		const { id, name } = context.getNode();
		const node = JSON.stringify([context.getWorkflow().id, id]);
		const store = new StateStore({ id: node, name }, staticData, {
			isShared: isRunning !== undefined,
		});
		const { items, result } = await read(context, store);

		for (const notice of result.notices) {
			context.logger.warn(`Vitally Trigger: ${notice}`);
		}

		const hasEvents = items.length > 0;

		if (result.state && !store.save(result.state, { hasEvents })) {
			context.logger.debug(
				'Vitally Trigger: another poll has just emitted what this one found; it adds nothing.',
			);

			return null;
		}

		return hasEvents ? [items] : null;
	} finally {
		runningPolls.set(staticData, false);
	}
}

async function readSample(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const { items } = await read(context);
	if (items.length) return [items];

	throw new VitallyError(
		'Vitally has no record to show for this event yet',
		'Create such a record in Vitally, or publish the workflow without a test event: it starts with the first record that fits. The parameters of the trigger may leave out the records that exist.',
	);
}

/**
 * Reads the events of one poll and builds their items.
 *
 * @param store the state of earlier polls; without it, reads the newest records for the editor
 */
async function read(
	context: IPollFunctions,
	store?: StateStore,
): Promise<{ items: INodeExecutionData[]; result: PollResult }> {
	const isTest = store === undefined;
	const startedAt = performance.now();
	// n8n before 2.41 has no such function.
	const budgetMs = context.getPollBudgetMs?.() ?? Infinity;

	const opened = await openClient(context, 'vitallyApi');
	const client = addDeadline(opened, Math.max(1000, budgetMs));
	const relatedClient = addDeadline(opened, Math.max(1000, budgetMs * RELATED_SHARE));

	const { config: unscoped, scope, ...settings } = readParameters(context, client);
	const config: FeedConfig = unscoped;
	if (scope) config.scope = await resolveScope(client, scope);

	const list = feedListOf(config);

	config.isInScope = list.isInScope;
	config.isWanted = list.isWanted;

	const stored = store && (await readState(store, { client, config, list }));

	await checkWatchedFields(client, config, list, stored);

	const result = await continueOrRestart(stored, async (state) => {
		const leftMs = budgetMs - (performance.now() - startedAt);
		const scan = isTest ? new SampleScan(config) : createScan(state, config);

		return await pollFeed(scan, list, client, leftMs);
	});

	const { state, listed } = result;
	const { workspace, replies } = canContinue(stored, config) ? stored : {};
	if (state) state.workspace = workspaceTrace({ client, config, earlier: workspace, listed });

	const found = config.feed.onlyReplies
		? await keepReplies(result, { client, earlier: replies, isTest })
		: result;
	const events = isTest ? samplesOf(found.events, config) : found.events;
	const items = await createItems(events, config, { ...settings, isTest }, relatedClient);

	return { items, result };
}

/**
 * Returns the state to continue from.
 *
 * @throws VitallyError when it cannot be found out whether it is of the workspace of the key
 */
async function readState(
	store: StateStore,
	{ client, config, list }: { client: Client; config: FeedConfig; list: FeedList },
): Promise<unknown> {
	const stored = store.read((state) => canContinue(state, config));

	// A state of 100,000 records takes as long to parse as to compare.
	await yieldToEventLoop();
	if (!canContinue(stored, config)) return stored;
	if (!(await isOtherWorkspace(client, config, list, stored))) return stored;

	config.restartReason = OTHER_WORKSPACE;

	return undefined;
}

/** Continues from a state, or starts from now if it is damaged: any error but a VitallyError comes from that. */
async function continueOrRestart(
	stored: unknown,
	run: (state: unknown) => Promise<FeedResult>,
): Promise<FeedResult> {
	return await run(stored).catch(async (error: unknown) => {
		if (stored === undefined || error instanceof VitallyError) throw error;

		return await run({});
	});
}

/**
 * Returns the newest event, if possible of a record with a value in a watched field. It is one alone, because n8n
 * would run the workflow once for each of them.
 */
function samplesOf(events: readonly FeedEvent[], config: FeedConfig): FeedEvent[] {
	const fields = watchedFields(config);
	const withValues = events.filter(({ record }) =>
		fields.some((field) => watchedValue(record, field) !== null),
	);

	return (withValues.length > 0 ? withValues : events).slice(-1);
}

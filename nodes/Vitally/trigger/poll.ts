import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { openClient, withDeadline } from '../transport/client';
import { toNodeApiError } from '../transport/errors/nodeError';
import { PAGE_SIZE } from '../transport/pages';
import { readParameters } from './editor/parameters';
import { itemsOf } from './eventItems';
import { pollFeed, type FeedReading } from './pollFeed';
import type { FeedConfig } from './scan/types';
import { StateStore } from './stateStore';

/** Items that the editor shows. */
const SAMPLE_SIZE = 5;

/** Share of the time that n8n allows a poll: the rest is for the read that is running. */
const RELATED_SHARE = 0.6;

/** Nodes whose poll has not ended. n8n's default scheduler starts the next one all the same. */
const runningPolls = new Set<string>();

/**
 * One poll: what changed since the last one, oldest first, or null. In the editor the newest records,
 * and nothing is remembered.
 *
 * The state is assigned once, after the last request; whatever is thrown leaves it as it was.
 */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		return this.getMode() === 'manual' ? await sample(this) : await changes(this);
	} catch (error) {
		throw toNodeApiError(error as Error, this.getNode());
	}
}

async function changes(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const name = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	if (runningPolls.has(name)) {
		context.logger.debug(
			'Vitally Trigger: the previous poll is still running; this one is skipped.',
		);
		return null;
	}
	runningPolls.add(name);
	try {
		const isActivated = context.getActivationMode() === 'activate';
		const store = new StateStore(name, context.getWorkflowStaticData('node'), isActivated);
		const { items, reading } = await read(context, store.state);
		for (const notice of reading.result.notices) {
			context.logger.warn(`Vitally Trigger: ${notice}`);
		}
		if (reading.state) store.save(reading.state, items.length > 0);
		return items.length ? [items] : null;
	} finally {
		runningPolls.delete(name);
	}
}

async function sample(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const newest = { newestOnFirstRun: PAGE_SIZE, maxPages: 1 };
	const { items } = await read(context, undefined, newest, SAMPLE_SIZE);
	if (items.length) return [items];
	throw new VitallyError(
		'Vitally has no record to show for this event yet',
		"The trigger still works: activate the workflow and it starts with the first one. To see data now, create such a record in Vitally, or check 'Scope' and 'Options'.",
	);
}

async function read(
	context: IPollFunctions,
	stored: unknown,
	instead: Partial<FeedConfig> = {},
	limit = Infinity,
): Promise<{ items: INodeExecutionData[]; reading: FeedReading }> {
	// n8n before 2.41 offers no budget.
	const budgetMs = context.getPollBudgetMs?.() ?? Infinity;
	const opened = await openClient(context, 'vitallyApi');
	const client = withDeadline(opened, Math.max(1000, budgetMs));
	const deadline = Date.now() + budgetMs * RELATED_SHARE;
	const parameters = readParameters(context, client);
	const config = { ...parameters.config, ...instead };
	const reading = await pollFeed(client, { ...parameters, config }, stored, budgetMs);
	const { source, result } = reading;
	const events = result.events.filter(({ record }) => source.includes(record)).slice(-limit);
	return { items: await itemsOf(events, reading, parameters, client, deadline), reading };
}

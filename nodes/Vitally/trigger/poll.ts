import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { openClient } from '../transport/client';
import { toNodeApiError } from '../transport/errors/nodeError';
import { eventItem } from './eventItem';
import { listOf } from './lists';
import { Memory } from './memory';
import { forgetResolvedIds, readParameters } from './parameters';
import { readFeed } from './read';
import { startScan, type Poll } from './scan';
import { PAGE_SIZE, type FeedSettings } from './settings';

/** Items that the editor gets to see. */
const SAMPLE_SIZE = 5;

/** Nodes whose poll has not ended. n8n's default scheduler starts the next one all the same. */
const underWay = new Set<string>();

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
		if (error instanceof VitallyError && error.facts.status === 404) forgetResolvedIds();
		throw toNodeApiError(error as Error, this.getNode());
	}
}

async function changes(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const name = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	if (underWay.has(name)) {
		context.logger.debug(
			'Vitally Trigger: the poll before has not ended, so this one is left out.',
		);
		return null;
	}
	underWay.add(name);
	try {
		const memory = new Memory(name, context.getWorkflowStaticData('node'));
		const { items, poll } = await read(context, memory.state);
		for (const notice of poll.notices) context.logger.warn(`Vitally Trigger: ${notice}`);
		if (poll.state) memory.store(poll.state, items.length > 0);
		return items.length ? [items] : null;
	} finally {
		underWay.delete(name);
	}
}

async function sample(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const { items } = await read(context, undefined, { newestOnFirstRun: PAGE_SIZE, maxPages: 1 });
	if (items.length) return [items.slice(-SAMPLE_SIZE)];
	throw new VitallyError(
		'Vitally has no record to show for this event yet',
		"The trigger works all the same: activate the workflow and it fires with the first one. To see data now, make such a record in Vitally, or check 'Scope' and 'Options'.",
	);
}

async function read(
	context: IPollFunctions,
	stored: unknown,
	instead: Partial<FeedSettings> = {},
): Promise<{ items: INodeExecutionData[]; poll: Poll }> {
	const connection = await openClient(context, 'vitallyApi');
	const parameters = await readParameters(context, connection);
	const settings = { ...parameters.settings, ...instead };
	const list = listOf(settings);
	// n8n before 2.41 offers no budget.
	const budgetMs = context.getPollBudgetMs?.() ?? Infinity;
	const poll = await readFeed(startScan(stored, settings), list, connection, budgetMs);
	const items = poll.events
		.filter(({ record }) => list.includes(record))
		.map((event) => eventItem(event, settings, parameters.isSimple));
	return { items, poll };
}

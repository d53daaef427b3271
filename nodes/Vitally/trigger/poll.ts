import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { openClient } from '../transport/client';
import { toNodeApiError } from '../transport/errors/nodeError';
import { PAGE_SIZE } from '../transport/pages';
import type { FeedConfig } from './feed/config';
import { openScan } from './feed/openScan';
import type { PollResult } from './feed/scan';
import { eventItem } from './item';
import { forgetResolvedIds, readParameters } from './parameters';
import { runScan } from './runScan';
import { sourceOf } from './source';
import { StateStore } from './stateStore';

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
		const store = new StateStore(name, context.getWorkflowStaticData('node'));
		const { items, result } = await read(context, store.state);
		for (const notice of result.notices) context.logger.warn(`Vitally Trigger: ${notice}`);
		if (result.state) store.save(result.state, items.length > 0);
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
	instead: Partial<FeedConfig> = {},
): Promise<{ items: INodeExecutionData[]; result: PollResult }> {
	// n8n before 2.41 offers no budget.
	const budgetMs = context.getPollBudgetMs?.() ?? Infinity;
	const opened = await openClient(context, 'vitallyApi');
	const client = { ...opened, maxWaitMs: Math.min(opened.maxWaitMs, budgetMs) };
	const parameters = await readParameters(context, client);
	const config = { ...parameters.config, ...instead };
	const source = sourceOf(config);
	const result = await runScan(openScan(stored, config), source, client, budgetMs);
	const items = result.events
		.filter(({ record }) => source.includes(record))
		.map((event) => eventItem(event, config, parameters.isSimple));
	return { items, result };
}

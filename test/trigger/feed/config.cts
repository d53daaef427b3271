import { completed, npsEvents } from '../../../nodes/Vitally/operations/events';
import type { ResourceEvent } from '../../../nodes/Vitally/operations/resource';
import { eventOf, feedOfEvent } from '../../../nodes/Vitally/trigger/events';
import type { FeedConfig } from '../../../nodes/Vitally/trigger/feed/config';

/** Events of resources that are not there yet. */
const PENDING: Record<string, [string, ResourceEvent]> = {
	taskCompleted: ['tasks', completed],
	npsResponseCreated: ['npsResponses', npsEvents[0]],
	npsResponseUpdated: ['npsResponses', npsEvents[1]],
};

/** A configuration with the feed of its event, as the trigger hands it to a scan. */
export function configOf<T extends Omit<FeedConfig, 'feed'>>(
	config: T,
): T & Pick<FeedConfig, 'feed'> {
	const feed = eventOf(config.triggerOn)?.feed ?? feedOfEvent(...PENDING[config.triggerOn]);
	return { ...config, feed };
}

import { completed } from '../../../nodes/Vitally/operations/events';
import { eventOf, feedOfEvent } from '../../../nodes/Vitally/trigger/events';
import type { FeedConfig } from '../../../nodes/Vitally/trigger/feed/config';

/** A configuration with the feed of its event, as the trigger hands it to a scan. */
export function configOf<T extends Omit<FeedConfig, 'feed'>>(
	config: T,
): T & Pick<FeedConfig, 'feed'> {
	const feed = eventOf(config.triggerOn)?.feed ?? feedOfEvent('tasks', completed);
	return { ...config, feed };
}

import { findEvent } from '../../../nodes/Vitally/trigger/triggerEvents';
import type { FeedConfig } from '../../../nodes/Vitally/trigger/scan/types';

/** A configuration with the feed of its event, as the trigger hands it to a scan. */
export function configOf<T extends Omit<FeedConfig, 'feed'>>(
	config: T,
): T & Pick<FeedConfig, 'feed'> {
	const event = findEvent(config.triggerOn);
	if (!event) throw new Error(`There is no event ${config.triggerOn}`);
	return { ...config, feed: event.feed };
}

import type { Resource } from '../Vitally/operations/definition/types';
import { analyticsAccount } from './account';
import { analyticsInstance } from './customObjectInstance';
import { analyticsEvent } from './event';
import { analyticsOrganization } from './organization';
import { analyticsUser } from './user';

/** The resources of the node, in the order of the editor. */
export const ANALYTICS_RESOURCES: readonly Resource[] = [
	analyticsAccount,
	analyticsInstance,
	analyticsEvent,
	analyticsOrganization,
	analyticsUser,
];

import type { Resource } from '../Vitally/operations/resource';
import { account } from './account';
import { customObjectInstance } from './customObjectInstance';
import { event } from './event';
import { organization } from './organization';
import { user } from './user';

/** The resources of the node, in the order of the editor. */
export const RESOURCES: readonly Resource[] = [
	account,
	customObjectInstance,
	event,
	organization,
	user,
];

import type { Resource } from '../Vitally/operations/resource';
import { account } from './account';

/** The resources of the node, in the order of the editor. */
export const RESOURCES: readonly Resource[] = [account];

import type { Resource } from '../operations/definition/operationDefinition';
import { admin } from './admin';
import { noteCategory, projectCategory, taskCategory } from './categories';
import { conversation } from './conversation/conversation';
import { account } from './customers/account';
import { organization } from './customers/organization';
import { customField } from './customField';
import { customObject } from './customObject';
import { customObjectInstance } from './customObjectInstance/customObjectInstance';
import { meeting } from './meeting/meeting';
import { message } from './message/message';
import { note } from './note/note';
import { npsResponse } from './npsResponse/npsResponse';
import { project } from './project/project';
import { projectTemplate } from './project/projectTemplate';
import { survey } from './survey';
import { task } from './task/task';
import { user } from './user/user';

/**
 * The resources of the node; everything in the node is derived from them. They are in the order of their labels, as n8n
 * asks: its reviewers reject options in another order.
 */
export const RESOURCES: readonly Resource[] = [
	account,
	conversation,
	customObject,
	customObjectInstance,
	meeting,
	message,
	note,
	noteCategory,
	npsResponse,
	organization,
	project,
	projectCategory,
	projectTemplate,
	survey,
	task,
	taskCategory,
	admin,
	customField,
	user,
];

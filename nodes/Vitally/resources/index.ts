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
 * The resources of the node; everything in the node is derived from them. Those that people need most are first: n8n
 * lists the actions of a community package in this order, on a page without search.
 */
export const RESOURCES: readonly Resource[] = [
	account,
	organization,
	user,
	task,
	note,
	project,
	conversation,
	message,
	meeting,
	npsResponse,
	survey,
	customObjectInstance,
	customObject,
	admin,
	customField,
	noteCategory,
	projectCategory,
	projectTemplate,
	taskCategory,
];

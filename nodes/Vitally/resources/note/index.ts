import type { INodeProperties } from 'n8n-workflow';

import { additionalCollection } from '../../fields/collections';
import { dryRunOption } from '../../fields/dryRun';
import { accountLocator, noteLocator, organizationLocator } from '../../fields/locators';
import { optionsField } from '../../fields/options';
import {
	authorField,
	categoryField,
	noteDateField,
	noteField,
	organizationField,
	subjectField,
	tagsField,
} from './body';
import { create } from './create';
import { deleteOption } from './delete';
import { get } from './get';
import { getAll, getAllFields } from './getAll';
import { htmlPolicyOption } from './html';
import { sourceOption } from './note';
import { update, updateFields } from './update';
import { upsert } from './upsert';

const resource = ['note'];

export const noteOperations: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: [create, upsert, deleteOption, get, getAll, update],
	default: 'get',
	displayOptions: { show: { resource } },
};

const make = { resource, operation: ['create', 'upsert'] };

/** Required fields first, then what narrows or adds. Traits and paging stand in `fields/`. */
export const noteFields: INodeProperties[] = [
	noteLocator({ resource, operation: ['delete', 'get', 'update'] }),
	{
		displayName: 'Note For',
		name: 'noteFor',
		type: 'options',
		options: [
			{ name: 'Account', value: 'account' },
			{ name: 'Organization', value: 'organization' },
		],
		default: 'account',
		description: 'What the note is about',
		displayOptions: { show: make },
	},
	accountLocator({ ...make, noteFor: ['account'] }),
	organizationLocator({ ...make, noteFor: ['organization'] }),
	{ ...noteField, required: true, displayOptions: { show: make } },
	{ ...noteDateField, required: true, displayOptions: { show: make } },
	additionalCollection(make, [
		authorField,
		categoryField,
		{
			displayName: 'External ID',
			name: 'externalId',
			type: 'string',
			default: '',
			placeholder: 'e.g. call-7',
			description: 'Your own ID of the note. It cannot be set later.',
			displayOptions: { show: { '/operation': ['create'] } },
		},
		{ ...organizationField, displayOptions: { show: { '/noteFor': ['account'] } } },
		subjectField,
		tagsField,
	]),
	...updateFields,
	...getAllFields,
	optionsField({ resource, operation: ['get'] }, [sourceOption]),
	optionsField({ resource, operation: ['create', 'delete', 'update', 'upsert'] }, [
		dryRunOption,
		{
			...htmlPolicyOption,
			displayOptions: { show: { '/operation': ['create', 'update', 'upsert'] } },
		},
		{ ...sourceOption, displayOptions: { show: { '/operation': ['delete', 'update', 'upsert'] } } },
	]),
];

import type { IDataObject } from 'n8n-workflow';

import { NODE, runIn } from '../engine/node.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { differences, NO_DIFFERENCES } from '../fixtures/differences.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

interface SimplifiedRecord {
	kind: string;
	/** By default, the list is read. */
	operation?: string;
	/** The parameters that the operation needs. */
	parameters?: object;
	/** What Vitally returns of a record, beside the fields of `addAllResources`. */
	returned: IDataObject;
	/** The whole output, in the order of its columns. */
	shown: IDataObject;
}

/** The parents that the records of `addAllResources` may have. */
const PARENTS = { accountId: 'acc-1', organizationId: 'org-1' };
const PEOPLE = { ...PARENTS, account: { name: 'Acme' }, organization: { name: 'Acme Group' } };

const HEALTH = {
	healthScore: 7.5,
	mrr: 100,
	nextRenewalDate: '2027-03-31T00:00:00.000Z',
	csmId: 'admin-1',
	keyRoles: [],
	churnedAt: '2027-01-01T00:00:00.000Z',
	lastSeenTimestamp: '2026-12-01T00:00:00.000Z',
	segments: [{ id: 'seg-1', name: 'Enterprise' }],
	traits: { plan: 'gold' },
};
const SHOWN_HEALTH = {
	healthScore: 7.5,
	mrr: 100,
	nextRenewalDate: '2027-03-31',
};
const SHOWN_CSM = { csmName: 'Onboarding Lead', csmEmail: 'lead@team.example' };

const CONVERSATION = {
	subject: 'Invoice',
	status: 'open',
	rating: 4,
	source: 'zendesk',
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-02T00:00:00.000Z',
	externalId: 'T1',
	accounts: [{ id: 'acc-1', name: 'Acme' }],
};
const SHOWN_MESSAGES = ['user: Hello'];

const SIMPLIFIED: SimplifiedRecord[] = [
	{
		kind: 'account',
		returned: { ...HEALTH, name: 'Acme', externalId: 'A1' },
		shown: {
			name: 'Acme',
			...SHOWN_HEALTH,
			...SHOWN_CSM,
			churnedAt: '2027-01-01T00:00:00.000Z',
			lastSeenTimestamp: '2026-12-01T00:00:00.000Z',
			segments: ['Enterprise'],
			externalId: 'A1',
			id: 'acc-1',
			url: null,
			'traits.plan': 'gold',
		},
	},
	{
		kind: 'conversation',
		returned: CONVERSATION,
		shown: {
			subject: 'Invoice',
			status: 'open',
			rating: 4,
			source: 'zendesk',
			createdAt: '2026-01-01T00:00:00.000Z',
			updatedAt: '2026-01-02T00:00:00.000Z',
			externalId: 'T1',
			id: 'c-1',
			url: null,
		},
	},
	{
		kind: 'conversation',
		operation: 'get',
		parameters: { conversationId: byId('c-1') },
		returned: { ...CONVERSATION, messages: [{ from: { type: 'user' }, message: 'Hello' }] },
		shown: {
			subject: 'Invoice',
			status: 'open',
			rating: 4,
			source: 'zendesk',
			messages: SHOWN_MESSAGES,
			accountName: 'Acme',
			createdAt: '2026-01-01T00:00:00.000Z',
			updatedAt: '2026-01-02T00:00:00.000Z',
			externalId: 'T1',
			id: 'c-1',
			url: null,
		},
	},
	{
		kind: 'customObject',
		returned: {
			label: 'Goals',
			name: 'customerGoals',
			customFields: [
				{ id: 'f-1', label: 'Stage' },
				{ id: 'f-2', label: 'Amount' },
			],
			createdAt: '2026-01-01T00:00:00.000Z',
			updatedAt: '2026-01-02T00:00:00.000Z',
			syncActive: true,
			writeMode: 'readonly',
		},
		shown: {
			label: 'Goals',
			name: 'customerGoals',
			customFieldLabels: 'Stage, Amount',
			writeMode: 'readonly',
			syncActive: true,
			createdAt: '2026-01-01T00:00:00.000Z',
			updatedAt: '2026-01-02T00:00:00.000Z',
			id: 'obj-1',
		},
	},
	{
		kind: 'customObjectInstance',
		parameters: { customObjectId: byId('obj-1') },
		returned: {
			name: 'Renewal',
			customers: [{ id: 'acc-1', name: 'Acme' }],
			customerId: 'acc-1',
			organizationId: 'org-1',
			organization: { name: 'Acme Group' },
			archivedAt: '2026-02-01T00:00:00.000Z',
			updatedAt: '2026-01-02T00:00:00.000Z',
			externalId: 'I1',
			ownedByVitallyUserId: 'admin-1',
			traits: {},
		},
		shown: {
			name: 'Renewal',
			accountNames: ['Acme'],
			organizationName: 'Acme Group',
			archivedAt: '2026-02-01T00:00:00.000Z',
			updatedAt: '2026-01-02T00:00:00.000Z',
			externalId: 'I1',
			id: 'i-1',
			accountId: 'acc-1',
			organizationId: 'org-1',
			ownedByVitallyUserId: 'admin-1',
		},
	},
	{
		kind: 'meeting',
		returned: {
			title: 'Quarterly review',
			startDateTime: '2026-03-01T10:00:00.000Z',
			endDateTime: '2026-03-01T11:00:00.000Z',
			accounts: [{ id: 'acc-1', name: 'Acme' }],
			organizations: [{ id: 'org-1', name: 'Acme Group' }],
			participants: [{ email: 'office@acme.example' }],
			summary: 'All is well',
			recordingUrl: 'https://acme.example/recording',
			externalId: 'M1',
			traits: {},
		},
		shown: {
			title: 'Quarterly review',
			startDateTime: '2026-03-01T10:00:00.000Z',
			accountName: 'Acme',
			participantEmails: 'office@acme.example',
			summary: 'All is well',
			organizationName: 'Acme Group',
			endDateTime: '2026-03-01T11:00:00.000Z',
			recordingUrl: 'https://acme.example/recording',
			externalId: 'M1',
			id: 'm-1',
		},
	},
	{
		kind: 'note',
		returned: {
			subject: 'Call',
			note: '<p>Hello</p>',
			noteDate: '2026-03-01T10:00:00.000Z',
			...PEOPLE,
			category: { name: 'Review' },
			categoryId: 'review',
			tags: ['renewal'],
			externalId: 'N1',
			traits: {},
		},
		shown: {
			subject: 'Call',
			note: '<p>Hello</p>',
			noteDate: '2026-03-01T10:00:00.000Z',
			accountName: 'Acme',
			organizationName: 'Acme Group',
			categoryName: 'Review',
			tags: ['renewal'],
			externalId: 'N1',
			id: 'n-1',
			accountId: 'acc-1',
			organizationId: 'org-1',
		},
	},
	{
		kind: 'npsResponse',
		returned: {
			score: 9,
			feedback: 'Great',
			user: { name: 'Kim', email: 'kim@acme.example' },
			userId: 'user-1',
			respondedAt: '2026-03-01T10:00:00.000Z',
			updatedAt: '2026-03-02T10:00:00.000Z',
			externalId: 'R1',
		},
		shown: {
			score: 9,
			feedback: 'Great',
			userName: 'Kim',
			userEmail: 'kim@acme.example',
			respondedAt: '2026-03-01T10:00:00.000Z',
			updatedAt: '2026-03-02T10:00:00.000Z',
			externalId: 'R1',
			id: 'nps-1',
			userId: 'user-1',
		},
	},
	{
		kind: 'organization',
		returned: { ...HEALTH, name: 'Acme Group', accountsCount: 2, externalId: 'O1' },
		shown: {
			name: 'Acme Group',
			...SHOWN_HEALTH,
			accountsCount: 2,
			...SHOWN_CSM,
			churnedAt: '2027-01-01T00:00:00.000Z',
			segments: ['Enterprise'],
			externalId: 'O1',
			id: 'org-1',
			url: null,
			'traits.plan': 'gold',
		},
	},
	{
		kind: 'project',
		returned: {
			name: 'Onboarding',
			ownedByVitallyUser: { name: 'Lead' },
			ownedByVitallyUserId: 'admin-1',
			targetStartDate: '2026-03-01T00:00:00.000Z',
			targetCompletionDate: '2026-04-01T00:00:00.000Z',
			actualCompletionDate: '2026-04-02T00:00:00.000Z',
			...PEOPLE,
			projectStatusId: 'status-1',
			traits: {},
		},
		shown: {
			name: 'Onboarding',
			ownerName: 'Lead',
			targetStartDate: '2026-03-01',
			targetCompletionDate: '2026-04-01',
			accountName: 'Acme',
			organizationName: 'Acme Group',
			actualCompletionDate: '2026-04-02',
			id: 'p-1',
			accountId: 'acc-1',
			organizationId: 'org-1',
			projectStatusId: 'status-1',
		},
	},
	{
		kind: 'task',
		returned: {
			name: 'Prepare the renewal',
			dueDate: '2026-03-01T00:00:00.000Z',
			...PEOPLE,
			assignedTo: { name: 'Lead' },
			assignedToId: 'admin-1',
			completedAt: '2026-03-02T10:00:00.000Z',
			tags: ['renewal'],
			externalId: 'K1',
			traits: {},
		},
		shown: {
			name: 'Prepare the renewal',
			dueDate: '2026-03-01',
			accountName: 'Acme',
			organizationName: 'Acme Group',
			assignedToName: 'Lead',
			completedAt: '2026-03-02T10:00:00.000Z',
			tags: ['renewal'],
			externalId: 'K1',
			id: 't-1',
			accountId: 'acc-1',
			organizationId: 'org-1',
		},
	},
	{
		kind: 'user',
		returned: {
			name: 'Kim',
			email: 'kim@acme.example',
			npsLastScore: 9,
			unsubscribedFromConversations: true,
			accounts: [{ name: 'Acme' }, { name: 'Beta' }],
			organizations: [{ name: 'Acme Group' }],
			lastSeenTimestamp: '2026-12-01T00:00:00.000Z',
			lastInboundMessageTimestamp: '2026-11-01T00:00:00.000Z',
			segments: [{ id: 'seg-1', name: 'Champions' }],
			externalId: 'U1',
			traits: {},
		},
		shown: {
			name: 'Kim',
			email: 'kim@acme.example',
			npsLastScore: 9,
			unsubscribedFromConversations: true,
			accountName: 'Acme, Beta',
			organizationName: 'Acme Group',
			lastSeenTimestamp: '2026-12-01T00:00:00.000Z',
			lastInboundMessageTimestamp: '2026-11-01T00:00:00.000Z',
			segments: ['Champions'],
			externalId: 'U1',
			id: 'user-1',
		},
	},
];

const sandbox = sandboxOfSuite({ seed: 'empty' });

describe('a simplified record', () => {
	const READS = SIMPLIFIED.map((row) => ({ operation: 'getAll', ...row }));

	it.each(READS)(
		'shows what people read, in the order in which they do: $kind $operation',
		async ({ kind, operation, parameters, returned, shown }) => {
			addAllResources(sandbox());
			sandbox().faults.add({
				kind: 'shown',
				as: (record) => (record.id === shown.id ? { ...record, ...returned } : record),
			});

			const { error, items } = await runIn(sandbox(), {
				parameters: { resource: kind, operation, ...parameters },
			});

			expect(error?.message).toBeUndefined();

			const record = items(NODE).find(({ json }) => json.id === shown.id)?.json ?? {};

			expect(record).toEqual(shown);
			expect(differences(Object.keys(record), Object.keys(shown))).toEqual(NO_DIFFERENCES);
		},
	);
});

it.each([
	{ kind: 'admin', names: ['Renewals Lead', 'Onboarding Lead'] },
	{ kind: 'customObject', names: ['subscription', 'deal'] },
	{ kind: 'noteCategory', names: ['Review', 'Call'] },
	{ kind: 'projectCategory', names: ['Renewal', 'Onboarding'] },
	{ kind: 'projectTemplate', names: ['Renewal template', 'Onboarding template'] },
	{ kind: 'taskCategory', names: ['Tier', 'Seats'] },
])("'Get Many' reads the list of the kind: $kind", async ({ kind, names }) => {
	addAllResources(sandbox());

	const { items } = await runIn(sandbox(), {
		parameters: { resource: kind, operation: 'getAll' },
	});

	expect(items(NODE).map(({ json }) => json.name)).toEqual(names);
});

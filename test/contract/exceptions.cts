import { byExternalId, byId } from '../fixtures/locators.cts';

/** A field of the contract that no parameter of its name sets. */
export interface Exception {
	/** Of the result of `titleOf`. */
	of: RegExp;
	/** An asterisk for all fields. */
	name: string;
	why: string;
	/** Set by these parameters instead; offered nowhere when absent. */
	parametersWith?: (value: unknown) => Record<string, unknown>;
	/** What arrives, where it is not the value. */
	sent?: unknown;
}

const searchBy = (name: string, of = /(customObjectInstance|user) search/): Exception => ({
	of,
	name,
	why: 'The service takes exactly one criterion, so one parameter names it.',
	parametersWith: (value) => ({ searchBy: name, searchValue: value }),
});

const destination = (kind: 'Account' | 'Organization'): Exception => ({
	of: /\/move$/,
	name: `${kind.toLowerCase()}Id`,
	why: 'The parameter of this name is what the project belongs to now.',
	parametersWith: (value) => ({
		moveTo: kind.toLowerCase(),
		[`destination${kind}Id`]: byId(value),
	}),
});

interface Person {
	type: string;
	id: string;
}

const personFields = ({ type, id }: Person, role: string, person: string) => ({
	[role]: type,
	[person]: byId(id),
});

const lookedUpIds = (name: string, externalId: string, id: string): Exception => ({
	of: /(POST|PUT) .*users/,
	name,
	why: 'Either ID is taken, and looked up.',
	parametersWith: () => ({
		additionalFields: { [name]: externalId },
		updateFields: { [name]: externalId },
	}),
	sent: [id],
});

export const EXCEPTIONS: Exception[] = [
	{ of: /undoSync/, name: '*', why: 'Its values are those of the input items.' },
	{ of: /GET /, name: 'from', why: 'The node turns the pages; a test of its own shows how.' },
	{
		of: /noteCategories$/,
		name: 'sortBy',
		why: 'The document gives this list `limit` and `from` only (docs/internal/service.md, Notes).',
	},
	{
		of: /PUT .*accounts/,
		name: 'accountOwnerId',
		why: "Not in the document's update body (docs/internal/service.md, Accounts).",
	},
	{
		of: /PUT .*notes/,
		name: 'externalId',
		why: 'Editable only on create (docs/internal/service.md, Note).',
	},
	{
		of: /PUT .*\/tasks/,
		name: 'externalId',
		why: 'The External ID of a task stays as it is, and an upsert finds the task by it.',
	},
	...[
		'accountId',
		'organizationId',
		'assignedToId',
		'categoryId',
		'description',
		'dueDate',
		'name',
		'tags',
		'traits',
	].map(
		(name): Exception => ({
			of: /task complete/,
			name,
			why: 'A completion sets when and by whom; the rest is for an update.',
		}),
	),
	{
		of: /task (create|upsert) POST .*projects/,
		name: 'milestone',
		why: 'Blank stands for the default one, and only with a project is there any.',
		parametersWith: (value) => ({ additionalFields: { projectId: byId('p-1'), milestone: value } }),
	},
	{
		of: /task (create|upsert) POST .*projects/,
		name: 'source',
		why: 'The task was made just now, and is named by the ID that came back.',
	},
	{
		of: /POST .*meetings$/,
		name: 'participants',
		why: 'A form of rows with one of three IDs each: test/nodes/meeting.',
	},
	{
		of: /customObjectInstance get GET/,
		name: 'id',
		why: 'There is no read of one instance, so the search stands in for it.',
		parametersWith: (value) => ({ customObjectInstanceId: byId(value) }),
	},
	{
		of: /customObjectInstance get GET/,
		name: 'externalId',
		why: 'There is no read of one instance, so the search stands in for it.',
		parametersWith: (value) => ({ customObjectInstanceId: byExternalId(value) }),
	},
	{
		of: /customObject (create|update)/,
		name: 'customFields',
		why: 'A form of rows; the model is always the same.',
		parametersWith: (value) => ({
			customFields: { field: value },
			updateFields: { customFields: { field: value } },
		}),
	},
	...['customerId', 'organizationId', 'customFieldId', 'customFieldValue'].map(
		(name): Exception => ({
			of: /customObjectInstance get GET/,
			name,
			why: 'These may find several: that is what the search is for.',
		}),
	),
	{
		of: /customObjectInstance (create|upsert|update|sync) (POST|PUT)/,
		name: 'customerId',
		why: 'The fields call it the account, as everywhere else.',
		parametersWith: (value) => ({
			accountId: byId(value),
			additionalFields: { accountId: byId(value) },
			updateFields: { accountId: byId(value) },
		}),
	},
	{
		of: /customObjectInstance upsert PUT/,
		name: 'externalId',
		why: 'An upsert finds the instance by it.',
	},
	{
		of: /customObjectInstance sync PUT/,
		name: 'externalId',
		why: 'A sync finds the instance by it, and changes no External ID.',
	},
	{
		of: /DELETE .*conversations/,
		name: 'id',
		why: 'The same id as in the path.',
		parametersWith: (value) => ({ conversationId: byId(value) }),
	},
	{ of: /\/move$/, name: 'customerId', why: 'An alias of accountId.' },
	destination('Account'),
	destination('Organization'),
	...['id', 'externalId', 'customerId', 'organizationId'].map((name) => searchBy(name)),
	...['email', 'emailSubdomain'].map((name) => searchBy(name, /users\/search$/)),
	lookedUpIds('accountIds', 'A1', 'acc-1'),
	lookedUpIds('organizationIds', 'O1', 'org-1'),
	{
		of: /POST .*messages$/,
		name: 'from',
		why: 'A field for the role, and one for the person.',
		parametersWith: (value) => personFields(value as Person, 'fromType', 'fromId'),
	},
	{
		of: /POST .*messages$/,
		name: 'to',
		why: 'A field for the role, and one for the person, in each row.',
		parametersWith: (value) => ({
			to: { recipient: ([value].flat() as Person[]).map((one) => personFields(one, 'type', 'id')) },
		}),
	},
	...['cc', 'bcc'].map((name) => ({
		of: /POST .*messages$/,
		name,
		why: 'As in the rows of a conversation, which takes them as JSON.',
	})),
	{
		of: /upsert PUT .*npsResponses/,
		name: 'externalId',
		why: 'The one by which the response is found.',
	},
	{
		of: /GET .*npsResponses$/,
		name: 'target',
		why: "The stored name is the plural, the service's word is not (docs/internal/beyond.md, 18).",
		parametersWith: () => ({ filters: { target: 'organizations' } }),
		sent: 'organization',
	},
	{
		of: /customObjectInstance search/,
		name: 'customFieldId',
		why: 'A criterion of two parts.',
		parametersWith: (value) => ({ searchBy: 'customField', customFieldId: byId(value) }),
	},
	{
		of: /customObjectInstance search/,
		name: 'customFieldValue',
		why: 'A criterion of two parts.',
		parametersWith: (value) => ({
			searchBy: 'customField',
			customFieldId: byId('stage-1'),
			searchValue: value,
		}),
	},
];

/** What every request to an endpoint contains, though no parameter sets it. */
export const ALWAYS: Array<{ of: RegExp; names: string[]; why: string }> = [
	{ of: /undoSync/, names: ['name'], why: 'The input item of the call changed it.' },
	{
		of: /GET /,
		names: ['limit', 'sortBy'],
		why: 'The size of a page, and the order that the node relies on.',
	},
	{
		of: /PUT .*notes/,
		names: ['tags'],
		why: 'Leaving them out removes all tags (docs/internal/service.md, Notes).',
	},
	{
		of: /PUT .*\/tasks/,
		names: ['tags'],
		why: 'Leaving them out may remove all tags (docs/internal/beyond.md, 4).',
	},
	{
		of: /task complete/,
		names: ['completedAt'],
		why: 'The time of completion is what completes a task (docs/internal/beyond.md, 4).',
	},
	{
		of: /DELETE .*conversations/,
		names: ['id'],
		why: 'The document names it in the body too (docs/internal/service.md, Conversations).',
	},
	{
		of: /POST .*analytics/,
		names: ['messageId'],
		why: 'Required without a timestamp (docs/internal/service.md, Analytics API: account message).',
	},
	{
		of: /meeting addParticipant/,
		names: ['email'],
		why: 'The participant that the call names; another ID takes its place.',
	},
	{ of: /customObjectInstance get GET/, names: ['id'], why: 'The calls pick the instance by it.' },
	{
		of: /customObjectInstance (create|upsert|sync)/,
		names: ['customerId'],
		why: 'The account that the calls name.',
	},
	{
		of: /user (create|upsert|sync) POST/,
		names: ['accountIds'],
		why: 'The account that the calls name.',
	},
	{
		of: /(customObjectInstance|user) search/,
		names: ['externalId'],
		why: 'The criterion that is chosen when nothing is.',
	},
	{
		of: /\/move$/,
		names: ['accountId'],
		why: 'A move has one destination; the calls have an account.',
	},
];

/** Endpoints that are reached, but accept no fields: test/nodes/analytics has their requests. */
export const BODY_IS_A_LIST = ['POST /analytics/v1/batch'];

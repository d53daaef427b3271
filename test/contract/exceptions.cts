import { byExternalId, byId } from '../fixtures/locators.cts';

/** Fields of the contract that no parameter of their name sets. */
export interface Exception {
	/** Of the result of `titleOf`. */
	of: RegExp;
	/** An asterisk for all fields. */
	names: string[];
	why: string;
	/** Set by these parameters instead; offered nowhere when absent. */
	parametersWith?: (value: unknown) => Record<string, unknown>;
	/** What arrives, where it is not the value. */
	sent?: unknown;
}

const searchBy = (name: string, of = /(customObjectInstance|user) search/): Exception => ({
	of,
	names: [name],
	why: 'The service takes exactly one criterion, so one parameter names it.',
	parametersWith: (value) => ({ searchBy: name, searchValue: value }),
});

const destination = (kind: 'Account' | 'Organization'): Exception => ({
	of: /\/move$/,
	names: [`${kind.toLowerCase()}Id`],
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
	names: [name],
	why: 'Either ID is taken, and looked up.',
	parametersWith: () => ({
		additionalFields: { [name]: externalId },
		updateFields: { [name]: externalId },
	}),
	sent: [id],
});

/** There is no read of one instance, so it is searched for. */
const pickedBy = (name: string, locator: (value: unknown) => object): Exception => ({
	of: /customObjectInstance get GET/,
	names: [name],
	why: 'The locator of the instance has a mode for it.',
	parametersWith: (value) => ({ customObjectInstanceId: locator(value) }),
});

export const EXCEPTIONS: Exception[] = [
	{ of: /undoSync/, names: ['*'], why: 'Its values are those of the input items.' },
	{ of: /GET /, names: ['from'], why: 'The node turns the pages; a test of its own shows how.' },
	{
		of: /noteCategories$/,
		names: ['sortBy'],
		why: 'The document gives this list `limit` and `from` only (docs/internal/service.md, Notes).',
	},
	{
		of: /PUT .*accounts/,
		names: ['accountOwnerId'],
		why: "Not in the document's update body (docs/internal/service.md, Accounts).",
	},
	{
		of: /PUT .*\/tasks|(upsert|sync) PUT .*(notes|instances|npsResponses)/,
		names: ['externalId'],
		why: 'It stays as it is (docs/internal/service.md, Note), and finds the record.',
	},
	{
		of: /task complete/,
		names: [
			...['accountId', 'organizationId', 'assignedToId', 'categoryId', 'description', 'dueDate'],
			...['name', 'tags', 'traits'],
		],
		why: 'A completion sets when and by whom; the rest is for an update.',
	},
	{
		of: /task (create|upsert) POST .*projects/,
		names: ['milestone'],
		why: 'Blank stands for the default one, and only with a project is there any.',
		parametersWith: (value) => ({ additionalFields: { projectId: byId('p-1'), milestone: value } }),
	},
	{
		of: /task (create|upsert) POST .*projects/,
		names: ['source'],
		why: 'The task was made just now, and is named by the ID that came back.',
	},
	{
		of: /POST .*meetings$/,
		names: ['participants'],
		why: 'A form of rows with one of three IDs each: test/nodes/meeting.',
	},
	pickedBy('id', byId),
	pickedBy('externalId', byExternalId),
	{
		of: /customObjectInstance get GET/,
		names: ['customerId', 'organizationId', 'customFieldId', 'customFieldValue'],
		why: 'These may find several: that is what the search is for.',
	},
	{
		of: /customObject (create|update)/,
		names: ['customFields'],
		why: 'A form of rows; the model is always the same.',
		parametersWith: (value) => ({
			customFields: { field: value },
			updateFields: { customFields: { field: value } },
		}),
	},
	{
		of: /customObjectInstance (create|upsert|update|sync) (POST|PUT)/,
		names: ['customerId'],
		why: 'The fields call it the account, as everywhere else.',
		parametersWith: (value) => ({
			accountId: byId(value),
			additionalFields: { accountId: byId(value) },
			updateFields: { accountId: byId(value) },
		}),
	},
	{
		of: /DELETE .*conversations/,
		names: ['id'],
		why: 'The same id as in the path.',
		parametersWith: (value) => ({ conversationId: byId(value) }),
	},
	{ of: /\/move$/, names: ['customerId'], why: 'An alias of accountId.' },
	destination('Account'),
	destination('Organization'),
	...['id', 'externalId', 'customerId', 'organizationId'].map((name) => searchBy(name)),
	...['email', 'emailSubdomain'].map((name) => searchBy(name, /users\/search$/)),
	lookedUpIds('accountIds', 'A1', 'acc-1'),
	lookedUpIds('organizationIds', 'O1', 'org-1'),
	{
		of: /POST .*messages$/,
		names: ['from'],
		why: 'A field for the role, and one for the person.',
		parametersWith: (value) => personFields(value as Person, 'fromType', 'fromId'),
	},
	{
		of: /POST .*messages$/,
		names: ['to'],
		why: 'A field for the role, and one for the person, in each row.',
		parametersWith: (value) => ({
			to: { recipient: ([value].flat() as Person[]).map((one) => personFields(one, 'type', 'id')) },
		}),
	},
	{
		of: /POST .*messages$/,
		names: ['cc', 'bcc'],
		why: 'As in the rows of a conversation, which takes them as JSON.',
	},
	{
		of: /GET .*npsResponses$/,
		names: ['target'],
		why: "The stored name is the plural, the service's word is not (docs/internal/beyond.md, 18).",
		parametersWith: () => ({ filters: { target: 'organizations' } }),
		sent: 'organization',
	},
	{
		of: /customObjectInstance search/,
		names: ['customFieldId'],
		why: 'A criterion of two parts.',
		parametersWith: (value) => ({ searchBy: 'customField', customFieldId: byId(value) }),
	},
	{
		of: /customObjectInstance search/,
		names: ['customFieldValue'],
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
		of: /PUT .*\/(notes|tasks)/,
		names: ['tags'],
		why: 'Leaving them out removes all tags (docs/internal/service.md, Notes).',
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
		of: /(customObjectInstance|user) (create|upsert|sync)/,
		names: ['customerId', 'accountIds'],
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

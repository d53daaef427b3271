import type { IDataObject } from 'n8n-workflow';

import { contractDescription } from '../../sandbox/contract/description.cts';
import type { Sandbox } from '../../sandbox/sandbox.cts';
import type { Outcome } from '../engine/engine.cts';
import { NODE } from '../engine/node.cts';
import { schemaFaultsOf, schemaOf, undeclaredRequests } from '../engine/operationCases.cts';
import { lessThan } from '../fixtures/bounds.cts';
import { differencesOfSets, SAME_SET } from '../fixtures/differences.cts';
import { callerWith } from './callOperation.cts';
import { alwaysSent, titleOf, ENDPOINT_CALLS, type EndpointCall } from './endpoints.cts';
import { BODY_IS_A_LIST } from './endpointTable.cts';
import { namesAllowed, requiredNames, sentBy } from './fieldCases.cts';
import { shownProperties } from './parameterPaths.cts';

/** Returns an endpoint without the names of its parameters. */
const withoutNames = (endpoint: string) => endpoint.replace(/:\w+|\{\w+\}/g, '*');

const CONTRACT = Object.entries(contractDescription().paths).flatMap(([path, methods]) =>
	Object.entries(methods as Record<string, { summary?: string }>)
		.filter(([method]) => method !== 'parameters')
		.map(([method, { summary }]) => ({
			endpoint: withoutNames(`${method.toUpperCase()} ${path}`),
			summary,
		})),
);
const CALLED = ENDPOINT_CALLS.map(({ endpoint: { method, path } }) => `${method} ${path}`);
const OFFERED = new Set([...CALLED, ...BODY_IS_A_LIST].map(withoutNames));

it("the nodes offer each endpoint of the sandbox's contract, and no other", () => {
	const endpoints = CONTRACT.map(({ endpoint }) => endpoint);

	expect(differencesOfSets(OFFERED, endpoints)).toEqual(SAME_SET);
});

it("the sandbox's contract has the 41 endpoints of the document", () => {
	const ofDocument = CONTRACT.filter(({ summary }) => summary?.includes('(document'));

	expect({ endpoints: ofDocument.length }).toEqual({ endpoints: 41 });
});

/** Fields of an output that are there only where something happened, or where they are not empty. */
const ONLY_SOMETIMES = /^(strippedHtml|deleteOn)$/;
/** Fields that the response to a creation does not contain, so that they are there only if they were sent. */
const ONLY_IF_SENT: Record<string, RegExp> = {
	'vitally project create POST /resources/projects':
		/^(targetCompletionDate|organizationId|organizationName)$/,
};
const HAS_COLUMNS_OF_ITS_OWN = /sync|applyChanges|undoSync|^vitallyAnalytics|^vitally customField /;

/** Operations that return records of their resource, in which no list contains an object. */
function returnsRecords({ call }: EndpointCall): boolean {
	return shownProperties(call).some(({ name }) => name === 'output');
}

function listsOfObjects(item: IDataObject): string[] {
	const isOfObjects = (value: unknown) =>
		Array.isArray(value) && value.some((entry) => typeof entry === 'object');

	return Object.keys(item).filter((key) => isOfObjects(item[key]));
}

/** Fields that the editor promises before the first run, and that the output must have. */
function promisedFields(endpointCall: EndpointCall): string[] {
	const title = titleOf(endpointCall);
	if (HAS_COLUMNS_OF_ITS_OWN.test(title)) return [];

	const promised = Object.keys(schemaOf(endpointCall.call)?.properties ?? {});

	return promised.filter(
		(field) => !ONLY_SOMETIMES.test(field) && !ONLY_IF_SENT[title]?.test(field),
	);
}

const ROWS = ENDPOINT_CALLS.map((endpointCall) => ({
	title: titleOf(endpointCall),
	endpointCall,
}));
const run = callerWith();

/** What an operation returned in place of a request, such as the reason of a row that failed. */
const resultOf = (outcome: Outcome) => outcome.items(NODE).map(({ json }) => json);

/** The results of calls: what the tests below say of a call, they say of one run. */
const results = new Map<EndpointCall, ReturnType<typeof run>>();

const callWithRequired = async (endpointCall: EndpointCall) => {
	const result = results.get(endpointCall) ?? run(endpointCall);

	results.set(endpointCall, result);

	return await result;
};

describe('a call of which only the required fields are set', () => {
	it.each(ROWS)('succeeds: $title', async ({ endpointCall }) => {
		const { outcome, requests, contractViolations } = await callWithRequired(endpointCall);

		expect({ contractViolations, error: outcome.error?.message }).toEqual({
			contractViolations: [],
			error: undefined,
		});
		expect({ isCalled: requests.length > 0, result: resultOf(outcome) }).toMatchObject({
			isCalled: true,
		});
		expect({ status: requests.at(-1)?.status }).toEqual({ status: lessThan(300) });
	});

	it.each(ROWS)('sends no request that the operation does not declare: $title', async (row) => {
		const { allRequests } = await callWithRequired(row.endpointCall);

		expect({ undeclared: undeclaredRequests(row.endpointCall.call, allRequests) }).toEqual({
			undeclared: [],
		});
	});

	it.each(ROWS)('sends what the service requires, and nothing else: $title', async (row) => {
		const { endpointCall } = row;
		const required = [...requiredNames(endpointCall), ...alwaysSent(endpointCall)];
		const allowed = namesAllowed(endpointCall, endpointCall.call.parameters);

		const { requests } = await callWithRequired(endpointCall);
		const sent = requests.slice(0, 1).flatMap((request) => Object.keys(sentBy(request)));

		expect({
			fieldsLacking: required.filter((name) => !sent.includes(name)),
			fieldsTooMany: sent.filter((name) => !allowed.includes(name)),
		}).toEqual({ fieldsLacking: [], fieldsTooMany: [] });
	});

	it.each(ROWS)('returns the fields that the editor promises: $title', async (row) => {
		const { outcome } = await callWithRequired(row.endpointCall);
		const items = resultOf(outcome);
		const promisedButMissing = promisedFields(row.endpointCall).filter(
			(field) => !items.every((item) => field in item),
		);

		expect({ promisedButMissing }).toEqual({ promisedButMissing: [] });
	});

	it.each(ROWS)('returns fields of the types that the editor promises: $title', async (row) => {
		const { outcome } = await callWithRequired(row.endpointCall);

		expect(schemaFaultsOf(row.endpointCall.call, resultOf(outcome))).toEqual([]);
	});

	it.each(ROWS.filter(({ endpointCall }) => returnsRecords(endpointCall)))(
		'returns no list of objects, which a table does not show: $title',
		async ({ endpointCall }) => {
			const { outcome } = await callWithRequired(endpointCall);

			expect({ listsOfObjects: resultOf(outcome).flatMap(listsOfObjects) }).toEqual({
				listsOfObjects: [],
			});
		},
	);
});

describe('an ID with letters that have a meaning in an address', () => {
	const hostile = (id: string) => `${id}/../x?y=#%2F`;
	const isIdOfRecord = (value: unknown): value is string => /^\w+-\d(-\w+)?$/.test(String(value));
	const withHostileIds = <T,>(value: T): T =>
		JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
			isIdOfRecord(inner) ? hostile(inner) : inner,
		) as T;

	/** Renames every record, and what refers to it. */
	function renameRecords({ state }: Sandbox): void {
		for (const table of state.tables()) {
			const rows = [...table.all()];

			for (const row of rows) table.remove(row);
			for (const row of rows) table.insert(withHostileIds(row));
		}
	}

	const ROWS_WITH_IDS = ROWS.filter(({ endpointCall }) => endpointCall.endpoint.path.includes(':'));

	it.each(ROWS_WITH_IDS)('stays in its place of the path: $title', async ({ endpointCall }) => {
		const call = { ...endpointCall.call, ...withHostileIds(endpointCall.call) };

		const { outcome, requests } = await run(
			{ ...endpointCall, call },
			{},
			{ prepare: renameRecords },
		);

		expect(outcome.error?.message).toBeUndefined();
		expect({ isCalled: requests.length > 0, result: resultOf(outcome) }).toMatchObject({
			isCalled: true,
		});
	});
});

it.each([
	{ resource: 'account', parent: 'organization', filters: { status: 'churned' } },
	{ resource: 'project', parent: 'account', filters: { archived: true } },
	{ resource: 'npsResponse', parent: 'account', filters: { target: 'organization' } },
])(
	'a filter that only the list of all accepts is not sent to another one: $resource of an $parent',
	async ({ resource, parent, filters }) => {
		const path = `/resources/${parent}s/:id/${resource}s`;
		const below = ENDPOINT_CALLS.find(({ endpoint }) => endpoint.path === path) as EndpointCall;

		const { outcome, contractViolations } = await run(below, { filters });

		expect({ contractViolations, error: outcome.error?.message }).toEqual({
			contractViolations: [],
			error: undefined,
		});
	},
);

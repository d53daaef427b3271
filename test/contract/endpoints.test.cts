import type { IDataObject } from 'n8n-workflow';

import { contractDescription } from '../../sandbox/contract/description.cts';
import type { Sandbox } from '../../sandbox/sandbox.cts';
import type { Outcome } from '../engine/engine.cts';
import { NODE } from '../engine/node.cts';
import { schemaFaultsOf, schemaOf, undeclaredRequests } from '../engine/operationCases.cts';
import { lessThan } from '../fixtures/bounds.cts';
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

it("the endpoints of the sandbox's contract are each offered, the 41 of the document among them", () => {
	const endpoints = CONTRACT.map(({ endpoint }) => endpoint);
	const ofDocument = CONTRACT.filter(({ summary }) => summary?.includes('(document'));

	expect([...OFFERED].sort()).toEqual(endpoints.sort());
	expect(ofDocument).toHaveLength(41);
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

describe('a call of which only the required fields are set', () => {
	it.each(ROWS)(
		'$title sends no other field, and returns what the editor promises',
		async ({ endpointCall }) => {
			const { call } = endpointCall;
			const required = [...requiredNames(endpointCall), ...alwaysSent(endpointCall)];
			const allowed = namesAllowed(endpointCall, call.parameters);

			const { outcome, requests, allRequests, contractViolations } = await run(endpointCall);

			expect({ contractViolations, error: outcome.error?.message }).toEqual({
				contractViolations: [],
				error: undefined,
			});
			expect(undeclaredRequests(call, allRequests)).toEqual([]);
			expect({ isCalled: requests.length > 0, result: resultOf(outcome) }).toMatchObject({
				isCalled: true,
			});
			expect({ status: requests.at(-1)?.status }).toEqual({ status: lessThan(300) });

			const sent = Object.keys(sentBy(requests[0]));

			expect({
				fieldsLacking: required.filter((name) => !sent.includes(name)),
				fieldsTooMany: sent.filter((name) => !allowed.includes(name)),
			}).toEqual({ fieldsLacking: [], fieldsTooMany: [] });

			const items = outcome.items(NODE).map(({ json }) => json);
			const promisedButMissing = promisedFields(endpointCall).filter(
				(field) => !items.every((item) => field in item),
			);
			const lists = returnsRecords(endpointCall) ? items.flatMap(listsOfObjects) : [];

			expect({ promisedButMissing, listsOfObjects: lists }).toEqual({
				promisedButMissing: [],
				listsOfObjects: [],
			});
			expect(schemaFaultsOf(call, items)).toEqual([]);
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

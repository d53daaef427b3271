import type { IDataObject } from 'n8n-workflow';

import { contractDescription } from '../../sandbox/contract/description.cts';
import type { Sandbox } from '../../sandbox/sandbox.cts';
import { NODE } from '../engine/node.cts';
import { schemaFaultsOf, schemaOf, undeclaredRequests } from '../engine/operationCases.cts';
import { callerWith } from './callOperation.cts';
import { alwaysSent, titleOf, ENDPOINT_CALLS, type EndpointCall } from './endpoints.cts';
import { BODY_IS_A_LIST } from './endpointTable.cts';
import { namesAllowed, requiredNames, sentBy } from './fieldCases.cts';
import { shownProperties } from './parameterPaths.cts';
import { expectNoFaults } from './ruleChecks.cts';

/** Paths in which a parameter's name does not matter. */
const bare = (endpoint: string) => endpoint.replace(/:\w+|\{\w+\}/g, '*');

const CONTRACT = Object.entries(contractDescription().paths).flatMap(([path, methods]) =>
	Object.entries(methods as Record<string, { summary?: string }>)
		.filter(([method]) => method !== 'parameters')
		.map(([method, { summary }]) => ({
			endpoint: bare(`${method.toUpperCase()} ${path}`),
			summary,
		})),
);
const CALLED = ENDPOINT_CALLS.map(({ endpoint: { method, path } }) => `${method} ${path}`);
const OFFERED = new Set([...CALLED, ...BODY_IS_A_LIST].map(bare));

it("the endpoints of the sandbox's contract are each offered, the 41 of the document among them", () => {
	expect([...OFFERED].sort()).toEqual(CONTRACT.map(({ endpoint }) => endpoint).sort());
	expect(CONTRACT.filter(({ summary }) => summary?.includes('(document'))).toHaveLength(41);
});

/** What is there only where something happened, and what is empty for a kind of row, stays away. */
const ONLY_SOMETIMES = /^(strippedHtml|deleteOn)$/;
/** Not in the response to a creation, so it is there only if it was sent. */
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

const run = callerWith();

describe('a call of which only the required fields are set', () => {
	it('sends no other, and returns what the editor promises', async () => {
		await expectNoFaults(ENDPOINT_CALLS, async (endpointCall) => {
			const title = titleOf(endpointCall);
			const { outcome, requests, allRequests, contractViolations } = await run(endpointCall);
			const [request] = requests;

			if (outcome.error || !request) {
				return [`${title}: ${outcome.error?.message ?? 'not reached'}`];
			}

			const sent = Object.keys(sentBy(request));
			const always = [...requiredNames(endpointCall), ...alwaysSent(endpointCall)];
			const allowed = namesAllowed(endpointCall, endpointCall.call.parameters);
			const json = outcome.items(NODE).map((item) => item.json);
			const promised = HAS_COLUMNS_OF_ITS_OWN.test(title)
				? {}
				: schemaOf(endpointCall.call)?.properties;
			const missing = Object.keys(promised ?? {}).filter(
				(key) => !json.every((item) => key in item),
			);
			const lists = returnsRecords(endpointCall) ? json.flatMap(listsOfObjects) : [];

			return [
				...missing
					.filter((key) => !ONLY_SOMETIMES.test(key) && !ONLY_IF_SENT[title]?.test(key))
					.map((key) => `has no ${key} in its output, which the editor promises`),
				...lists.map((key) => `returns a list with objects: ${key}`),
				...undeclaredRequests(endpointCall.call, allRequests).map(
					(request) => `sends ${request}, which is not among the endpoints of its definition`,
				),
				...contractViolations.map(({ rejectionReason }) => `refused: ${rejectionReason}`),
				...always.filter((name) => !sent.includes(name)).map((name) => `does not send ${name}`),
				...sent.filter((name) => !allowed.includes(name)).map((name) => `sends ${name}, too`),
				...((requests.at(-1)?.status ?? 500) >= 300 ? ['is not accepted'] : []),
				...schemaFaultsOf(endpointCall.call, json),
			].map((fault) => `${title}: ${fault}`);
		});
	});
});

describe('an ID with letters that have a meaning in an address', () => {
	const hostile = (id: string) => `${id}/../x?y=#%2F`;
	const isOfRecord = (id: unknown): id is string => /^\w+-\d(-\w+)?$/.test(String(id));
	const withHostileIds = <T,>(value: T): T =>
		JSON.parse(JSON.stringify(value), (_, id: unknown) => (isOfRecord(id) ? hostile(id) : id)) as T;

	/** Renames every record, and what refers to it. */
	function prepare({ state }: Sandbox): void {
		for (const table of state.tables()) {
			const rows = [...table.all()];

			for (const row of rows) table.remove(row);
			for (const row of rows) table.insert(withHostileIds(row));
		}
	}

	it('stays in its place of the path', async () => {
		const inPaths = ENDPOINT_CALLS.filter(({ endpoint }) => endpoint.path.includes(':'));

		await expectNoFaults(inPaths, async (one) => {
			const call = { ...one.call, ...withHostileIds(one.call) };
			const { outcome, requests, allRequests } = await run({ ...one, call }, {}, { prepare });
			const sent = allRequests.map(({ method, path }) => `${method} ${path}`).join(', ');
			const end = outcome.error?.message ?? 'no error';
			const isRight = !outcome.error && requests.length > 0;

			return isRight ? [] : [`${titleOf(one)}: ${end}; sent ${sent}`];
		});
	});
});

it.each([
	['account', 'organization', { status: 'churned' }],
	['project', 'account', { archived: true }],
	['npsResponse', 'account', { target: 'organization' }],
])(
	'a filter that only the list of all accepts is not sent to another one: %s of an %s',
	async (resource, parent, filters) => {
		const path = `/resources/${parent}s/:id/${resource}s`;
		const below = ENDPOINT_CALLS.find(({ endpoint }) => endpoint.path === path) as EndpointCall;
		const { outcome, contractViolations } = await run(below, { filters });

		expect([outcome.error, contractViolations]).toEqual([undefined, []]);
	},
);

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import Ajv from 'ajv';
import type { IDataObject, NodeApiError } from 'n8n-workflow';

import type { Failure } from '../../nodes/Vitally/errors/vitallyError';
import { traitKeyOf } from '../../nodes/Vitally/values/traits/traitName';
import type { Sandbox, SandboxOptions } from '../../sandbox/sandbox.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { resourcesOf, undeclared } from './declaredRequests.cts';
import type { Outcome } from './engine.cts';
import { credentialsFor, NODE, runNode, type NodeRun } from './node.cts';
import { PROJECT_ROOT } from './nodeTypes.cts';

/** A request that the service must have seen, with all of its fields. */
interface SentRequest {
	method: string;
	path: string;
	query?: Record<string, unknown>;
	body?: unknown;
}

/** The error of an item, as n8n shows it. */
export interface ShownError {
	/** The title, without the item that n8n's ends with. */
	message: string;
	/** How to get unstuck. */
	description?: string;
	/** The status, if Vitally answered. */
	httpCode?: string;
	failure?: Failure;
	/** The item that failed; the first one by default. */
	itemIndex?: number;
	/** Further data, such as the row of a Sync that failed. */
	details?: IDataObject;
}

/** A row of an operation's table. */
export interface OperationCase extends NodeRun {
	/** Resource and operation only where the title does not name them, as `account: create` does. */
	parameters: NodeRun['parameters'];
	/** What the case shows, as the title of its test. */
	name: string;
	/** Puts records in place before the run. */
	given?: (sandbox: Sandbox) => unknown;
	/** All requests of the run, in their order; not looked at when absent. */
	sends?: SentRequest[] | ((sandbox: Sandbox) => SentRequest[]);
	/** The JSON of the output items, each in part (`toMatchObject`). */
	returns?: object[];
	/** The error of the run, in all that n8n shows of it. */
	throws?: ShownError | ((sandbox: Sandbox) => ShownError);
	/** Expects what `returns` cannot say. */
	then?: (sandbox: Sandbox) => unknown;
}

/** Runs a table of cases on n8n's engine against a new sandbox. */
export function describeOperation(
	title: string,
	cases: OperationCase[],
	options: SandboxOptions = { seed: 'empty' },
): void {
	describe(title, () => {
		const started = sandboxOfSuite(options);
		const operation = operationIn(title);
		const rows = cases.map((row) => ({ ...row, parameters: { ...operation, ...row.parameters } }));

		it.each(rows)('$name', async (row) => {
			const sandbox = started();

			await row.given?.(sandbox);
			const before = sandbox.requests.length;
			const outcome = await runNode(row, { credentials: credentialsFor(sandbox) });

			expect(sandbox.contractErrors()).toEqual([]);

			const thrown = typeof row.throws === 'function' ? row.throws(sandbox) : row.throws;

			expect(shownOf(outcome.error)).toEqual(thrown && inN8nsClass(thrown));

			expect(undeclaredRequests(row, sandbox.requests.slice(before))).toEqual([]);

			if (row.sends) {
				const sends = typeof row.sends === 'function' ? row.sends(sandbox) : row.sends;
				const sent = sandbox.requests
					.slice(before)
					.map(({ method, path, query, body }) => ({ method, path, query, body }));

				// Which requests there were is read first, and what was in them.
				expect(sent.map(lineOf)).toEqual(sends.map(lineOf));
				expect(sent).toEqual(sends.map((request) => ({ query: {}, body: undefined, ...request })));
			}

			const json = outcome.items(NODE).map((item) => item.json);

			if (!outcome.error && !isDryRun(row) && !row.onError) {
				expect(schemaFaultsOf(row, json)).toEqual([]);
			}

			if (row.returns) {
				// Which items there are is read first, and what is in them.
				expect(json.map(nameIn(row.returns))).toEqual(row.returns.map(nameIn(row.returns)));
				expect(json).toMatchObject(row.returns);
			}

			await row.then?.(sandbox);
		});
	});
}

/** Returns what n8n shows of the error with which a run ended; nothing for a run without an error. */
function shownOf(error: Outcome['error']): object | undefined {
	if (!error) return undefined;

	const { name, message, description, httpCode, failure, context } = error as NodeApiError;

	return { class: name, message, description, httpCode, failure, context };
}

/** Returns an error as n8n's class has it, with the item at the end of its title. */
function inN8nsClass({ message, itemIndex = 0, details, ...shown }: ShownError): object {
	return {
		class: 'NodeApiError',
		message: `${message} [item ${itemIndex}]`,
		description: shown.description,
		httpCode: shown.httpCode ?? null,
		failure: shown.failure,
		context: { itemIndex, data: details },
	};
}

function lineOf({ method, path }: Pick<SentRequest, 'method' | 'path'>): string {
	return `${method} ${path}`;
}

/** Returns what names an item among those that are expected: a field that all of them have. */
function nameIn(expected: object[]): (item: object) => unknown {
	const field = ['id', 'externalId', 'result'].find((name) =>
		expected.every((item) => Object.hasOwn(item, name)),
	);

	return (item) => (field === undefined ? 'an item' : (item as IDataObject)[field]);
}

/** The parameters that a title such as `account: create over pages` names. */
function operationIn(title: string): { resource?: string; operation?: string } {
	const [, resource, operation] = /^(\w+): (\w+)/.exec(title) ?? [];
	const operations = resourcesOf.vitally.find(({ name }) => name === resource)?.operations;

	return operations?.some(({ value }) => value === operation) ? { resource, operation } : {};
}

/** Returns the requests that the operation does not declare; an operation that does not exist declares none. */
export function undeclaredRequests(
	{ parameters, items, isTool, type = 'vitally' }: NodeRun,
	requests: Array<{ method: string; path: string }>,
): string[] {
	const named = JSON.stringify([parameters, items]).includes('"mode":"name"');
	// A model enters names under 'By ID' too.
	const looksForNames = named || isTool === true;
	const resource = resourcesOf[type].find(({ name }) => name === parameters.resource);
	const operation = resource?.operations.find(({ value }) => value === parameters.operation);

	return resource && operation
		? undeclared(resource, operation, requests, { looksForNames })
		: requests.map(lineOf);
}

function isDryRun({ parameters }: NodeRun): boolean {
	const { dryRun } = (parameters.options ?? {}) as { dryRun?: unknown };

	return dryRun !== undefined && dryRun !== false;
}

const ajv = new Ajv({ allowUnionTypes: true, strictTypes: false, keywords: ['version'] });

/**
 * Compares output items with the schema that the editor shows before the first run, and returns the faults: a
 * value of another type, or a field that the schema does not announce. Raw records, rows of a sync and the traits of a
 * workspace have a schema that n8n cannot know.
 */
export function schemaFaultsOf(run: NodeRun, items: IDataObject[]): string[] {
	const { output = 'simplified', syncOutput } = run.parameters;
	if (output !== 'simplified' || syncOutput === 'summary') return [];

	const schema = schemaOf(run);
	if (!schema) return [];

	const announced = Object.keys(schema.properties);

	return items.flatMap((item) => {
		const fields = Object.keys(item).filter((name) => traitKeyOf(name) === undefined);
		const unknown = fields.filter((name) => !announced.includes(name));
		const faults = announced.length === 0 ? [] : unknown.map((name) => `${name} is not announced`);

		return ajv.validate(schema, item) ? faults : [...faults, ajv.errorsText()];
	});
}

/** Returns the schema that the editor shows before the first run, or nothing for an operation without a schema. */
export function schemaOf({ parameters, type }: NodeRun): { properties: object } | undefined {
	const folder = type === 'vitallyAnalytics' ? 'VitallyAnalytics' : 'Vitally';
	const name = `${String(parameters.resource)}/${String(parameters.operation)}`;
	const path = join(PROJECT_ROOT, 'nodes', folder, '__schema__/v1.0.0', `${name}.json`);
	if (!existsSync(path)) return undefined;

	return JSON.parse(readFileSync(path, 'utf8')) as { properties: object };
}

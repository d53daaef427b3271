import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import Ajv from 'ajv';
import type { IDataObject, NodeApiError } from 'n8n-workflow';

import type { Failure } from '../../nodes/Vitally/errors/vitallyError';
import { omitUndefined } from '../../nodes/Vitally/values/json/json';
import { traitKeyOf } from '../../nodes/Vitally/values/traits/traitName';
import type { Sandbox, SandboxOptions } from '../../sandbox/sandbox.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { contractViolationsOf } from './contractViolations.cts';
import { resourcesOf, undeclared } from './declaredRequests.cts';
import type { Outcome } from './engine.cts';
import { comparedLines } from './itemLines.cts';
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
	/** IANA zone of the workflow; UTC by default. */
	timeZone?: string;
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
		const notAnnounced: string[] = [];
		const rows = cases.map((row) => ({ ...row, parameters: { ...operation, ...row.parameters } }));

		it.each(rows)('$name', async (row) => {
			const sandbox = started();

			await row.given?.(sandbox);
			const before = sandbox.requests.length;
			const { timeZone } = row;
			const outcome = await runNode(row, { credentials: credentialsFor(sandbox), timeZone });

			expect({ requestsAgainstTheContract: contractViolationsOf(sandbox) }).toEqual({
				requestsAgainstTheContract: [],
			});

			const thrown = typeof row.throws === 'function' ? row.throws(sandbox) : row.throws;

			const expectedError = thrown && inN8nsClass(thrown);

			// The title of the error is read first, and then all of it.
			expect({ error: outcome.error?.message ?? 'none' }).toEqual({
				error: expectedError?.message ?? 'none',
			});
			expect({ error: shownOf(outcome.error) }).toEqual({ error: expectedError });

			expect({
				undeclaredRequests: undeclaredRequests(row, sandbox.requests.slice(before)),
			}).toEqual({ undeclaredRequests: [] });

			if (row.sends) {
				const sends = typeof row.sends === 'function' ? row.sends(sandbox) : row.sends;
				const sent = sandbox.requests
					.slice(before)
					.map(({ method, path, query, body }) => ({ method, path, query, body }));

				// Which requests there were is read first, and what was in them.
				expect({ requests: sent.map(lineOf) }).toEqual({ requests: sends.map(lineOf) });

				for (const [index, request] of sends.entries()) {
					const line = lineOf(request);

					expect({ [line]: sent[index] }).toEqual({
						[line]: { query: {}, body: undefined, ...request },
					});
				}
			}

			const json = outcome.items(NODE).map((item) => item.json);

			if (!outcome.error && !isDryRun(row) && !row.onError) {
				notAnnounced.push(...schemaFaultsOf(row, json));
			}

			if (row.returns) {
				const { came, due } = comparedLines(json, row.returns);

				// Which items there are is read first, and then what is in each of them.
				expect({ items: came }).toEqual({ items: due });

				for (const [index, line] of due.entries()) {
					const item = json[index];
					const expected = row.returns[index];

					expect({ [line]: withReadableChanges(item) }).toMatchObject({
						[line]: withReadableChanges(expected),
					});
					expect({ [line]: item }).toMatchObject({ [line]: expected });
				}
			}

			await row.then?.(sandbox);
		});

		it('returns only fields of the types that the editor announces, in all of these cases', () => {
			expect({ notAnnounced: [...new Set(notAnnounced)] }).toEqual({ notAnnounced: [] });
		});
	});
}

/** Returns an item with its changes as an object, of which a failure shows the field that differs. */
function withReadableChanges(item: object): object {
	const { changedFields } = item as { changedFields?: unknown };
	if (typeof changedFields !== 'string' || !changedFields.startsWith('{')) return item;

	return { ...item, changedFields: JSON.parse(changedFields) as unknown };
}

/** Returns what n8n shows of the error with which a run ended; nothing for a run without an error. */
function shownOf(error: Outcome['error']): object | undefined {
	if (!error) return undefined;

	const { name, message, description, httpCode, failure, context } = error as NodeApiError;
	const { itemIndex, data: details } = context as { itemIndex?: number; data?: IDataObject };
	// Why a connection was lost is said by n8n, whose text depends on its version.
	const advice = description?.replace(/\([^()]+(?=; [A-Z]+ https?:)/, '(reason');
	const text = { class: name, message, description: sentencesOf(advice) };

	return omitUndefined({ ...text, httpCode: httpCode ?? undefined, failure, itemIndex, details });
}

/** Returns an error as n8n's class has it, with the item at the end of its title. */
function inN8nsClass({ message, itemIndex = 0, ...others }: ShownError): { message: string } {
	const { description, httpCode, failure, details } = others;
	const title = `${message} [item ${itemIndex}]`;
	const text = { class: 'NodeApiError', message: title, description: sentencesOf(description) };

	return { ...omitUndefined({ ...text, httpCode, failure, itemIndex, details }), message: title };
}

/** Returns each sentence of a text by itself, so that a failure shows the one that differs. */
function sentencesOf(text: string | null | undefined): string[] | undefined {
	return text?.split(/(?<=[.:;)]) /);
}

function lineOf({ method, path }: Pick<SentRequest, 'method' | 'path'>): string {
	return `${method} ${path}`;
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

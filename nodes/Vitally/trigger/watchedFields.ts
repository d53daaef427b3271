import type { IDataObject } from 'n8n-workflow';

import { fetchTraitDefinitions } from '../editor/traitDefinitions';
import { VitallyError } from '../errors/vitallyError';
import type { Client, ServiceRequest } from '../transport/client';
import { PAGE_SIZE, readPage } from '../transport/pages';
import { send } from '../transport/send';
import { groupByName, MATCHERS, normalizeKey, type NamedTarget } from '../values/nameMatchers';
import { isPlainObject } from '../values/json';
import { pageRequest, streamId } from './scan/config';
import type { FeedConfig } from './scan/types';
import type { FeedSource } from './source';
import { findEvent, type TriggerEvent } from './triggerEvents';

const TRAIT_PREFIX = 'traits.';

/** Names that the user entered under 'Fields to Watch' or in conditions, with the path of each field. */
export type WatchedFields = Record<string, string>;

/**
 * The watched fields of a feed: as the resource or an earlier poll has them, else from the newest records and,
 * if any is not in them, from the trait definitions, with one request or two.
 *
 * @param stored the state of the last poll
 * @returns the fields; `isCertain` is false when the list is empty, so nothing should be stored
 * @throws VitallyError for a name that no record has, or that matches several fields
 */
export async function readWatchedFields(
	client: Client,
	config: FeedConfig,
	source: FeedSource,
	stored: unknown,
): Promise<{ fields: WatchedFields; isCertain: boolean }> {
	const event = findEvent(config.triggerOn);
	const { watch = [], conditions = [] } = config;
	const names = [...new Set([...watch, ...conditions.map(({ field }) => field)])];
	if (!event || !names.length) return { fields: {}, isCertain: false };
	const isExact = names.every((name) => event.resource.simpleFields?.includes(name));
	const fields = isExact
		? Object.fromEntries(names.map((name) => [name, name]))
		: storedFields(stored, config, names);
	return fields
		? { fields, isCertain: true }
		: await findFields(client, config, names, source, event);
}

/** The fields that an earlier poll found, if names and list are unchanged. */
function storedFields(
	stored: unknown,
	config: FeedConfig,
	names: readonly string[],
): WatchedFields | undefined {
	const { stream, fields } = (isPlainObject(stored) ? stored : {}) as IDataObject;
	if (stream !== streamId(config) || !isPlainObject(fields)) return undefined;
	const isSame =
		Object.keys(fields).length === names.length &&
		names.every((name) => Object.hasOwn(fields, name) && typeof fields[name] === 'string');
	return isSame ? (fields as WatchedFields) : undefined;
}

async function findFields(
	client: Client,
	config: FeedConfig,
	names: readonly string[],
	source: FeedSource,
	{ resource }: TriggerEvent,
): Promise<{ fields: WatchedFields; isCertain: boolean }> {
	const { limit, ...query } = pageRequest(config, PAGE_SIZE);
	const sendOne = async (request: ServiceRequest) =>
		await send(client, { ...request, explain: source.explain });
	const { records, next } = await readPage(sendOne, { path: source.path, query }, limit);
	const ofRecords = [...(resource.simpleFields ?? []).map((id) => ({ id })), ...fieldsOf(records)];
	const found = new Map(names.map((name) => [name, matchField(name, ofRecords)]));
	if ([...found.values()].every((path) => path !== undefined)) {
		return { fields: Object.fromEntries(found) as WatchedFields, isCertain: true };
	}
	const defined = await fetchTraitDefinitions(client, resource, config.parentId);
	const traits = (defined ?? []).map(({ path, label }) =>
		watchedTrait(String(path), label as string | undefined),
	);
	const known = [...ofRecords, ...traits];
	// Without definitions, a trait may be one of older records.
	const mayBeElsewhere = (name: string) => !defined && next !== undefined && name.includes('.');
	const isEmpty = records.length === 0;
	const fields = names.map((name) => {
		const path = found.get(name) ?? matchField(name, known);
		if (path === undefined && !isEmpty && !mayBeElsewhere(name)) {
			throw unknownFieldError(name, known, resource.label.toLowerCase());
		}
		return [name, path ?? name];
	});
	return { fields: Object.fromEntries(fields) as WatchedFields, isCertain: !isEmpty };
}

function fieldsOf(records: IDataObject[]): NamedTarget[] {
	const fields = new Set(records.flatMap((record) => Object.keys(record)));
	const traits = new Set(
		records.flatMap(({ traits: values }) => (isPlainObject(values) ? Object.keys(values) : [])),
	);
	return [...[...fields].map((id) => ({ id })), ...[...traits].map((key) => watchedTrait(key))];
}

/** @param label of the trait in Vitally, if known */
export function watchedTrait(key: string, label?: string): NamedTarget {
	return { id: TRAIT_PREFIX + key, displayName: label };
}

/**
 * Finds the path of a field by its exact name, else ignoring case, spaces, hyphens and underscores.
 *
 * @returns `undefined` when there is none
 * @throws VitallyError when there are several
 */
export function matchField(name: string, fields: readonly NamedTarget[]): string | undefined {
	for (const matcher of MATCHERS) {
		const groups = groupByName(fields, matcher);
		for (const form of [name, TRAIT_PREFIX + name]) {
			const matches = groups.get(matcher.normalize(form)) ?? [];
			const [path, ...others] = new Set(matches.map(({ id }) => id));
			if (others.length > 0) throw ambiguousNameError(name, [path, ...others]);
			if (path !== undefined) return path;
		}
	}
	return undefined;
}

/** @param noun of the records */
export function unknownFieldError(
	name: string,
	fields: readonly NamedTarget[],
	noun: string,
): VitallyError {
	const similar = similarPaths(name, fields);
	const question = similar.length ? ` Did you mean ${joinPaths(similar)}?` : '';
	return nameError(
		`No ${noun} has a field or trait '${name}'.${question}`,
		"Correct it in 'Fields to Watch': a field such as healthScore, a trait such as traits.plan, or the label that it has in Vitally.",
	);
}

function ambiguousNameError(name: string, paths: string[]): VitallyError {
	return nameError(
		`More than one field or trait is called '${name}'`,
		`Write ${joinPaths(paths)} in 'Fields to Watch'.`,
	);
}

/** n8n does not poll again before the settings change. */
function nameError(message: string, description: string): VitallyError {
	return new VitallyError(message, description, { failure: { cause: 'configuration-invalid' } });
}

function joinPaths(paths: string[]): string {
	return paths.map((path) => `'${path}'`).join(' or ');
}

/** Up to three paths that differ from a name by a typing error. */
function similarPaths(name: string, fields: readonly NamedTarget[]): string[] {
	const simplify = (text: string) => normalizeKey(text.replace(/^traits\./, ''));
	const wanted = simplify(name);
	const maxDistance = Math.max(1, Math.floor(wanted.length / 3));
	const similar = fields
		.map((field) => {
			const names = MATCHERS.flatMap(({ nameOf }) => nameOf(field) ?? []);
			const distances = names.map((one) => editDistance(simplify(one), wanted));
			return { path: field.id, distance: Math.min(...distances) };
		})
		.filter(({ distance }) => distance <= maxDistance)
		.sort((a, b) => a.distance - b.distance);
	return [...new Set(similar.map(({ path }) => path))].slice(0, 3);
}

/** Levenshtein distance: insertions, deletions and replacements of a character. */
function editDistance(from: string, to: string): number {
	let row = Array.from({ length: to.length + 1 }, (_, index) => index);
	for (let i = 1; i <= from.length; i++) {
		const above = row;
		row = [i];
		for (let j = 1; j <= to.length; j++) {
			const replaced = above[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1);
			row.push(Math.min(replaced, above[j] + 1, row[j - 1] + 1));
		}
	}
	return row[to.length];
}

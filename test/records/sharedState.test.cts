import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../nodes');

/** The lines that take a lock. */
const LOCK = /\.lock\(|lockedUpdate\(/;

/** The lines at the top of a module that begin what the process keeps: a variable, or something to be filled. */
const MEMORY =
	/^(?:export )?(?:let \w+|const .*= (?:\{\};|new (?:Map|Set|WeakMap|WeakSet)\b[^(]*\(\)|new (?!Map|Set|Weak|Intl|RegExp|URL)[A-Z]\w*\())/;

/** The locks, whose partners are in `locks.test.cts`. Their keys begin with the workspace. */
const LOCKS = [
	{
		file: 'Vitally/operations/updateWithTags.ts',
		lock: 'the tags of a note or task, by Vitally ID',
	},
	{ file: 'Vitally/records/recordLocks.ts', lock: 'a selected record, by ID, name or email' },
	{ file: 'Vitally/records/recordLocks.ts', lock: 'a record, by External ID' },
	{ file: 'Vitally/resources/customObject.ts', lock: 'the names of all custom objects' },
	{ file: 'Vitally/resources/npsResponse/npsResponse.ts', lock: 'a response, by Vitally ID' },
	{ file: 'Vitally/resources/taggedRecords.ts', lock: 'the tags of a note or task, by Vitally ID' },
	{ file: 'Vitally/sync/syncTable.ts', lock: 'a record of a table, by External ID' },
	{ file: 'VitallyAnalytics/batch.ts', lock: 'the record of a message, by External ID' },
];

/** What the process keeps. `memories.test.cts` has the partners of `createdRecords`. */
const MEMORIES = [
	{ file: 'Vitally/execution/clients.ts', keptBy: "n8n's object of a run" },
	{ file: 'Vitally/execution/concurrency.ts', keptBy: 'lock: LOCKS' },
	{ file: 'Vitally/execution/concurrency.ts', keptBy: 'nothing: the event loop' },
	{ file: 'Vitally/execution/concurrency.ts', keptBy: 'nothing: the event loop' },
	{ file: 'Vitally/execution/concurrency.ts', keptBy: 'nothing: the event loop' },
	{ file: 'Vitally/execution/earlierTries.ts', keptBy: "n8n's object of a run" },
	{ file: 'Vitally/execution/parameters/inputColumns.ts', keptBy: "n8n's list of input items" },
	{ file: 'Vitally/methods/listSearch.ts', keptBy: 'method: filled when the module is loaded' },
	{ file: 'Vitally/operations/output/simplifyRecord.ts', keptBy: 'nothing: always empty' },
	{ file: 'Vitally/playbook/ping.ts', keptBy: 'webhook and body of a call' },
	{
		file: 'Vitally/records/creation/createdRecords.ts',
		keptBy: 'workspace, list, External ID and key',
	},
	{ file: 'Vitally/records/recordLinks.ts', keptBy: 'noun: filled when the module is loaded' },
	{ file: 'Vitally/text/markdownParser.ts', keptBy: 'nothing: keeps no document' },
	{ file: 'Vitally/transport/errors/redact.ts', keptBy: "n8n's object of a credential" },
	{ file: 'Vitally/transport/httpRequest.ts', keptBy: 'nothing: never aborted' },
	{ file: 'Vitally/transport/httpRequest.ts', keptBy: 'signal of a run' },
	{ file: 'Vitally/transport/limits/wait.ts', keptBy: 'nothing: always empty' },
	{ file: 'Vitally/transport/send.ts', keptBy: 'rateLimitKey: the queues' },
	{ file: 'Vitally/trigger/poll.ts', keptBy: "n8n's object of a node's static data" },
	{ file: 'Vitally/trigger/stateStore.ts', keptBy: 'workflow and ID of a node' },
	{ file: 'Vitally/trigger/stateStore.ts', keptBy: 'workflow, ID and name of a node' },
	{
		file: 'Vitally/trigger/stateStore.ts',
		keptBy: 'workflow, ID and name of a node: its last events',
	},
	{ file: 'Vitally/trigger/stateStore.ts', keptBy: "n8n's object of a node's static data" },
	{ file: 'Vitally/trigger/stateStore.ts', keptBy: 'nothing: a count of polls' },
];

/** The lines that begin what an object keeps in one of its fields. */
const FIELD =
	/^\t(?:private |readonly |static )*\w+(?:: [^=]+)? = new (?:Map|Set|WeakMap|WeakSet)\b.*;$/;

/**
 * What an object keeps for more than one item, row, record or request: by which key, and the suite in which two keys are
 * partners.
 */
const KEPT_BY_OBJECTS = [
	{
		file: 'Vitally/execution/concurrency.ts',
		fields: { tail: 'key of a lock', readers: 'nothing: all that read now' },
		partners: 'records/locks',
	},
	{
		file: 'Vitally/execution/earlierTries.ts',
		fields: { outcomes: 'index of an item', rows: 'index of a row' },
		partners: 'execution/earlierTries',
	},
	{
		file: 'Vitally/execution/parameters/parameters.ts',
		fields: { resolved: 'name of a parameter', readers: 'name of a parameter' },
		partners: 'execution/expressions',
	},
	{
		file: 'Vitally/execution/runItems.ts',
		fields: {
			cache: 'key and name of a look-up',
			running: 'nothing: all items that run now',
			errors: 'index of an item',
			notSent: 'label of a field',
			itemHints: 'text of a hint',
		},
		partners: 'records/lookUpsOfRun',
	},
	{
		file: 'Vitally/operations/output/recordShapes.ts',
		fields: { seen: 'traits of a record, as a number' },
		partners: 'nodes/output',
	},
	{
		file: 'Vitally/playbook/recentCalls.ts',
		fields: { calls: 'webhook and body of a call' },
		partners: 'playbook/ping',
	},
	{
		file: 'Vitally/records/creation/createdRecords.ts',
		fields: { byId: 'Vitally ID', byKey: 'workspace, list and External ID' },
		partners: 'records/memories',
	},
	{
		file: 'Vitally/records/recordIndex.ts',
		fields: {
			byId: 'Vitally ID',
			byExternalId: 'External ID, or another key of the list',
			byName: 'name, in any case',
			missing: 'ID that is looked for',
		},
		partners: 'records/recordIndex',
	},
	{
		file: 'Vitally/resources/customers/briefReader.ts',
		fields: {
			notRead: 'name of a part',
			notComplete: 'name of a part',
			recordsBySection: 'section of a brief',
		},
		partners: 'nodes/customers/getBrief',
	},
	{
		file: 'Vitally/sync/planners/planChanges.ts',
		fields: { columnsLeftOut: 'column', rowNumbers: 'index of an item' },
		partners: 'sync/damagedRows',
	},
	{
		file: 'Vitally/sync/planners/planSync.ts',
		fields: {
			columnsLeftOut: 'column',
			keyedLists: 'list of records',
			listErrors: 'API key',
			mapperErrors: 'API key',
		},
		partners: 'sync/severalLists',
	},
	{
		file: 'Vitally/sync/reading/namesakes.ts',
		fields: { idsByName: 'name, in any case' },
		partners: 'sync/severalLists',
	},
	{
		file: 'Vitally/sync/reading/rejectedKeys.ts',
		fields: { errors: 'API key' },
		partners: 'sync/severalKeys',
	},
	{
		file: 'Vitally/sync/report/report.ts',
		fields: { rows: 'index of a row' },
		partners: 'sync/storedValues',
	},
	{
		file: 'Vitally/sync/report/tally.ts',
		fields: { fieldsChanged: 'name of a field', storedOtherwise: 'name of a field' },
		partners: 'sync/storedValues',
	},
	{
		file: 'Vitally/sync/resultCounts.ts',
		fields: { counts: 'result' },
		partners: 'sync/limits',
	},
	{
		file: 'Vitally/text/html/cleanHtml.ts',
		fields: { open: 'name of an element, in one text' },
		partners: 'text/htmlForms',
	},
	{
		file: 'Vitally/text/html/layOutHtml.ts',
		fields: { positions: 'name of an element, in one text' },
		partners: 'text/htmlForms',
	},
	{
		file: 'Vitally/text/renderMarkdown.ts',
		fields: { listsOfLines: 'a list, in one text' },
		partners: 'text/markdown',
	},
	{
		file: 'Vitally/text/html/tokenizeHtml.ts',
		fields: { missing: 'name of a closing tag, in one text' },
		partners: 'text/markdown',
	},
	{
		file: 'Vitally/transport/limits/requestQueue.ts',
		fields: { lines: 'path of a resource', byKey: 'rateLimitKey' },
		partners: 'transport/limits',
	},
	{
		file: 'Vitally/trigger/keptStates.ts',
		fields: { states: 'node' },
		partners: 'trigger/stateStore',
	},
	{
		file: 'Vitally/trigger/relatedFields.ts',
		fields: { records: 'list and ID of a record' },
		partners: 'trigger/items',
	},
	{
		file: 'Vitally/trigger/scan/listing.ts',
		fields: { missing: 'key of a listed record' },
		partners: 'trigger/scan/fullListReading',
	},
	{
		file: 'Vitally/trigger/scan/readings/listCursor.ts',
		fields: { requested: 'cursor of a page' },
		partners: 'trigger/scan/feed',
	},
	{
		file: 'Vitally/trigger/scan/readings/pollProgress.ts',
		fields: { changes: 'Vitally ID' },
		partners: 'trigger/scan/feed',
	},
	{
		file: 'Vitally/trigger/scan/sampleScan.ts',
		fields: { events: 'Vitally ID' },
		partners: 'trigger/engine/fetchTestEvent',
	},
	{
		file: 'Vitally/trigger/scan/fields/shownFields.ts',
		fields: { shown: 'field of a feed' },
		partners: 'trigger/scan/shownFields',
	},
	{
		file: 'Vitally/trigger/scan/startScan.ts',
		fields: { events: 'Vitally ID' },
		partners: 'trigger/scan/starts',
	},
	{
		file: 'Vitally/trigger/scan/wholeListScan.ts',
		fields: { events: 'Vitally ID' },
		partners: 'trigger/scan/wholeLists',
	},
	{
		file: 'Vitally/values/traits/definedTraits.ts',
		fields: { keysByLabel: 'label of a trait' },
		partners: 'sync/mapping',
	},
	{
		file: 'Vitally/values/traits/traitName.ts',
		fields: { columns: 'key of a trait' },
		partners: 'nodes/output',
	},
];

/** The files with a line that matches, once for each such line. */
function filesWith(line: RegExp): string[] {
	return sourceLines().flatMap(({ file, text }) => (line.test(text) ? [file] : []));
}

/** The lines of all files below nodes/ but those of others. */
function sourceLines(): Array<{ file: string; text: string }> {
	const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' });
	const sources = files.filter((file) => file.endsWith('.ts') && !file.includes('vendor'));

	return sources.flatMap((source) => {
		const file = source.replaceAll('\\', '/');
		const lines = readFileSync(join(ROOT, source), 'utf8').split('\n');

		return lines.map((text) => ({ file, text }));
	});
}

/** The fields of objects that keep something, as `file: field`. */
function keepingFields(): string[] {
	return sourceLines().flatMap(({ file, text }) => {
		const [, field] = /(\w+)(?:: [^=]+)? = new/.exec(text) ?? [];

		return FIELD.test(text) ? [`${file}: ${field}`] : [];
	});
}

describe('the list of states that items of all runs share', () => {
	it('names each file with a lock, and its key', () => {
		expect(filesWith(LOCK).sort()).toEqual(LOCKS.map(({ file }) => file));
	});

	it('names each file with a memory, and its key', () => {
		expect(filesWith(MEMORY).sort()).toEqual(MEMORIES.map(({ file }) => file));
	});
});

describe('the list of objects that keep something for several items', () => {
	it('names each field, and its key', () => {
		const listed = KEPT_BY_OBJECTS.flatMap(({ file, fields }) =>
			Object.keys(fields).map((field) => `${file}: ${field}`),
		);

		expect(keepingFields().sort()).toEqual(listed.sort());
	});

	it.each(KEPT_BY_OBJECTS)('names a suite that keeps items apart: $file', ({ partners }) => {
		expect({ isThere: existsSync(join(__dirname, '..', `${partners}.test.cts`)) }).toEqual({
			isThere: true,
		});
	});
});

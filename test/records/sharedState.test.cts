import { readdirSync, readFileSync } from 'node:fs';
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
	{ file: 'Vitally/execution/concurrency.ts', keptBy: 'lock: LOCKS' },
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
	{ file: 'Vitally/trigger/stateStore.ts', keptBy: 'ID of a node' },
	{
		file: 'Vitally/trigger/stateStore.ts',
		keptBy: 'workflow, ID and name of a node: its last events',
	},
	{ file: 'Vitally/trigger/stateStore.ts', keptBy: 'nothing: a count of polls' },
];

/** The files with a line that matches, once for each such line. */
function filesWith(line: RegExp): string[] {
	const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' });
	const sources = files.filter((file) => file.endsWith('.ts') && !file.includes('vendor'));

	return sources.flatMap((file) => {
		const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');

		return lines.filter((text) => line.test(text)).map(() => file.replaceAll('\\', '/'));
	});
}

describe('what items of all runs share', () => {
	it('is held by the locks of this list, each with its key', () => {
		expect(filesWith(LOCK).sort()).toEqual(LOCKS.map(({ file }) => file));
	});

	it('is kept in the memories of this list, each with its key', () => {
		expect(filesWith(MEMORY).sort()).toEqual(MEMORIES.map(({ file }) => file));
	});
});

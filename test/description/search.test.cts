import codex from '../../nodes/Vitally/Vitally.node.json';

/** n8n searches the aliases of a node beside its name; the check of the editor tries the words in n8n itself. */
it.each([
	...['sync accounts', 'update account', 'update account trait', 'create task', 'company'],
	...['contact', 'customer', 'renewal', 'churn', 'create note', 'custom object', 'meeting'],
	...['conversation', 'survey', 'segment', 'NPS detractor', 'health score dropped'],
])('an alias of the Vitally node has the words "%s"', (words) => {
	expect(codex.alias.filter((alias) => alias.includes(words))).not.toEqual([]);
});

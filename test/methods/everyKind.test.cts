import { TRAIT_MODELS } from '../../nodes/Vitally/operations/body/traitDefinitions';
import { searchMethodOf } from '../../nodes/Vitally/records/recordType';
import { RECORD_TYPES } from '../../nodes/Vitally/resources/recordTypes';
import type { TraitModel } from '../../sandbox/state/customFields.cts';
import { searchList } from '../engine/listSearch.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { differencesOfSets, SAME_SET } from '../fixtures/differences.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { defineTrait } from '../fixtures/traitDefinitions.cts';

/** How a person tells the records of a kind apart in its list: the text of one record. */
const LABELS = [
	{ kind: 'account', id: 'acc-1', label: 'Account 1 (A1)' },
	{ kind: 'admin', id: 'admin-2', label: 'Renewals Lead (renewals@team.example)' },
	{ kind: 'conversation', id: 'c-1', label: 'Subject of c-1 (T1)' },
	{ kind: 'conversation', id: 'c-2', label: 'Subject of c-2' },
	{ kind: 'customObject', id: 'obj-1', label: 'Deal' },
	{ kind: 'customObjectInstance', id: 'i-1', label: 'Name of i-1 (I1)' },
	{ kind: 'meeting', id: 'm-1', label: 'Title of m-1 (2026-01-01)' },
	{ kind: 'note', id: 'n-1', label: 'Subject of n-1 (2026-01-01)' },
	{ kind: 'noteCategory', id: 'review', label: 'Review' },
	{ kind: 'npsResponse', id: 'nps-1', label: '8 (2026-01-01)' },
	{ kind: 'organization', id: 'org-1', label: 'Group 1 (O1)' },
	{ kind: 'project', id: 'p-1', label: 'Name of p-1' },
	{ kind: 'projectCategory', id: 'cat-2', label: 'Renewal' },
	{ kind: 'projectTemplate', id: 'tpl-2', label: 'Renewal template' },
	{ kind: 'task', id: 't-1', label: 'Name of t-1 (K1)' },
	{ kind: 'task', id: 't-2', label: 'Name of t-2' },
	{ kind: 'taskCategory', id: 'task-tier', label: 'Tier' },
	{ kind: 'user', id: 'user-1', label: 'Office Manager (office@customer.example)' },
	{ kind: 'user', id: 'user-2', label: 'Office Manager' },
];

/** The resources with traits, and the names under which the docs of the API define the traits. */
const MODELS: Array<{ resource: string; model: TraitModel }> = [
	{ resource: 'account', model: 'accounts' },
	{ resource: 'conversation', model: 'conversations' },
	{ resource: 'note', model: 'notes' },
	{ resource: 'organization', model: 'organizations' },
	{ resource: 'project', model: 'projects' },
	{ resource: 'task', model: 'tasks' },
	{ resource: 'user', model: 'users' },
];

describe('the lists of the editor, kind by kind', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it('have a row in this suite for each kind that has a list', () => {
		const kinds = RECORD_TYPES.filter(({ pickList }) => pickList).map(({ name }) => name);

		expect(differencesOfSets(new Set(LABELS.map(({ kind }) => kind)), kinds)).toEqual(SAME_SET);
	});

	it.each(LABELS)('call the $kind $id: $label', async ({ kind, id, label }) => {
		const type = RECORD_TYPES.find(({ name }) => name === kind);
		if (!type) throw new Error(`There is no kind ${kind}`);

		addAllResources(sandbox());
		const { results } = await searchList(sandbox(), searchMethodOf(type), {
			filter: '',
			parameters: { resource: kind, customObjectId: byId('obj-1') },
		});

		expect(results.find(({ value }) => value === id)?.name).toBe(label);
	});

	it('have a row in this suite for each resource with traits, besides custom objects', () => {
		const resources = Object.keys(TRAIT_MODELS).filter((name) => name !== 'customObjectInstance');

		expect(
			differencesOfSets(
				MODELS.map(({ resource }) => resource),
				resources,
			),
		).toEqual(SAME_SET);
	});

	it.each(MODELS)(
		'offer for a $resource the traits of $model alone',
		async ({ resource, model }) => {
			for (const other of MODELS) defineTrait(sandbox(), other.model, { model: other.model });

			const { results } = await searchList(sandbox(), 'searchTraits', {
				filter: '',
				parameters: { resource },
			});

			expect(results.map(({ value }) => value)).toEqual([model]);
		},
	);
});

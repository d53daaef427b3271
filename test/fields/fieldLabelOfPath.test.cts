import { optionsField } from '../../nodes/Vitally/fields/collections';
import { fieldLabelOfPath } from '../../nodes/Vitally/fields/fieldLabelOfPath';
import { rowsProperty, textProperty } from '../../nodes/Vitally/fields/properties';
import { resultOf } from '../errors/thrownError.cts';

const from = [textProperty('From: Role', 'from'), textProperty('From: User', 'fromId')];
const values = [...from, textProperty('Text', 'text')];
const fields = [
	textProperty('Name', 'name'),
	textProperty('Account', 'accountId'),
	textProperty('Status by ID', 'statusId'),
	textProperty('Status', 'status'),
	textProperty('Assignee', 'assignedToId'),
	textProperty('Responsible', 'ownerId'),
	textProperty('Owner', 'otherName'),
	textProperty('Description', 'taskDescription'),
	rowsProperty('Messages', 'messages', {
		options: [{ displayName: 'Message', name: 'message', values }],
	}),
	optionsField([textProperty('Tags', 'tags')]),
];

describe('fieldLabelOfPath', () => {
	it.each([
		['name', "'Name'"],
		['account.id', "'Account'"],
		['description', "'Description'"],
		['account', "'Account'"],
		['messages.0.from', "'Messages' 1, 'From'"],
		['tags.0', "'Tags' 1"],
		['tags.1', "'Tags' 2"],
		['tags.999999999', "'Tags' 1000000000"],
		['tags.1000000000', "'Tags'"],
		['tags.1x', "'Tags'"],
		['status', "'Status'"],
		['statusId', "'Status by ID'"],
		// The field of an ID comes before one that is only called so.
		['assignedTo', "'Assignee'"],
		['assignedTo.id', "'Assignee'"],
		['assignedToId', "'Assignee'"],
		['owner.id', "'Responsible'"],
		['otherName', "'Owner'"],
		['traits.plan', "the trait 'plan'"],
		['traits.0', "the trait '0'"],
		['messages', "'Messages'"],
		['messages.0.text', "'Messages' 1, 'Text'"],
		['messages.11.from.id', "'Messages' 12, 'From'"],
		['messages.0.other.id', "'Messages' 1, other.id"],
		['messages.text', "'Messages', 'Text'"],
		['name.1234567890', "'Name'"],
		['traits.vitally.custom.plan', "the trait 'vitally.custom.plan'"],
		['traits', undefined],
		['options', "'Options'"],
		['other', undefined],
		['text', undefined],
	])('names %s by the labels of the editor: %s', (path, label) => {
		expect(resultOf(() => fieldLabelOfPath(fields, path.split('.')))).toBe(label);
	});
});

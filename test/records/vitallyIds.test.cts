import { isVitallyId, type RecordType } from '../../nodes/Vitally/records/recordType';
import { mayBeName, type Selection } from '../../nodes/Vitally/records/resolveId';
import { accountType, noteType } from '../../nodes/Vitally/resources/recordTypes';

const ID = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';

describe('isVitallyId', () => {
	it.each([
		{ form: 'small letters', value: ID },
		{ form: 'capitals', value: ID.toUpperCase() },
		{ form: 'blanks around it', value: ` ${ID} ` },
		{ form: 'a line break behind it', value: `${ID}\n` },
	])('recognizes a Vitally ID with $form', ({ value }) => {
		expect({ isVitallyId: isVitallyId(value) }).toEqual({ isVitallyId: true });
	});

	it.each([
		{ form: 'no hyphens', value: ID.replaceAll('-', '') },
		{ form: 'braces', value: `{${ID}}` },
		{ form: 'a character too few', value: ID.slice(0, -1) },
		{ form: 'a character too many', value: `${ID}0` },
		{ form: 'a word before it', value: `id ${ID}` },
		{ form: 'a letter that is no digit', value: ID.replace('4', 'g') },
		{ form: 'a list around it', value: [ID] },
		{ form: 'nothing', value: undefined },
	])('recognizes none in a value with $form', ({ value }) => {
		expect({ isVitallyId: isVitallyId(value) }).toEqual({ isVitallyId: false });
	});
});

describe('what a model enters for a record', () => {
	const entered: Selection = { mode: 'externalId', value: 'Acme', entered: 'id' };

	it("may be its name where it is a text under 'By ID' of a tool", () => {
		const isName = mayBeName({ isTool: true }, accountType, entered);

		expect({ mayBeName: isName }).toEqual({ mayBeName: true });
	});

	it.each<{ what: string; isTool?: boolean; type?: RecordType; selection: Selection }>([
		{ what: 'a text in a column of a tool', selection: { ...entered, entered: 'column' } },
		{
			what: "a text under 'By External ID' of a tool",
			selection: { mode: 'externalId', value: 'Acme' },
		},
		{ what: "a Vitally ID under 'By ID' of a tool", selection: { ...entered, value: ID } },
		{ what: "a text under 'By ID' of a node", isTool: false, selection: entered },
		{ what: 'a text for a kind of record without names', type: noteType, selection: entered },
		{ what: 'a record from the list', selection: { mode: 'list', value: 'Acme' } },
	])('counts as no name where it is $what', ({ isTool = true, type = accountType, selection }) => {
		const isName = mayBeName({ isTool }, type, selection);

		expect({ mayBeName: isName }).toEqual({ mayBeName: false });
	});
});

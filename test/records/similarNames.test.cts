import type { NamedRecord, RecordIndex } from '../../nodes/Vitally/records/recordIndex';
import type { RecordList } from '../../nodes/Vitally/records/recordList';
import { formatRecords, suggestSimilarNames } from '../../nodes/Vitally/records/similarNames';

const LIST = { plural: 'accounts' } as RecordList;

/** What is suggested for a name, where the list has accounts with these names. */
function suggest(name: string, names: string[]): string {
	const records = names.map((known, index): [string, NamedRecord] => [
		`id-${index + 1}`,
		{ name: known },
	]);
	const index = {
		findByTextInName: (part: string) =>
			new Map(records.filter(([, { name: known }]) => known.includes(part))),
	} as unknown as RecordIndex;

	return suggestSimilarNames(index, LIST, name);
}

describe('the records with similar names', () => {
	it.each([
		{
			what: 'the names that contain the whole text',
			name: 'Birch Health',
			names: ['Birch Health Ltd', 'Birch Farm'],
			text: 'Accounts with "Birch Health" in their name: Birch Health Ltd (id-1). ',
		},
		{
			what: 'the names that contain the first part of it, where none has all',
			name: 'Birch Hospital',
			names: ['Birch Health', 'Hospital North'],
			text: 'Accounts with "Birch" in their name: Birch Health (id-1). ',
		},
		{
			what: 'the names that contain a later part, where none has the first one',
			name: 'Oak Hospital',
			names: ['Birch Health', 'Hospital North'],
			text: 'Accounts with "Hospital" in their name: Hospital North (id-2). ',
		},
		{
			what: 'the names that contain a part of three characters',
			name: 'Oak Ltd',
			names: ['Birch Ltd'],
			text: 'Accounts with "Ltd" in their name: Birch Ltd (id-1). ',
		},
		{
			what: 'no names that contain a part of two characters',
			name: 'Oak AG',
			names: ['Birch AG'],
			text: '',
		},
		{
			what: 'the names that contain a part between a comma and a semicolon',
			name: 'Oak,Birch;Elm',
			names: ['Birch'],
			text: 'Accounts with "Birch" in their name: Birch (id-1). ',
		},
		{
			what: 'the names that contain the text without the blanks around it',
			name: ' Birch ',
			names: ['Birch'],
			text: 'Accounts with "Birch" in their name: Birch (id-1). ',
		},
		{
			what: 'the names that contain the tenth part',
			name: 'p01 p02 p03 p04 p05 p06 p07 p08 p09 Birch',
			names: ['Birch'],
			text: 'Accounts with "Birch" in their name: Birch (id-1). ',
		},
		{
			what: 'no names that contain the eleventh part',
			name: 'p01 p02 p03 p04 p05 p06 p07 p08 p09 p10 Birch',
			names: ['Birch'],
			text: '',
		},
	])('have in an error $what', ({ name, names, text }) => {
		expect(suggest(name, names)).toBe(text);
	});

	it.each([
		{ count: 5, suffix: '' },
		{ count: 6, suffix: ' and 1 more' },
		{ count: 7, suffix: ' and 2 more' },
	])('stand in an error up to the fifth of $count', ({ count, suffix }) => {
		const records = Array.from({ length: count }, (_, index): [string, NamedRecord] => [
			`id-${index + 1}`,
			{ name: 'Twin' },
		]);

		expect(formatRecords(records)).toBe(
			`Twin (id-1), Twin (id-2), Twin (id-3), Twin (id-4), Twin (id-5)${suffix}`,
		);
	});

	it.each([
		{ record: 'with an External ID', externalId: 'crm-1', text: 'Birch (crm-1, id-1)' },
		{ record: 'without an External ID', externalId: undefined, text: 'Birch (id-1)' },
		{ record: 'with an External ID that is empty', externalId: '', text: 'Birch (id-1)' },
	])('have in an error both IDs of a record $record', ({ externalId, text }) => {
		expect(formatRecords([['id-1', { name: 'Birch', externalId }]])).toBe(text);
	});
});

import { Namesakes } from '../../nodes/Vitally/sync/reading/namesakes';

const E_ACUTE = 'é';
const E_AND_ACCENT = 'e\u0301';

describe('a new record with the name of another one', () => {
	/** The ID of the record with the name of a new one. */
	const namesakeOf = (name: string, records: Array<Record<string, string | null>>) => {
		const namesakes = new Namesakes();

		for (const record of records) namesakes.note(record);

		return namesakes.mark({ index: 0, result: 'created', name, externalId: 'new' }).namesake;
	};

	it.each([
		{ difference: 'nothing', inVitally: 'Acme', inRow: 'Acme' },
		{ difference: 'capitals in Vitally', inVitally: 'ACME', inRow: 'Acme' },
		{ difference: 'capitals in the row', inVitally: 'Acme', inRow: 'ACME' },
		{ difference: 'blanks around it in Vitally', inVitally: ' Acme ', inRow: 'Acme' },
		{ difference: 'blanks around it in the row', inVitally: 'Acme', inRow: '\tAcme ' },
		{
			difference: 'the form of an accent in Vitally',
			inVitally: `Caf${E_AND_ACCENT}`,
			inRow: `Caf${E_ACUTE}`,
		},
		{
			difference: 'the form of an accent in the row',
			inVitally: `Caf${E_ACUTE}`,
			inRow: `Caf${E_AND_ACCENT}`,
		},
	])('has the External ID of that record, where they differ by $difference', (row) => {
		const records = [{ name: row.inVitally, externalId: 'a1', id: 'v1' }];

		expect({ namesake: namesakeOf(row.inRow, records) }).toEqual({ namesake: 'a1' });
	});

	it.each([
		{ externalId: null, shown: 'null' },
		{ externalId: '', shown: 'an empty text' },
	])('has the Vitally ID of a record whose External ID is $shown', ({ externalId }) => {
		const records = [{ name: 'Acme', externalId, id: 'v1' }];

		expect({ namesake: namesakeOf('Acme', records) }).toEqual({ namesake: 'v1' });
	});

	it('has the ID of the first of several records with the name', () => {
		const records = [
			{ name: 'Acme', externalId: 'first' },
			{ name: 'ACME', externalId: 'second' },
		];

		expect({ namesake: namesakeOf('Acme', records) }).toEqual({ namesake: 'first' });
	});

	it.each([
		{ what: 'with another name', record: { name: 'Acme 2', externalId: 'a1' } },
		{ what: 'with a blank name', record: { name: ' ', externalId: 'a1' } },
		{ what: 'without a name', record: { name: null, externalId: 'a1' } },
		{ what: 'with its External ID', record: { name: 'Acme', externalId: 'new' } },
	])('has no ID of a record $what', ({ record }) => {
		expect({ namesake: namesakeOf('Acme', [record]) }).toEqual({ namesake: undefined });
	});
});

import { readLocator } from '../../nodes/Vitally/fields/locators';
import { parameterOf, requiredLocator } from '../../nodes/Vitally/records/recordType';
import { RECORD_TYPES } from '../../nodes/Vitally/resources/recordTypes';

/** Every way to pick a record, by the kind of record. */
const MODES: Record<string, string> = {
	account: 'list id externalId name url',
	admin: 'list email id name',
	conversation: 'list id externalId url',
	customObject: 'list id name url',
	customObjectInstance: 'list id externalId name url',
	meeting: 'list id externalId url',
	message: 'id url',
	note: 'list id externalId url',
	noteCategory: 'list id name',
	npsResponse: 'list id externalId url',
	organization: 'list id externalId name url',
	project: 'list id name url',
	projectCategory: 'list id name',
	projectTemplate: 'list id name url',
	task: 'list id externalId name url',
	user: 'list email id externalId name url',
	taskCategory: 'list id name',
};

const ROWS = RECORD_TYPES.map((type) => [type.name, type] as const);

describe('a field that picks a record', () => {
	it('has a line in the table of this file', () => {
		const missing = ROWS.filter(([name]) => !(name in MODES));
		expect(missing.map(([name]) => `add ${name} to MODES in this file`)).toEqual([]);
	});

	it.each(ROWS)('%s offers the ways that the kind has', (name, type) => {
		const modes = requiredLocator(type).modes ?? [];
		expect(modes.map((mode) => mode.name).join(' ')).toBe(MODES[name]);
	});

	it.each(ROWS)('%s accepts the modes that it offers, and no other', (name, type) => {
		const read = (mode: string) => {
			const param = () => ({ __rl: true, mode, value: 'x' });
			return readLocator({ timeZone: 'UTC', param }, parameterOf(type), type);
		};
		for (const mode of ['email', 'name', 'url']) {
			if (MODES[name]?.split(' ').includes(mode)) expect(read(mode)).toEqual({ mode, value: 'x' });
			else expect(() => read(mode)).toThrow('does not say which record to use');
		}
		expect(() => read('path')).toThrow('does not say which record to use');
	});
});

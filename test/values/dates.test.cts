import { tryToParseDateTime } from 'n8n-workflow';

import {
	calendarDate,
	dayOfTime,
	utcDateTime,
	withoutMidnight,
} from '../../nodes/Vitally/values/dates';
import { errorOf, resultOf } from '../errors/thrownError.cts';
import { fieldError, notDateError } from '../errors/valueErrors.cts';

const ZONES = ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Kolkata'];

describe('calendarDate', () => {
	const texts = [
		'2026-03-01',
		'2026-03-01T23:59:59.999',
		'2026-03-01T23:30:00+02:00',
		'2026-03-01T00:30:00-11:00',
		'2026-03-01 08:00:00',
		' 2026-03-01 ',
		'20260301',
		'2026-03-01T10',
		'2026-03-01T1030',
		'20260301T103000,5+0530',
		'2026-03-01 23:30:00 +02:00',
		'2026-03-01T23:30:00+14:00',
		'2026-03-01T00:30:00-09:30',
		'2026-03-01t10:00:00z',
	];

	it.each(ZONES.flatMap((zone) => texts.map((text) => ({ zone, text }))))(
		'keeps the date as it is written in $text, whatever the zone of the workflow: $zone',
		({ zone, text }) => {
			expect(resultOf(() => calendarDate(text, 'Start', zone))).toBe('2026-03-01');
		},
	);

	it.each([
		'12',
		'2026-5-1',
		'2026-02-30',
		'2026-03-01T10:00+99:99',
		'2026-03-01T10:00+25',
		'2026-03-01T10:00+15:00',
		'2026-03-01T10:00+01:60',
		'on 2026-03-01',
		'2026-03-01 or later',
		20260301,
		{},
	])('rejects %j with the name of its field', (value) => {
		expect(errorOf(() => calendarDate(value, 'Start', 'UTC'))).toEqual(
			notDateError('Start', JSON.stringify(value)),
		);
	});
});

describe('a date that is not entered as text', () => {
	const readers = [
		{ kind: 'a date', read: calendarDate, sent: '2026-03-01' },
		{ kind: 'a time', read: utcDateTime, sent: '2026-03-01T00:00:00.000Z' },
	];

	it.each(readers)('becomes $kind also within a list of a single date', ({ read, sent }) => {
		expect(resultOf(() => read(['2026-03-01'], 'Start', 'UTC'))).toBe(sent);
		expect(read([new Date('2026-03-01')], 'Start', 'UTC')).toBe(sent);
	});

	const noDates = [
		['12'],
		[5],
		['2026-02-30'],
		['2026-03-01', '2026-03-02'],
		[],
		new Uint8Array([1, 2]),
		new Number(5),
		new Date(NaN),
		{ date: '2026-03-01' },
	];

	it.each(readers.flatMap((reader) => noDates.map((value) => ({ ...reader, value }))))(
		'rejects $value as $kind, with the name of its field',
		({ read, value }) => {
			expect(errorOf(() => read(value, 'Start', 'UTC'))).toEqual(
				notDateError('Start', JSON.stringify(value)),
			);
		},
	);

	it.each([
		{ value: 46205, number: '46205' },
		{ value: '46205', number: '46205' },
		{ value: [46205.75], number: '46205.75' },
		{ value: 36526, number: '36526', day: '2000-01-01' },
		{ value: 73050, number: '73050', day: '2099-12-31' },
	])('names the day that Excel stores as $value', ({ value, number, day = '2026-07-02' }) => {
		expect(errorOf(() => calendarDate(value, 'Start', 'UTC'))).toEqual(
			notDateError(
				'Start',
				JSON.stringify(value),
				`Format the column as text in the spreadsheet, which stores ${day} as the number ${number}. `,
			),
		);
	});
});

describe('a date whose day and month may be in either order', () => {
	const dateErrorOf = (value: unknown) => errorOf(() => calendarDate(value, 'Start', 'UTC'));

	it.each(['03/04/2027', ' 3/4/2027', ['03/04/2027']])('names both days for %j', (value) => {
		expect(dateErrorOf(value)).toEqual(
			fieldError(
				'Start',
				`The value ${JSON.stringify(value)} of 'Start' could be 4 March or 3 April`,
				"Enter the expression {{ $json['column']?.toDateTime('M/d/yyyy').toISODate() ?? $json['column'] }} for 4 March, or {{ $json['column']?.toDateTime('d/M/yyyy').toISODate() ?? $json['column'] }} for 3 April. Or write the date as '2027-03-04'.",
			),
		);
	});

	it.each([
		{ value: '31.12.2027', format: 'd.M.yyyy', day: '31 December', date: '2027-12-31' },
		{ value: '12-31-2027', format: 'M-d-yyyy', day: '31 December', date: '2027-12-31' },
		{ value: '4/4/2027', format: 'M/d/yyyy', day: '4 April', date: '2027-04-04' },
		{ value: '29/2/2028', format: 'd/M/yyyy', day: '29 February', date: '2028-02-29' },
	])('names the only day that $value can be', ({ value, format, day, date }) => {
		expect(dateErrorOf(value)).toEqual(
			fieldError(
				'Start',
				`The value "${value}" of 'Start' is not a date`,
				`Enter the expression {{ $json['column']?.toDateTime('${format}').toISODate() ?? $json['column'] }} for ${day}. Or write the date as '${date}'.`,
			),
		);
	});

	it.each([
		{ value: '29/2/2027', reason: 'is no day of a year without 29 February' },
		{ value: '31/4/2027', reason: 'is a day that April does not have' },
		{ value: '13/13/2027', reason: 'is in a month that no year has' },
		{ value: '0/5/2027', reason: 'is before the first day of a month' },
		{ value: '03/04/27', reason: 'has a year of two digits' },
		{ value: '03/04.2027', reason: 'has two separators' },
		{ value: '03 04 2027', reason: 'has blanks as separators' },
		{ value: '003/04/2027', reason: 'has a day of three digits' },
		{ value: 'on 03/04/2027', reason: 'has a word before it' },
		{ value: '03/04/2027 10:00', reason: 'has a time behind it' },
	])('advises no day for "$value", which $reason', ({ value }) => {
		expect(dateErrorOf(value)).toEqual(notDateError('Start', JSON.stringify(value)));
	});

	describe('whatever the zone of the machine', () => {
		const { TZ } = process.env;

		afterAll(() => {
			if (TZ === undefined) delete process.env.TZ;
			else process.env.TZ = TZ;
		});

		const days = [
			{ value: '30.04.2027', label: '30 April' },
			{ value: '31.12.2027', label: '31 December' },
			{ value: '1.1.2027', label: '1 January' },
			{ value: '4.4.2027', label: '4 April' },
		];

		it.each(
			['America/Los_Angeles', 'Pacific/Kiritimati', 'UTC'].flatMap((zone) =>
				days.map((day) => ({ zone, ...day })),
			),
		)('names $label for "$value" with the machine in $zone', ({ zone, value, label }) => {
			process.env.TZ = zone;

			expect(String(dateErrorOf(value).description)).toContain(` for ${label}. Or write the date`);
		});

		it('names the first days of two months with the machine west of UTC', () => {
			process.env.TZ = 'America/Los_Angeles';

			expect(dateErrorOf('01/04/2027').message).toBe(
				`The value "01/04/2027" of 'Start' could be 4 January or 1 April`,
			);
		});
	});
});

describe('a number in place of a date', () => {
	it.each([
		{ value: '1767225600000', unit: 'milliseconds', method: 'fromMillis' },
		{ value: 1767225600, unit: 'seconds', method: 'fromSeconds' },
		{ value: 946684800, unit: 'seconds', method: 'fromSeconds', day: '2000-01-01' },
		{ value: 4102444800, unit: 'seconds', method: 'fromSeconds', day: '2100-01-01' },
	])('gets advice for $unit since 1970: $value', ({ value, unit, method, day = '2026-01-01' }) => {
		expect(errorOf(() => calendarDate(value, 'Start', 'UTC'))).toEqual(
			notDateError(
				'Start',
				JSON.stringify(value),
				`Convert the number with the expression {{ Number($json['column']) ? DateTime.${method}(Number($json['column']), { zone: 'utc' }) : $json['column'] }}: it is ${day}T00:00:00.000Z in ${unit} since 1970. `,
			),
		);
	});

	it.each([12, 2026, 36525, 73051, 20260301, 946684799, 4102444801, 1e15])(
		'gets no such advice when it is no time since 1970: %d',
		(value) => {
			expect(errorOf(() => calendarDate(value, 'Start', 'UTC'))).toEqual(
				notDateError('Start', JSON.stringify(value)),
			);
		},
	);
});

describe('calendarDate of a database, which n8n returns as midnight', () => {
	const { TZ } = process.env;

	afterAll(() => {
		if (TZ === undefined) delete process.env.TZ;
		else process.env.TZ = TZ;
	});

	const zones = [
		'UTC',
		'America/New_York',
		'America/Los_Angeles',
		'Europe/Berlin',
		'Asia/Tokyo',
		'Pacific/Auckland',
	];
	const midnight = (day: string, zone: string) => tryToParseDateTime(day, zone).toJSDate();

	it.each(zones.flatMap((process) => zones.map((workflow) => [process, workflow])))(
		'returns the day that it was, with the process in %s and the workflow in %s',
		(processZone, workflowZone) => {
			process.env.TZ = processZone;

			for (const day of ['2026-03-01', '2026-03-29', '2026-12-31']) {
				for (const zone of ['UTC', processZone, workflowZone]) {
					const date = midnight(day, zone);

					expect({
						zone,
						ofDate: calendarDate(date, 'Start', workflowZone),
						ofJson: calendarDate(date.toJSON(), 'Start', workflowZone),
					}).toEqual({ zone, ofDate: day, ofJson: day });
				}
			}
		},
	);

	it("prefers the process's zone where it is midnight in that of the workflow too", () => {
		process.env.TZ = 'Pacific/Honolulu';
		const date = midnight('2026-03-01', 'Pacific/Honolulu');

		expect(resultOf(() => calendarDate(date, 'Start', 'Pacific/Kiritimati'))).toBe('2026-03-01');
	});

	it.each([
		{ text: '2026-02-28T23:00:00.000Z', day: '2026-03-01' },
		{ text: '2026-02-28T23:00:00Z', day: '2026-02-28' },
		{ text: '2026-02-28T23:00:00.000+00:00', day: '2026-02-28' },
		{ text: '2026-02-28T23:00:00.000000Z', day: '2026-02-28' },
	])('reads $text as $day: only JavaScript writes a date as the first', ({ text, day }) => {
		process.env.TZ = 'Asia/Tokyo';

		expect(resultOf(() => calendarDate(text, 'Start', 'Europe/Berlin'))).toBe(day);
	});

	it.each([
		{ zone: 'UTC', day: '2026-02-28' },
		{ zone: 'Asia/Tokyo', day: '2026-03-01' },
		{ zone: 'America/New_York', day: '2026-02-28' },
	])(
		'returns the own day of a date of an expression in $zone, at midnight of the workflow',
		({ zone, day }) => {
			process.env.TZ = 'UTC';
			const date = midnight('2026-03-01', 'Europe/Berlin');
			const dateOfExpression = tryToParseDateTime(date.toISOString(), 'UTC').setZone(zone);

			expect(resultOf(() => calendarDate(dateOfExpression, 'Start', 'Europe/Berlin'))).toBe(day);
		},
	);

	/** No midnight in the zones of the tests below. */
	const time = new Date('2026-03-01T23:30:00.000Z');

	it.each([
		{ zone: 'Europe/Berlin', day: '2026-03-02' },
		{ zone: 'America/New_York', day: '2026-03-01' },
	])('returns the day that any other time is in the zone of the workflow: $zone', (row) => {
		process.env.TZ = 'Asia/Tokyo';

		expect({ day: calendarDate(time, 'Start', row.zone) }).toEqual({ day: row.day });
	});

	it('returns the day that is written in the JSON of any other time', () => {
		process.env.TZ = 'Asia/Tokyo';

		expect({ day: calendarDate(time.toJSON(), 'Start', 'Europe/Berlin') }).toEqual({
			day: '2026-03-01',
		});
	});
});

describe('withoutMidnight', () => {
	it.each([
		'2026-03-01T00:00Z',
		'2026-03-01T00:00:00Z',
		'2026-03-01T00:00:00.0Z',
		'2026-03-01T00:00:00.000Z',
		'2026-03-01T00:00:00.000000Z',
		'2026-03-01',
	])('returns the day alone of %s', (text) => {
		expect(withoutMidnight(text)).toBe('2026-03-01');
	});

	it.each([
		'2026-03-01T00:00:00.001Z',
		'2026-03-01T00:01:00Z',
		'2026-03-01T12:00:00Z',
		'2026-03-01T00:00:00+02:00',
		'2026-03-01T00:00:00',
		'from 2026-03-01T00:00:00Z',
		'',
	])('returns %j as it is', (text) => {
		expect(withoutMidnight(text)).toBe(text);
	});
});

describe('dayOfTime', () => {
	it.each([
		{ zone: 'UTC', day: '2026-03-01' },
		{ zone: 'Europe/Berlin', day: '2026-03-02' },
		{ zone: 'America/Los_Angeles', day: '2026-03-01' },
	])('returns the day that a time is in $zone', ({ zone, day }) => {
		expect(dayOfTime(Date.UTC(2026, 2, 1, 23, 30), zone)).toBe(day);
	});

	it('returns the day of 1970 for the time 0', () => {
		expect(dayOfTime(0, 'UTC')).toBe('1970-01-01');
	});

	it('returns no day for no time', () => {
		expect({ day: dayOfTime(undefined, 'UTC') }).toEqual({ day: undefined });
	});
});

describe('utcDateTime', () => {
	it.each([
		{
			what: 'a time with an offset',
			time: '2026-03-01T23:30:00+02:00',
			utc: '2026-03-01T21:30:00.000Z',
		},
		{
			what: 'milliseconds',
			time: '2026-03-01T10:00:00.250Z',
			utc: '2026-03-01T10:00:00.250Z',
		},
		{ what: 'a Date', time: new Date(0), utc: '1970-01-01T00:00:00.000Z' },
	])('writes the moment in UTC, whatever the zone of the workflow: $what', ({ time, utc }) => {
		expect(resultOf(() => utcDateTime(time, 'Call', 'Asia/Kolkata'))).toBe(utc);
	});

	it.each([
		{ season: 'winter', time: '2026-01-15T12:00:00', utc: '2026-01-15T11:00:00.000Z' },
		{ season: 'summer', time: '2026-07-15T12:00:00', utc: '2026-07-15T10:00:00.000Z' },
	])("reads a time of $season without zone in the workflow's zone", ({ time, utc }) => {
		expect(resultOf(() => utcDateTime(time, 'Call', 'Europe/Berlin'))).toBe(utc);
	});

	it.each(['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.000Z'])(
		'keeps the first and the last year: %s',
		(value) => expect(resultOf(() => utcDateTime(value, 'Call', 'UTC'))).toBe(value),
	);

	it.each([
		'0000-01-01',
		'0000-12-31T23:00:00-02:00',
		'0001-01-01T00:00:00+02:00',
		'9999-12-31T23:00:00-05:00',
	])('rejects a year without four digits, in its zone or in UTC: %s', (value) => {
		expect(errorOf(() => utcDateTime(value, 'Call', 'UTC'))).toEqual(
			notDateError('Call', `"${value}"`),
		);
	});
});

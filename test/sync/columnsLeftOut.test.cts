import type { LeftOut } from '../../nodes/Vitally/fields/traits/traitMapping';
import { describeColumnsLeftOut } from '../../nodes/Vitally/sync/report/describeColumnsLeftOut';

const CREATED: LeftOut = { reason: 'no such trait', remedy: 'createTrait' };
const RENAMED: LeftOut = { reason: 'similar to Plan', remedy: 'rename' };
const NEVER: LeftOut = { reason: "Vitally's API cannot assign a CSM" };

const CREATES = "'Columns Without Trait' creates";
const CHOOSE = "or choose 'Map Each Column Manually'";

describe('the text about columns that are left out', () => {
	/** The text about columns that are left out for one reason. */
	const textOf = (names: string[], leftOut: LeftOut, options = { showsAdvice: true }) =>
		describeColumnsLeftOut(new Map(names.map((name) => [name, leftOut])), options);

	it.each([
		{
			why: 'no trait is there',
			leftOut: CREATED,
			ofA: `Left out, no such trait: A (${CREATES} it).`,
			ofBoth: `Left out, no such trait: A, B (${CREATES} them).`,
		},
		{
			why: 'a trait has almost this name',
			leftOut: RENAMED,
			ofA: `Left out. A: similar to Plan; rename it, ${CHOOSE}.`,
			ofBoth: `Left out. A: similar to Plan; B: similar to Plan; rename them, ${CHOOSE}.`,
		},
		{
			why: 'nothing maps it',
			leftOut: NEVER,
			ofA: "Left out. A: Vitally's API cannot assign a CSM.",
			ofBoth:
				"Left out. A: Vitally's API cannot assign a CSM. B: Vitally's API cannot assign a CSM.",
		},
	])('names one column and two of them where $why', ({ leftOut, ofA, ofBoth }) => {
		expect({ ofA: textOf(['A'], leftOut), ofBoth: textOf(['A', 'B'], leftOut) }).toEqual({
			ofA,
			ofBoth,
		});
	});

	it.each([
		{ why: 'no trait is there', leftOut: CREATED, text: 'Left out: A.' },
		{
			why: 'a trait has almost this name',
			leftOut: RENAMED,
			text: 'Left out. A: similar to Plan.',
		},
		{
			why: 'nothing maps it',
			leftOut: NEVER,
			text: "Left out. A: Vitally's API cannot assign a CSM.",
		},
	])('gives no advice to a person who approves changes, where $why', ({ leftOut, text }) => {
		expect(textOf(['A'], leftOut, { showsAdvice: false })).toBe(text);
	});

	it.each([
		{
			why: 'no trait is there',
			leftOut: CREATED,
			text: `Left out, no such trait: "A, B" (${CREATES} it).`,
		},
		{
			why: 'a trait has almost this name',
			leftOut: RENAMED,
			text: `Left out. "A, B": similar to Plan; rename it, ${CHOOSE}.`,
		},
		{
			why: 'nothing maps it',
			leftOut: NEVER,
			text: `Left out. "A, B": Vitally's API cannot assign a CSM.`,
		},
	])('has in quotes a column with a comma in its name, where $why', ({ leftOut, text }) => {
		expect(textOf(['A, B'], leftOut)).toBe(text);
	});
});

import { notObservable, type WriteFact } from '../fact.cts';
import { CREATION_FACTS } from './creationFacts.cts';
import { DELETION_FACTS } from './deletionFacts.cts';
import { UPDATE_FACTS } from './updateFacts.cts';

const MILESTONE_FACT: WriteFact = {
	id: 'V43',
	statement: 'A task can be linked to a milestone of a project by its name',
	section: 'service.md, Projects',
	ifItDiffers: 'The milestone is not set; resources/project/taskLink.ts.',
	ask: async () =>
		notObservable('a project comes from a template, whose tasks may notify the people they name'),
};

/** The facts in the order in which they are asked: a later fact relies on the records of those before it. */
export const WRITE_FACTS: readonly WriteFact[] = [
	...CREATION_FACTS,
	...UPDATE_FACTS,
	...DELETION_FACTS,
	MILESTONE_FACT,
];

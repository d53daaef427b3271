import { CannotRunError } from './environment.cts';
import { ANALYTICS_FACT } from './facts/analyticsFact.cts';
import { HEALTH_FACT } from './facts/healthFact.cts';
import { READ_FACTS } from './facts/read/readFacts.cts';
import { WRITE_FACTS } from './facts/write/writeFacts.cts';

/** The facts that a run asks. */
export interface FactSelection {
	/** Whether to create a throw-away account. */
	writes?: boolean;
	/** Whether to read health scores and segments a second time, some minutes later. */
	health?: boolean;
	/** IDs of the facts to ask; all when absent. */
	only?: string[];
}

const IDS_OF_WRITE_FACTS = [...WRITE_FACTS, ANALYTICS_FACT].map(({ id }) => id);
const IDS_OF_READ_FACTS = [...READ_FACTS, HEALTH_FACT].map(({ id }) => id);

/** @throws CannotRunError for a fact that there is not, or that would not be asked */
export function assertFactsCanBeAsked({ only = [], writes, health }: FactSelection): void {
	const known = [...IDS_OF_READ_FACTS, ...IDS_OF_WRITE_FACTS];

	for (const id of only) {
		if (!known.includes(id)) {
			throw new CannotRunError(`There is no fact ${id}: ${known.join(', ')}.`);
		}

		if (!writes && IDS_OF_WRITE_FACTS.includes(id)) {
			throw new CannotRunError(`${id} needs --write.`);
		}

		if (!health && id === HEALTH_FACT.id) throw new CannotRunError(`${id} needs --health.`);
	}
}

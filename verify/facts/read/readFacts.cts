import type { ReadFact } from '../fact.cts';
import { CUSTOM_OBJECT_FACTS } from './customObjectFacts.cts';
import { EXTERNAL_ID_FACTS } from './externalIdFacts.cts';
import { LIST_FACTS } from './listFacts.cts';
import { NPS_FACTS } from './npsFacts.cts';
import { ORDER_FACTS } from './orderFacts.cts';
import { RECORD_FACTS } from './recordFacts.cts';
import { REQUEST_FACTS } from './requestFacts.cts';
import { TRAIT_FACTS } from './traitFacts.cts';

const FACTS = [
	...REQUEST_FACTS,
	...EXTERNAL_ID_FACTS,
	...NPS_FACTS,
	...LIST_FACTS,
	...ORDER_FACTS,
	...TRAIT_FACTS,
	...CUSTOM_OBJECT_FACTS,
	...RECORD_FACTS,
];

/** All facts that can be observed by reading, by number. */
export const READ_FACTS: readonly ReadFact[] = FACTS.sort((a, b) => numberOf(a) - numberOf(b));

/** Returns 7 for `V7`. */
function numberOf({ id }: ReadFact): number {
	return Number(id.slice(1));
}

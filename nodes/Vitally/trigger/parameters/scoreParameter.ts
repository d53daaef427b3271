import { choiceProperty } from '../../fields/properties';
import type { FeedConfig } from '../scan/types';
import { eventNames } from '../triggerEvents';

/** The groups of the Net Promoter Score; any for other events, because n8n drops what the editor does not show. */
export const SCORES: Record<string, FeedConfig['scores']> = {
	any: undefined,
	detractor: [0, 6],
	passive: [7, 8],
	promoter: [9, 10],
};

export const score = choiceProperty('Score', 'score', {
	options: [
		{ name: 'Any', value: 'any' },
		{ name: 'Detractor (0–6)', value: 'detractor' },
		{ name: 'Passive (7–8)', value: 'passive' },
		{ name: 'Promoter (9–10)', value: 'promoter' },
	],
	default: 'any',
	description: 'The scores that trigger the workflow',
	displayOptions: { show: { triggerOn: eventNames(({ feed }) => feed.needsScore === true) } },
});

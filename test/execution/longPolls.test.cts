import { EVENT_CASES, itDoesNotBlock } from './longListCases.cts';

describe('n8n is not blocked by 20,000 events:', () => itDoesNotBlock(EVENT_CASES));

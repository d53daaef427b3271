import { EVENT_CASES, itDoesNotBlock } from './longListCases.cts';

describe('a poll with 20,000 events', () => itDoesNotBlock(EVENT_CASES));

import { EVENT_CASES, itDoesNotBlock } from './longListCases.cts';

describe('n8n is not blocked by 20,000 events of accounts:', () =>
	itDoesNotBlock(EVENT_CASES.filter(({ title }) => title.startsWith('account'))));

import { ITEM_CASES, itDoesNotBlock } from './longListCases.cts';

describe('n8n is not blocked by 20,000 items:', () => itDoesNotBlock(ITEM_CASES));

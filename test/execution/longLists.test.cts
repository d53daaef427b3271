import {
	EDITOR_CASES,
	ITEM_CASES,
	itDoesNotBlock,
	LIST_CASES,
	LOOK_UP_CASES,
} from './longListCases.cts';

describe('n8n is not blocked by 20,000 records or items:', () =>
	itDoesNotBlock([...LIST_CASES, ...LOOK_UP_CASES, ...EDITOR_CASES, ...ITEM_CASES]));

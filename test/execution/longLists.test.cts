import {
	EDITOR_CASES,
	ITEM_CASES,
	itDoesNotBlock,
	LIST_CASES,
	LOOK_UP_CASES,
} from './longListCases.cts';

describe('a node with 20,000 records or items', () =>
	itDoesNotBlock([...LIST_CASES, ...LOOK_UP_CASES, ...EDITOR_CASES, ...ITEM_CASES]));

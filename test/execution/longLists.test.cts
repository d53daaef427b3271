import { EDITOR_CASES, LIST_CASES, LOOK_UP_CASES, itDoesNotBlock } from './longListCases.cts';

describe('n8n is not blocked by a list of 20,000 records:', () =>
	itDoesNotBlock([...LIST_CASES, ...LOOK_UP_CASES, ...EDITOR_CASES]));

import type { Client } from '../../nodes/Vitally/transport/client';
import type { FeedConfig } from '../../nodes/Vitally/trigger/scan/types';
import { findEvent } from '../../nodes/Vitally/trigger/triggerEvents';
import { workspaceTrace } from '../../nodes/Vitally/trigger/workspace';

/** What is stored by a poll of an event. */
function traceOf(
	triggerOn: string,
	client: Pick<Client, 'rateLimitKey'> & Partial<Pick<Client, 'baseUrl' | 'appUrl'>>,
	listed = ['a', 'b', 'c', 'd'],
) {
	const feed = findEvent(triggerOn)?.feed;
	const earlier = { key: '01234567', records: ['gone', 'b'] };

	return workspaceTrace({
		client: { baseUrl: 'https://rest.vitally-eu.io', ...client } as Client,
		config: { triggerOn, feed } as FeedConfig,
		earlier,
		listed,
	});
}

describe('what a state shows of its workspace', () => {
	const rateLimitKey = '0123456789abcdef';

	it('contains a part of a hash and three records, and keeps those that the list still has', () => {
		expect(traceOf('userUpdated', { rateLimitKey })).toEqual({
			key: '01234567',
			records: ['b', 'a', 'c'],
		});
	});

	it('stays as it was where the list is empty, which says nothing about its records', () => {
		expect(traceOf('userUpdated', { rateLimitKey }, [])).toEqual({
			key: '01234567',
			records: ['gone', 'b'],
		});
	});

	it('stays empty where the workspace has its own host', () => {
		const baseUrl = 'https://acme.rest.vitally.io';

		expect(traceOf('userUpdated', { rateLimitKey, baseUrl })).toBeUndefined();
	});

	it('exists where the workspace has a page of its own, but shares its host', () => {
		const appUrl = 'https://acme.vitally-eu.io';

		expect(traceOf('userUpdated', { rateLimitKey, appUrl })).toBeDefined();
	});

	it('stays empty where the list belongs to a custom object or survey', () => {
		expect(traceOf('customObjectInstanceUpdated', { rateLimitKey })).toBeUndefined();
		expect(traceOf('surveyResponseCreated', { rateLimitKey })).toBeUndefined();
	});
});

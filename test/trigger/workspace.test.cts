import type { Client } from '../../nodes/Vitally/transport/client';
import type { FeedConfig } from '../../nodes/Vitally/trigger/scan/types';
import { EVENTS, findEvent } from '../../nodes/Vitally/trigger/triggerEvents';
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

	it('contains the beginning of a hash of the key', () => {
		expect({ key: traceOf('userUpdated', { rateLimitKey })?.key }).toEqual({ key: '01234567' });
	});

	it.each([
		{ name: 'three of four', listed: ['c', 'd', 'e', 'f'], records: ['c', 'd', 'e'] },
		{
			name: 'first the known one that is still there',
			listed: ['a', 'b', 'c', 'd'],
			records: ['b', 'a', 'c'],
		},
		{ name: 'all of two', listed: ['c', 'd'], records: ['c', 'd'] },
		{
			name: 'the known ones where it is empty, which says nothing about them',
			listed: [],
			records: ['gone', 'b'],
		},
	])('contains of the list $name', ({ listed, records }) => {
		expect({ records: traceOf('userUpdated', { rateLimitKey }, listed)?.records }).toEqual({
			records,
		});
	});

	it.each([
		{ name: 'has a host of its own', baseUrl: 'https://acme.rest.vitally.io', isNeeded: false },
		{
			name: 'has a host of its own for Analytics',
			baseUrl: 'https://acme.api.vitally.io',
			isNeeded: false,
		},
		{
			name: 'belongs to the EU data center',
			baseUrl: 'https://rest.vitally-eu.io',
			isNeeded: true,
		},
		{ name: 'lies behind a proxy', baseUrl: 'https://proxy.example.com', isNeeded: true },
		{
			name: 'has a page of its own, but shares its host',
			baseUrl: 'https://rest.vitally-eu.io',
			appUrl: 'https://acme.vitally-eu.io',
			isNeeded: true,
		},
	])('exists where the workspace $name: $isNeeded', ({ baseUrl, appUrl, isNeeded }) => {
		const trace = traceOf('userUpdated', { rateLimitKey, baseUrl, appUrl });

		expect({ isNeeded: trace !== undefined }).toEqual({ isNeeded });
	});

	it.each(EVENTS.map(({ name }) => ({ name, isNeeded: !/^(customObject|survey)/.test(name) })))(
		'exists where no path of a custom object or survey shows the workspace: $name, $isNeeded',
		({ name, isNeeded }) => {
			expect({ isNeeded: traceOf(name, { rateLimitKey }) !== undefined }).toEqual({ isNeeded });
		},
	);
});

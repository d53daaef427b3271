import type { WatchedRecords } from './watched.cts';

/** A time in the life of an active trigger; returns the ids of the records that changed in it. */
type Scenario = (watched: WatchedRecords) => Promise<string[]>;

/** In this order, on one n8n. */
export const SCENARIOS: Record<string, Scenario> = {
	'Right after activation': async (watched) => {
		const ids = await watched.change(10);
		await watched.arrived(ids);
		return ids;
	},

	'While n8n runs, one a second': async (watched) => {
		const ids = await watched.change(30, 1000);
		await watched.arrived(ids);
		return ids;
	},

	'While n8n is stopped': async (watched) => {
		await watched.stop();
		const ids = await watched.change(40);
		await watched.restart();
		await watched.arrived(ids);
		return ids;
	},

	'Around a kill -9 in the middle of a poll': async (watched) => {
		// More than one page.
		const ids = await watched.change(130);
		await watched.hangingPolls();
		ids.push(...(await watched.change(5)));
		await watched.kill();
		ids.push(...(await watched.change(5)));
		await watched.restart();
		await watched.arrived(ids);
		return ids;
	},
};

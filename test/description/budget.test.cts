import { builtPackages } from '../engine/engine.cts';
import { moreThan } from '../fixtures/bounds.cts';
import { builtNodes } from './nodeDescriptions.cts';

/** The editor loads the descriptions of all nodes before it shows anything. */
const MAX_BYTES = 200_000;

it.each(builtNodes.map(({ description }) => [description.name]))(
	"%s has a description under 200 KB as JSON, n8n's Request Options included",
	async (name) => {
		const packages = await builtPackages();
		const { description } = packages.getByNameAndVersion(`n8n-nodes-vitally.${name}`, 1);
		const bytes = Buffer.byteLength(JSON.stringify(description));

		expect({ bytes }).toEqual({ bytes: moreThan(1000) });

		const advice =
			'shorten texts, or give what several operations repeat one property with all of them in its `displayOptions`';

		expect({ bytes, advice: bytes < MAX_BYTES ? 'none' : advice }).toEqual({
			bytes,
			advice: 'none',
		});
	},
);

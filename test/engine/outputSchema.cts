import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import Ajv from 'ajv';
import type { IDataObject } from 'n8n-workflow';

import { PROJECT_ROOT } from './nodeTypes.cts';

const ajv = new Ajv({ allowUnionTypes: true, strictTypes: false, keywords: ['version'] });

/**
 * What is wrong with output items in the light of the schema that the editor shows before the first
 * run: a value of another type, or a field that the schema does not announce.
 */
export function schemaFaults(
	folder: string,
	resource: string,
	operation: string,
	items: IDataObject[],
): string[] {
	const path = join(
		PROJECT_ROOT,
		'nodes',
		folder,
		'__schema__/v1.0.0',
		resource,
		`${operation}.json`,
	);
	if (!existsSync(path)) return [];
	const schema = JSON.parse(readFileSync(path, 'utf8')) as { properties: object };
	const announced = Object.keys(schema.properties);
	return items.flatMap((item) => {
		const unknown =
			announced.length === 0 ? [] : Object.keys(item).filter((key) => !announced.includes(key));
		const fits = ajv.validate(schema, item);
		return [
			...unknown.map((key) => `${key} is not announced`),
			...(fits ? [] : [ajv.errorsText()]),
		];
	});
}

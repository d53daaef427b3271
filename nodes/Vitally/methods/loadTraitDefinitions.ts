import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { requestTraitDefinitions } from '../operations/body/traitDefinitions';
import type { Resource } from '../operations/definition/operationDefinition';
import { readChosenCustomObject } from '../resources/readChosenCustomObject';
import { customObjectInstanceType } from '../resources/recordTypes';
import { openClient } from '../transport/client';
import { toNodeApiError } from '../transport/errors/toNodeApiError';
import { sendContextOf } from '../transport/send';
import { TRAIT_TYPES, traitTypeOf } from '../values/traits/traitValue';

/** Returns the custom object that is selected in the node, for the resource whose lists belong to a custom object. */
export function customObjectIdOf(
	context: ILoadOptionsFunctions,
	{ name }: Pick<Resource, 'name'>,
): string | undefined {
	return name === customObjectInstanceType.name ? readChosenCustomObject(context) : undefined;
}

/**
 * Reads the definitions of the traits of the selected resource.
 *
 * @param remedy says how to continue without them, for the error
 * @throws NodeApiError where the key cannot read them
 */
export async function readTraitDefinitions(
	context: ILoadOptionsFunctions,
	remedy: string,
): Promise<IDataObject[]> {
	try {
		const name = String(context.getCurrentNodeParameter('resource'));
		const customObjectId = customObjectIdOf(context, { name });
		const client = sendContextOf(await openClient(context, 'vitallyApi'));
		const { status, definitions } = await requestTraitDefinitions(client, name, customObjectId);
		if (definitions) return definitions;

		throw new VitallyError(
			'Vitally did not return the trait definitions of this workspace',
			`${remedy} (HTTP ${status})`,
			{ status },
		);
	} catch (error) {
		throw toNodeApiError(error as Error, context.getNode());
	}
}

/** Returns the label of each trait by its key; where several have the same label, it contains the key. */
export function traitLabels(definitions: readonly IDataObject[]): Map<string, string> {
	const labels = new Map(definitions.map((trait) => [String(trait.path), labelOrKey(trait)]));
	const counts = new Map<string, number>();

	for (const label of labels.values()) counts.set(label, (counts.get(label) ?? 0) + 1);

	for (const [path, label] of labels) {
		if (counts.get(label) !== 1) labels.set(path, `${label} (${path})`);
	}

	return labels;
}

/** Returns label, type and key of a trait: `Amount · Number (vitally.custom.amount)`. */
export function describeTrait({ label, path, type }: IDataObject): string {
	const traitType = traitTypeOf(type);
	const shown = labelOrKey({ label, path });
	const description = traitType ? `${shown} · ${TRAIT_TYPES[traitType]}` : shown;

	return shown === String(path) ? description : `${description} (${String(path)})`;
}

function labelOrKey({ label, path }: IDataObject): string {
	return typeof label === 'string' && label !== '' ? label : String(path);
}

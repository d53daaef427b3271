import { dryRunOption } from '../Vitally/execution/dryRun';
import { emptyValuesOption } from '../Vitally/fields/emptyValues';
import { optionsField } from '../Vitally/fields/options';
import { traitsToClearField } from '../Vitally/fields/traits/traits';
import type { OperationDefinition } from '../Vitally/operations/definition/types';
import { sendBatches, sendMessage } from './batch';
import { batchOption } from './fields';
import { ANALYTICS } from './message';
import { messageProperties, type MessageType } from './messageType';

/** An operation that sends a message for each item. */
export function messageOperation(
	messageType: MessageType,
	texts: Pick<OperationDefinition, 'name' | 'value' | 'action' | 'description' | 'docsNote'>,
): OperationDefinition {
	return {
		...texts,
		endpoints: [`POST ${ANALYTICS}/${messageType.type}`, `POST ${ANALYTICS}/batch`],
		returnsBody: true,
		...(messageType.warningFor && { adds: { reminder: 'string' } }),
		fields: [
			...messageProperties(messageType),
			optionsField([
				batchOption,
				dryRunOption,
				...(messageType.values?.kind === 'traits' ? [emptyValuesOption, traitsToClearField] : []),
			]),
		],
		run: sendMessage(messageType),
		batch: sendBatches(messageType),
	};
}

/** @param noun what the records are called */
export function upsertOperation(messageType: MessageType, noun: string): OperationDefinition {
	return messageOperation(messageType, {
		name: 'Create or Update',
		value: 'upsert',
		action: `Create or update ${noun} in bulk`,
		// How it begins and ends is n8n's lint rule.
		description: `Create a new ${noun} (best for many: 100 per request, no read-back), or update the current one if it already exists (upsert)`,
		docsNote: 'Found by your External ID.',
	});
}

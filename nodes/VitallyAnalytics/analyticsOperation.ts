import { optionsField } from '../Vitally/fields/collections';
import { traitsToClearField } from '../Vitally/fields/traits/traitFields';
import { dryRunOption, emptyValuesOption } from '../Vitally/fields/writeOptions';
import type { OperationDefinition } from '../Vitally/operations/definition/operationDefinition';
import { batchOption } from './analyticsFields';
import { ANALYTICS } from './analyticsMessage';
import { sendBatches, sendMessage } from './batch';
import { messageProperties, type MessageType } from './messageType';

/** The operation that sends messages of a type. */
export function messageOperation(
	messageType: MessageType,
	definition: Pick<OperationDefinition, 'name' | 'value' | 'action' | 'description' | 'docsNote'>,
): OperationDefinition {
	const options = [batchOption, dryRunOption];
	if (messageType.values?.kind === 'traits') options.push(emptyValuesOption, traitsToClearField);

	const operation: OperationDefinition = {
		...definition,
		endpoints: [`POST ${ANALYTICS}/${messageType.type}`, `POST ${ANALYTICS}/batch`],
		returnsBody: true,
		fields: [...messageProperties(messageType), optionsField(options)],
		run: sendMessage(messageType),
		batch: sendBatches(messageType),
	};
	if (messageType.warningFor) operation.adds = { reminder: 'string' };

	return operation;
}

/** The operation that creates or updates a record by its External ID. */
export function upsertOperation(messageType: MessageType): OperationDefinition {
	const { noun } = messageType;

	return messageOperation(messageType, {
		name: 'Create or Update',
		value: 'upsert',
		action: `Create or update ${noun}s in bulk`,
		// A lint rule of n8n prescribes the beginning and the end.
		description: `Create a new ${noun} (best for many: 100 per request, returns no record), or update the current one if it already exists (upsert)`,
		docsNote: 'Vitally finds the record by your External ID.',
	});
}

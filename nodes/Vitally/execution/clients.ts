import { randomUUID } from 'crypto';

import type { IExecuteFunctions, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { fieldLabelOfPath } from '../fields/fieldLabelOfPath';
import { openClient, type Client } from '../transport/client';

/**
 * The clients of a run, by item. The credential is read once, because each read is a query to n8n's database. One
 * with expressions is read for every item, because it may name another workspace each time.
 */
export function clientReader(
	context: IExecuteFunctions | IExecuteSingleFunctions,
	credentialType: string,
	fields: INodeProperties[],
): (itemIndex: number) => Promise<Client> {
	const ofRun = {
		labelOf: (path: string[]) => fieldLabelOfPath(fields, path),
		run: randomUUID(),
		signal: context.getExecutionCancelSignal?.(),
	};
	const open = async (itemIndex: number): Promise<Client> => ({
		...(await openClient(context, credentialType, itemIndex)),
		...ofRun,
	});
	let hasExpressions = false;

	const detect = (): number => {
		hasExpressions = true;

		return 0;
	};

	// n8n does not report whether a credential contains expressions, but it reads the index to resolve one.
	const indexThatDetects = { [Symbol.toPrimitive]: detect, toJSON: detect } as unknown as number;
	let shared: Promise<Client> | undefined;

	return async (itemIndex) => {
		shared ??= open(indexThatDetects);
		await Promise.allSettled([shared]);

		return await (hasExpressions ? open(itemIndex) : shared);
	};
}

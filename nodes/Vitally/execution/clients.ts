import { randomUUID } from 'crypto';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { fieldAt } from '../fields/fieldAt';
import { openClient, type Client } from '../transport/client';

/**
 * The clients of a run. The credential is read once, because each read is a query to n8n's database. One
 * with expressions is read for every item, because it may name another workspace each time.
 */
export class Clients {
	private readonly run = randomUUID();
	private shared: Promise<Client> | undefined;
	private hasExpressions = false;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly credentialType: string,
		private readonly fields: INodeProperties[],
	) {}

	/** @throws VitallyError when the credential does not name the service */
	async of(itemIndex: number): Promise<Client> {
		this.shared ??= this.open(this.indexThatDetects());
		await Promise.allSettled([this.shared]);
		return await (this.hasExpressions ? this.open(itemIndex) : this.shared);
	}

	/**
	 * n8n does not report whether a credential contains expressions, but it reads the item's index to
	 * resolve one and does not for a plain value: an index that detects being read distinguishes the two.
	 */
	private indexThatDetects(): number {
		const detect = (): number => {
			this.hasExpressions = true;
			return 0;
		};
		return { [Symbol.toPrimitive]: detect, toJSON: detect } as unknown as number;
	}

	private async open(itemIndex: number): Promise<Client> {
		return {
			...(await openClient(this.context, this.credentialType, itemIndex)),
			labelOf: (path) => fieldAt(this.fields, path),
			run: this.run,
			signal: this.context.getExecutionCancelSignal(),
		};
	}
}

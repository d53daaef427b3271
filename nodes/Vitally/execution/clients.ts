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
		if (!this.hasExpressions) {
			this.shared ??= this.openFirst();
			const client = await this.shared;
			if (!this.hasExpressions) return client;
		}
		return await this.open(itemIndex);
	}

	/**
	 * n8n does not report whether a credential contains expressions, but it reads the item's index to
	 * resolve one and does not for a plain value: an index that detects being read distinguishes the two.
	 * If in doubt, the credential is read for every item.
	 */
	private async openFirst(): Promise<Client> {
		const detect = (): number => {
			this.hasExpressions = true;
			return 0;
		};
		const index = { [Symbol.toPrimitive]: detect, toJSON: detect };
		return await this.open(index as unknown as number).catch(async (error: unknown) => {
			if (!this.hasExpressions) throw error;
			return await this.open(0);
		});
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

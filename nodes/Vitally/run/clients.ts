import { randomUUID } from 'crypto';

import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { createClient, type Client, type RequestOptions } from '../transport/client';
import { readAllowedDomains } from './allowedDomains';

/**
 * The clients of a run. The credential is read once, because each reading is a query to n8n's database;
 * only one that holds expressions is read for every item, since it may name another tenant each time.
 */
export class Clients {
	private readonly run = randomUUID();
	private shared: Promise<Client> | undefined;
	private holdsExpressions = false;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly credentialType: string,
	) {}

	/** @throws VitallyError when the credential does not say where the service is */
	async of(itemIndex: number): Promise<Client> {
		if (!this.holdsExpressions) {
			this.shared ??= this.openFirst();
			const client = await this.shared;
			if (!this.holdsExpressions) return client;
		}
		return await this.open(itemIndex);
	}

	/**
	 * n8n does not tell whether a credential holds expressions, but it resolves an expression with the
	 * item's index in hand and a plain value without: an index that notes being looked at tells the two
	 * apart. Whatever n8n makes of such an index, doubt means reading for every item.
	 */
	private async openFirst(): Promise<Client> {
		const note = (): number => {
			this.holdsExpressions = true;
			return 0;
		};
		const index = { [Symbol.toPrimitive]: note, toJSON: note };
		return await this.open(index as unknown as number).catch(async (error: unknown) => {
			if (!this.holdsExpressions) throw error;
			return await this.open(0);
		});
	}

	private async open(itemIndex: number): Promise<Client> {
		const credentials = await this.context.getCredentials(this.credentialType, itemIndex);
		return {
			...createClient(this.context, this.credentialType, credentials),
			run: this.run,
			signal: this.context.getExecutionCancelSignal(),
			options: { allowedDomains: this.allowedDomains(credentials) } as RequestOptions,
		};
	}

	/** As n8n's routing has it for a node whose address comes from the credential. */
	private allowedDomains(credentialData: ICredentialDataDecryptedObject): string | undefined {
		const node = this.context.getNode();
		return readAllowedDomains?.({ node, credentialData, credentialOwnedSurface: true });
	}
}

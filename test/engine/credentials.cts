import {
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	type INodeCredentialsDetails,
	type INodeProperties,
} from 'n8n-workflow';

import type { NodePackages } from './nodeTypes.cts';

/** Decrypted credentials by type. */
export type CredentialValues = Record<string, ICredentialDataDecryptedObject>;

/** Hands out credentials from memory and signs requests with our credential types, as n8n's server does. */
export class CredentialsInMemory extends ICredentialsHelper {
	constructor(
		private readonly packages: NodePackages,
		private readonly values: CredentialValues,
	) {
		super();
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		type: string,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.packages.credential(type);
		if (typeof authenticate !== 'function') throw new Error(`${type} does not sign requests`);
		return await authenticate(credentials, options);
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getDecrypted(
		_data: unknown,
		_details: INodeCredentialsDetails,
		type: string,
	): Promise<ICredentialDataDecryptedObject> {
		const values = this.values[type];
		if (values === undefined) throw new Error(`No credential of type ${type}`);
		return { ...values };
	}

	getCredentials(): never {
		throw new Error('There are no encrypted credentials here');
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.packages.credential(type).properties;
	}
}

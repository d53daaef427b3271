import { getAdditionalKeys } from 'n8n-core';
import {
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	type INodeParameters,
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
		private readonly onRead: () => void = () => {},
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

	/** Resolves expressions as n8n's server does; `onRead` notes what would be a query to its database. */
	async getDecrypted(
		...parameters: Parameters<ICredentialsHelper['getDecrypted']>
	): Promise<ICredentialDataDecryptedObject> {
		const [additionalData, , type, mode, executeData, , resolve] = parameters;
		const values = this.values[type];
		if (values === undefined) throw new Error(`No credential of type ${type}`);

		this.onRead();
		if (!resolve) return { ...values };

		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = resolve;

		return workflow.expression.getParameterValue(
			{ ...values } as INodeParameters,
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			mode,
			getAdditionalKeys(additionalData, mode, runExecutionData),
			executeData,
			false,
			{ ...values } as INodeParameters,
		) as ICredentialDataDecryptedObject;
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

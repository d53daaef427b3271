import { getCredentialAllowedDomains } from 'n8n-workflow';

/**
 * n8n's reader of the domains that a credential may be used for. It is missing before n8n 2.31, which
 * restricts only its HTTP Request node, so it tells the version of n8n as well.
 */
export const readAllowedDomains = getCredentialAllowedDomains as
	| typeof getCredentialAllowedDomains
	| undefined;

import type { CredentialFields } from './workspace.cts';

/** Environment variables, such as `VITALLY_API_KEY`. */
export type Environment = Record<string, string | undefined>;

/** The run has no report; the message says what to do. */
export class CannotRunError extends Error {}

/** @throws CannotRunError without a key */
export function readCredentialFields(environment: Environment): CredentialFields {
	const {
		VITALLY_API_KEY: apiKey,
		VITALLY_SUBDOMAIN: subdomain = '',
		VITALLY_DATA_CENTER: dataCenter = 'us',
		VITALLY_BASE_URL: baseUrl = '',
		VITALLY_SURVEY_ID: surveyId = '',
	} = environment;
	if (!apiKey) throw new CannotRunError('Set VITALLY_API_KEY to the key of your workspace.');

	return { apiKey, subdomain, baseUrl, dataCenter: baseUrl ? 'custom' : dataCenter, surveyId };
}

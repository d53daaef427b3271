import type { RequestHandler } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { contractDescription } from './description.cts';

type ApiSpec = Exclude<Parameters<typeof OpenApiValidator.middleware>[0]['apiSpec'], string>;

const checks = new Map<boolean, RequestHandler[]>();

/**
 * Middleware that lets only requests of the contract through: unknown paths, query parameters,
 * fields, types and content types end in an error with a `status`. Built once per process, since
 * reading the contract costs more than all the rest of starting a sandbox.
 *
 * @param validateResponses also holds this sandbox's own answers to the contract
 */
export function contractChecks(validateResponses: boolean): RequestHandler[] {
	const known = checks.get(validateResponses);
	if (known) return known;
	const built: RequestHandler[] = OpenApiValidator.middleware({
		apiSpec: contractDescription() as ApiSpec,
		validateSecurity: false,
		validateRequests: { allowUnknownQueryParameters: false },
		validateResponses,
		fileUploader: false,
	});
	checks.set(validateResponses, built);
	return built;
}

/** What the checks and the JSON parser throw; `errors` names each place that does not fit. */
interface ContractFault extends Error {
	status: number;
	errors?: { path: string; message: string }[];
}

export function isContractFault(thrown: unknown): thrown is ContractFault {
	return thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number';
}

/** One line that names each place, such as `/body/colour: must NOT have additional properties`. */
export function faultText({ errors, message }: ContractFault): string {
	if (!errors?.length) return message;
	return errors.map((place) => `${place.path}: ${place.message}`).join('; ');
}

import type { NextFunction, RequestHandler, Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import type { OpenApiRequest } from 'express-openapi-validator/dist/framework/types';

import { contractDescription } from './description.cts';

type ApiSpec = Exclude<Parameters<typeof OpenApiValidator.middleware>[0]['apiSpec'], string>;

const checks = new Map<boolean, RequestHandler[]>();

/**
 * Middleware that lets only requests of the contract through: unknown paths, query parameters,
 * fields, types and content types end in an error with a `status`. Built once per process, since
 * reading the contract costs more than all the rest of starting a sandbox.
 *
 * @param validateResponses also checks this sandbox's own answers against the contract
 */
export function contractChecks(validateResponses: boolean): RequestHandler[] {
	const known = checks.get(validateResponses);
	if (known) return known;

	const built = OpenApiValidator.middleware({
		apiSpec: contractDescription() as ApiSpec,
		validateSecurity: false,
		validateRequests: { allowUnknownQueryParameters: false, discriminator: true },
		validateResponses,
		fileUploader: false,
	});
	const all = [...built, undocumentedBodyCheck] as RequestHandler[];

	checks.set(validateResponses, all);

	return all;
}

/** The validator looks at bodies only where the contract has one. */
function undocumentedBodyCheck(req: OpenApiRequest, _res: Response, next: NextFunction): void {
	const operation = req.openapi && 'schema' in req.openapi ? req.openapi.schema : undefined;
	const isEmpty = req.body === undefined || Object.keys(req.body).length === 0;
	if (isEmpty || operation?.requestBody) return next();

	const message = `${req.method} accepts no body here`;

	next(new OpenApiValidator.error.BadRequest({ path: '/body', message }));
}

/** What the checks and the JSON parser throw; `errors` names each place that does not fit. */
interface ContractError extends Error {
	status: number;
	errors?: { path: string; message: string; errorCode?: string }[];
}

export function isContractError(thrown: unknown): thrown is ContractError {
	return thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number';
}

/** One line that names each place, such as `/body/colour: must NOT have additional properties`. */
export function contractErrorText({ errors, message }: ContractError): string {
	if (!errors?.length) return message;

	return errors.map((place) => `${place.path}: ${place.message}`).join('; ');
}

const NAME_PARAMS: Record<string, string> = {
	additionalProperties: 'additionalProperty',
	required: 'missingProperty',
};

/** The body of a response to a request that fails validation: errors of ajv (docs/internal/public-facts.md, 2). */
export function validationBody({ errors = [], message: text }: ContractError): object {
	const places = errors.map(({ path, message, errorCode = '' }) => {
		const [keyword] = errorCode.split('.');
		// The validator adds the name of a missing or unknown field to the path.
		const segments = path.split('/').slice(2);
		const name = NAME_PARAMS[keyword];
		const params = name
			? { [name]: segments.pop() }
			: keyword === 'type' && { type: message.replace('must be ', '') };
		const instancePath = segments.map((segment) => `/${segment}`).join('');
		const schemaPath = `#${segments.map((segment) => `/properties/${segment}`).join('')}/${keyword}`;

		return { instancePath, schemaPath, keyword, params: params || {}, message };
	});

	return { error: places.length > 0 ? { message: 'validation failed', errors: places } : text };
}

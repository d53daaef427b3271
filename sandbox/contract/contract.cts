import type { NextFunction, RequestHandler, Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import type { OpenApiRequest } from 'express-openapi-validator/dist/framework/types';

import { contractDescription } from './description.cts';

type ApiSpec = Exclude<Parameters<typeof OpenApiValidator.middleware>[0]['apiSpec'], string>;

/** The parameter of an error that has the name of the field, by keyword. */
const NAME_PARAMS: Record<string, string> = {
	additionalProperties: 'additionalProperty',
	required: 'missingProperty',
};

const checks = new Map<boolean, RequestHandler[]>();

/**
 * Returns middleware that lets only requests of the contract through: unknown paths, query parameters,
 * fields, types and content types end in an error with a `status`. It is built once per process, because
 * reading the contract costs more than all the rest of starting a sandbox.
 *
 * @param options.validateResponses also checks this sandbox's own answers against the contract
 */
export function contractChecks({
	validateResponses,
}: {
	validateResponses: boolean;
}): RequestHandler[] {
	const known = checks.get(validateResponses);
	if (known) return known;

	const built = OpenApiValidator.middleware({
		apiSpec: contractDescription() as ApiSpec,
		validateSecurity: false,
		validateRequests: { allowUnknownQueryParameters: false, discriminator: true },
		validateResponses,
		fileUploader: false,
	});
	const handlers = [...built, rejectUndocumentedBody] as RequestHandler[];

	checks.set(validateResponses, handlers);

	return handlers;
}

/** Rejects a body where the contract has none: the validator looks at no body there. */
function rejectUndocumentedBody(req: OpenApiRequest, _res: Response, next: NextFunction): void {
	const operation = req.openapi && 'schema' in req.openapi ? req.openapi.schema : undefined;
	const isEmpty = req.body === undefined || Object.keys(req.body).length === 0;
	if (isEmpty || operation?.requestBody) return next();

	const message = `${req.method} accepts no body here`;

	next(new OpenApiValidator.error.BadRequest({ path: '/body', message }));
}

/** What the checks and the JSON parser throw; `errors` names each place that does not fit. */
interface ContractError extends Error {
	status: number;
	errors?: Place[];
}

/** A place of a request that does not fit. */
interface Place {
	path: string;
	message: string;
	errorCode?: string;
}

export function isContractError(thrown: unknown): thrown is ContractError {
	return thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number';
}

/** Returns a line that names each place, such as `/body/colour: must NOT have additional properties`. */
export function contractErrorText({ errors, message }: ContractError): string {
	if (!errors?.length) return message;

	return errors.map((place) => `${place.path}: ${place.message}`).join('; ');
}

/** Returns the body of a response to a request that fails validation: errors of ajv (docs/internal/public-facts.md, 2). */
export function validationBody({ errors = [], message }: ContractError): object {
	if (errors.length === 0) return { error: message };

	return { error: { message: 'validation failed', errors: errors.map(ajvErrorOf) } };
}

function ajvErrorOf({ path, message, errorCode = '' }: Place) {
	const [keyword] = errorCode.split('.');
	const segments = path.split('/').slice(2);
	const params: Record<string, string | undefined> = {};
	const nameParam = NAME_PARAMS[keyword];
	// The validator adds the name of a missing or unknown field to the path.
	if (nameParam) params[nameParam] = segments.pop();
	else if (keyword === 'type') params.type = message.replace('must be ', '');

	const instancePath = segments.map((segment) => `/${segment}`).join('');
	const properties = segments.map((segment) => `/properties/${segment}`).join('');

	return { instancePath, schemaPath: `#${properties}/${keyword}`, keyword, params, message };
}

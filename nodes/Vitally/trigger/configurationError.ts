import { VitallyError } from '../errors/vitallyError';

/** An error of the node's settings: polling again before they change is useless. */
export function configurationError(message: string, description: string): VitallyError {
	return new VitallyError(message, description, { failure: { cause: 'configuration-invalid' } });
}

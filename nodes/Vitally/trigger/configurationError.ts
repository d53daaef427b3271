import { VitallyError } from '../errors/vitallyError';

/** An error of the settings: n8n need not poll again before they are changed. */
export function configurationError(message: string, description: string): VitallyError {
	return new VitallyError(message, description, { failure: { cause: 'configuration-invalid' } });
}

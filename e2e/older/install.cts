import { installOnce } from '../install.cts';

/**
 * Installs the engine of the oldest n8n that the package supports, once per machine and lock.
 *
 * @returns the folder with its `node_modules`
 */
export async function installOlderN8n(): Promise<string> {
	return await installOnce('older', __dirname);
}

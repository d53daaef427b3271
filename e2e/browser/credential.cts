import type { Sandbox } from '../../sandbox/sandbox.cts';
import type { Editor } from './editor.cts';

/** Enters a credential with a key that the service does not know, then with the right key. */
export async function credential(editor: Editor, sandbox: Sandbox): Promise<void> {
	const { page } = editor;

	await page.goto('/home/credentials/create');
	await editor.part('new-credential-type-select').waitFor();
	await page.keyboard.type('Vitally API');
	await page.getByRole('option', { name: 'Vitally API', exact: true }).click();
	await editor.part('new-credential-type-button').click();

	await editor.fill('apiKey', 'sk_live_of_someone_else');
	await editor.fill('subdomain', 'acme');
	// High enough for our fields; below are n8n's.
	await page.setViewportSize({ width: 1280, height: 960 });
	await editor.picture('credential', { x: 192, y: 105, width: 896, height: 659 });
	await page.setViewportSize({ width: 1280, height: 800 });

	await editor.choose('dataCenter', 'Custom');
	await editor.fill('baseUrl', sandbox.url);
	await editor.part('credential-save-button').click();
	await page.getByText('More details').click();
	await page.getByText('Vitally does not accept this API key').waitFor();
	// Below is the address of the sandbox.
	await editor.picture('credential-rejected', { height: 535 });

	await editor.fill('apiKey', sandbox.apiKey);
	await editor.part('credential-save-button').click();
	await editor.part('credentials-config-container-test-success').waitFor();
}

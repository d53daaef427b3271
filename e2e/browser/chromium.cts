import { existsSync } from 'node:fs';

import { chromium, selectors, type Browser, type Page } from 'playwright-core';

import { program } from '../debian.cts';
import { OWNER } from '../session.cts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/google-chrome'];
const ARGUMENTS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** Starts the machine's Chromium; the environment variable `CHROMIUM` names another one. */
export async function startChromium(): Promise<Browser> {
	const place = process.env.CHROMIUM ?? PLACES.find((file) => existsSync(file));
	const executablePath = place ?? program('chromium');

	// n8n marks the parts of its editor by this attribute.
	selectors.setTestIdAttribute('data-test-id');

	return await chromium.launch({ executablePath, args: ARGUMENTS });
}

/** Opens a page of the editor at `url`, signed in through n8n's own form. */
export async function signIn(browser: Browser, url: string): Promise<Page> {
	const page = await browser.newPage({ baseURL: url, viewport: { width: 1280, height: 800 } });

	page.setDefaultTimeout(30_000);
	await page.goto('/signin');
	await page.locator('input[name=emailOrLdapLoginId]').fill(OWNER.email);
	await page.locator('input[name=password]').fill(OWNER.password);
	await page.getByTestId('form-submit-button').click();
	await page.waitForURL(/\/(home|workflow|projects)/);

	return page;
}

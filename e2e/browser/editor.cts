import assert from 'node:assert/strict';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';

type Clip = typeof WINDOW;

/** The place and the size of the browser's window, in pixels. */
const WINDOW = { x: 0, y: 0, width: 1280, height: 800 };

/** The list of nodes next to the canvas, below the bar of the workflow. */
export const NODE_BROWSER: Partial<Clip> = { x: 896, y: 65, width: 384, height: 735 };

/** The open node, below its name. */
const NODE_TOP = 66;
const NODE_HEIGHT = 709;
const NODE_START = 25;
const NODE_END = 1255;
const PARAMETERS_WIDTH = 420;

/** n8n's editor as a person uses it: what is on the screen, by n8n's names of its parts. */
export class Editor {
	/** @param pictures the folder for screenshots; none are taken without it */
	constructor(
		readonly page: Page,
		private readonly pictures?: string,
	) {}

	part(name: string): Locator {
		return this.page.getByTestId(name).filter({ visible: true });
	}

	async newWorkflow(): Promise<void> {
		await this.page.goto('/workflow/new');
		await this.part('canvas-plus-button').first().click();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`/workflow/${id}`);
		await this.part('canvas-node').first().waitFor();
	}

	/** Opens our package's page in the node browser, which is open. */
	async findVitally(): Promise<void> {
		await this.part('node-creator-search-bar').fill('Vitally');
		await this.page.getByText('Vitally', { exact: true }).filter({ visible: true }).first().click();
	}

	/** @param action as the page of our package lists it, such as `Get account` */
	async addNode(action: string): Promise<void> {
		await this.page.getByText(action, { exact: true }).filter({ visible: true }).click();
		await this.part('ndv').waitFor();
	}

	async openNode(name: string): Promise<void> {
		await this.part('canvas-node').filter({ hasText: name }).dblclick();
		await this.part('ndv').waitFor();
	}

	async closeNode(): Promise<void> {
		await this.part('ndv-close-button').click();
		await this.part('ndv').waitFor({ state: 'hidden' });
	}

	parameter(name: string, index = 0): Locator {
		return this.part(`parameter-input-${name}`).nth(index);
	}

	async fill(name: string, value: string, index = 0): Promise<void> {
		await this.parameter(name, index).locator('input').fill(value);
	}

	/** @param options the text of an entry of the list, in full, or of several */
	async choose(name: string, options: string | string[], index = 0): Promise<void> {
		const field = this.parameter(name, index);
		// A list that n8n is still loading does not open.
		const input = await field.locator('input').first().elementHandle();

		await input?.waitForElementState('enabled');
		await field.click();
		const entries = this.page.getByRole('option').filter({ visible: true });

		// An entry may have a line of explanation below its name.
		for (const option of [options].flat()) {
			await entries.filter({ has: this.page.getByText(option, { exact: true }) }).click();
		}
	}

	/** Executes the open node, and waits for its output or its error. */
	async execute(): Promise<void> {
		const answered = this.page.waitForResponse(/\/rest\/workflows\/.*\/run/);

		await this.part('node-execute-button').click();
		await answered;
		await this.part('node-run-info').waitFor();
		await this.part('node-execute-button').getByText('Execute step').waitFor();
	}

	/** Executes the workflow on the canvas from one of its triggers. */
	async executeFrom(trigger: string): Promise<void> {
		await this.part('canvas-node').filter({ hasText: trigger }).hover();
		await this.part(`execute-workflow-button-${trigger}`).click();
	}

	/** Turns off the switch of the open node. */
	async turnOffDryRun(): Promise<void> {
		// The switch itself is hidden; what is seen lies around it.
		await this.parameter('dryRun').getByRole('switch').locator('..').click();
	}

	/** Shows the output of the open node as a table. */
	async showTable(): Promise<void> {
		await this.part('output-panel').getByText('Table', { exact: true }).click();
	}

	/** Returns the clip of the parameters of the open node. */
	async parametersClip(height = NODE_HEIGHT): Promise<Partial<Clip>> {
		const x = await this.startOfParameters();

		return { x, y: NODE_TOP, width: PARAMETERS_WIDTH, height };
	}

	/** Returns the clip of parameters and output of the open node. */
	async withoutInput(height = NODE_HEIGHT): Promise<Clip> {
		const x = await this.startOfParameters();

		return { x, y: NODE_TOP, width: NODE_END - x, height };
	}

	/** The same, up to a column of the output's table. */
	async withoutInputUntil(column: string): Promise<Partial<Clip>> {
		const clip = await this.withoutInput();
		const heading = this.part('output-panel').locator('th').filter({ hasText: column }).first();
		const box = await heading.boundingBox();

		assert.ok(box);

		return { ...clip, width: Math.round(box.x + box.width) - clip.x };
	}

	/** Returns the clip of input and parameters of the open node. */
	async withoutOutput(height = NODE_HEIGHT): Promise<Partial<Clip>> {
		const end = (await this.startOfParameters()) + PARAMETERS_WIDTH;

		return { x: NODE_START, y: NODE_TOP, width: end - NODE_START, height };
	}

	/** Above the middle of the parameters is a handle, which moves them. */
	private async startOfParameters(): Promise<number> {
		const box = await this.part('panel-drag-button').boundingBox();

		assert.ok(box);

		return Math.round(box.x + (box.width - PARAMETERS_WIDTH) / 2);
	}

	/** Waits until the output panel of the open node shows this. */
	async shows(text: string | RegExp): Promise<void> {
		await this.part('output-panel').getByText(text).first().waitFor();
	}

	/**
	 * Creates a screenshot for the docs, when pictures are asked for.
	 *
	 * @param clip in pixels; by default the whole window
	 */
	async picture(name: string, clip: Partial<Clip> = {}): Promise<void> {
		// A button that spins has no text: its node has shown what came out, and is not done yet.
		const button = this.part('node-execute-button');
		if (await button.isVisible()) await button.getByText(/\w/).waitFor();

		await this.pictureOf(this.page, name, clip);
	}

	/** Creates a screenshot of another page, such as a form. */
	async pictureOf(page: Page, name: string, clip: Partial<Clip> = {}): Promise<void> {
		if (!this.pictures) return;

		// At the lower end of the window, nothing shows a tooltip.
		const { height = WINDOW.height } = page.viewportSize() ?? {};

		await page.mouse.move(640, height - 1);
		// Buttons fade from one state to the next.
		await page.waitForTimeout(500);
		await page.screenshot({
			path: join(this.pictures, `${name}.png`),
			animations: 'disabled',
			clip: { ...WINDOW, ...clip },
			style: '.el-notification { display: none !important }',
		});
	}

	/** Returns the text of all visible parts of a name; there is at least one. */
	async textContents(name: string): Promise<string[]> {
		await this.part(name).first().waitFor();
		const contents = await this.part(name).allTextContents();

		assert.ok(contents.length > 0);

		return contents.map((text: string) => text.trim());
	}
}

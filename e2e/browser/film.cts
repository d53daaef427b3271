import { writeFileSync } from 'node:fs';

import { applyPalette, GIFEncoder, quantize, type Palette } from 'gifenc';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';

/** How often the screen is looked at, in milliseconds. */
const EVERY_MS = 200;
/** How long a screen is shown at least and at most, and the last one. */
const SHORTEST_MS = 500;
const LONGEST_MS = 1600;
const LAST_MS = 4000;
/** GIF knows 256 colors; one of them is a pixel that stays as it was. */
const COLORS = 127;
const SAME = 0;

interface Frame {
	image: PNG;
	/** Milliseconds, as it came. */
	at: number;
}

/**
 * Films what happens on a page.
 *
 * @param path of the GIF
 * @param scene what happens
 */
export async function film(page: Page, path: string, scene: () => Promise<void>): Promise<void> {
	const frames: Frame[] = [];
	let isRunning = true;
	const filming = (async () => {
		while (isRunning) {
			await look(page, frames);
			await page.waitForTimeout(EVERY_MS);
		}
	})();
	await scene().finally(() => (isRunning = false));
	await filming;
	await look(page, frames);
	writeFileSync(path, encoded(frames));
}

async function look(page: Page, frames: Frame[]): Promise<void> {
	const style = '.el-notification { display: none !important }';
	const image = PNG.sync.read(await page.screenshot({ style }));
	if (!frames.at(-1)?.image.data.equals(image.data)) frames.push({ image, at: Date.now() });
}

/** Of each frame but the first only what differs from the one before. */
function encoded(frames: Frame[]): Uint8Array {
	const gif = GIFEncoder();
	const palette = paletteOf(frames);
	let before: Uint8Array | undefined;
	frames.forEach(({ image: { width, height, data }, at }, index) => {
		const next = frames.at(index + 1);
		const shown = applyPalette(data, palette).map((color) => color + 1);
		const pixels = before
			? shown.map((color, place) => (before?.[place] === color ? SAME : color))
			: shown;
		before = shown;
		gif.writeFrame(pixels, width, height, {
			...(index === 0 && { palette: [[0, 0, 0], ...palette] }),
			delay: next ? Math.min(LONGEST_MS, Math.max(SHORTEST_MS, next.at - at)) : LAST_MS,
			transparent: index > 0,
			transparentIndex: SAME,
			dispose: 1,
		});
	});
	gif.finish();
	return gif.bytes();
}

/** Colors that suit all frames, out of some of them. */
function paletteOf(frames: Frame[]): Palette {
	const step = Math.ceil(frames.length / 8);
	const some = frames.filter((_, index) => index % step === 0).map(({ image }) => image.data);
	return quantize(Buffer.concat(some), COLORS);
}

/** What is used of gifenc, which comes without types. */
declare module 'gifenc' {
	export type Palette = number[][];

	/** @param rgba four bytes a pixel */
	export function quantize(rgba: Uint8Array, colors: number): Palette;

	/** @returns the place in the palette of each pixel */
	export function applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array;

	export function GIFEncoder(): {
		writeFrame(
			pixels: Uint8Array,
			width: number,
			height: number,
			options: {
				palette?: Palette;
				/** Milliseconds. */
				delay: number;
				transparent: boolean;
				transparentIndex: number;
				/** 1: the next frame is drawn over this one. */
				dispose: number;
			},
		): void;
		finish(): void;
		bytes(): Uint8Array;
	};
}

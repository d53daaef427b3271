import { convertAroundVariables } from '../traitVariables';
import { HtmlCleaner, isSupportedHtml } from './cleanHtml';
import { layOutHtml } from './layOutHtml';

/**
 * Returns HTML as Vitally can keep it, in steps: the HTML itself, or if Vitally would remove anything, what a reader
 * sees of it with supported tags alone.
 *
 * @param unsupported collects the tags and attributes that Vitally does not support: `<h1>`, `<p class>`
 * Source: docs/internal/service.md, HTML allow list
 */
export function* supportedHtml(html: string, unsupported: Set<string>): Generator<void, string> {
	if (yield* isSupportedHtml(html)) return html;

	return yield* convertAroundVariables(html, function* (withPlaceholders) {
		const cleaner = new HtmlCleaner(unsupported);

		return yield* layOutHtml(yield* cleaner.clean(withPlaceholders));
	});
}

import { measure } from './process.cts';
import type { Section } from './section.cts';

/** How much of the package one task enters: a reader of that task has to know so many files. */
export async function benchPaths(): Promise<Section> {
	return {
		title: 'Files that one task enters',
		intro:
			'Counted by V8 while a task runs for the second time on n8n’s engine: files and functions of this package that were called, and requests that were sent.',
		rows: await measure<Section['rows']>('paths.case.cts', {}),
	};
}

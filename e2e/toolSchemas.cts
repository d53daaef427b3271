import type { Tool } from './mcpClient.cts';

/** What a model reads about a tool, in one line: its name, its fields, and how much it is as JSON. */
export function schemaLine({ name, description, inputSchema }: Tool): string {
	const fields = Object.entries(inputSchema.properties).map(
		([key, { type, description: text }]) => `${key} (${type}${text ? `, ${text.length}` : ''})`,
	);
	const bytes = Buffer.byteLength(JSON.stringify({ name, description, inputSchema }));
	return `${name}: "${description}"; ${fields.join(', ')}; ${bytes} bytes`;
}

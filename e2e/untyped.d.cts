// For `npm run typecheck`, which finds none of the packages that only these checks install. The check `types`
// has them, and does not read this file.
declare module 'playwright-core' {
	export const chromium: any;
	export const selectors: any;
	export type Browser = any;
	export type Locator = any;
	export type Page = any;
}
declare module '@modelcontextprotocol/sdk/client/index.js' {
	export const Client: any;
	export type Client = any;
}
declare module '@modelcontextprotocol/sdk/client/streamableHttp.js';
declare module 'ws';

/** What n8n stores for a resource locator; the value may be an expression. */
export const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });

export const byExternalId = (value: unknown) => ({ __rl: true, mode: 'externalId', value });

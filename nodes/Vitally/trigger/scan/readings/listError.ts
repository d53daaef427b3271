/** The error for a page that cannot be right. Its message continues 'Vitally's list'. */
export class ListError extends Error {}

/** The error for a page that cannot be right. Its message continues 'The list of Vitally'. */
export class ListError extends Error {}

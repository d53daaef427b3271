/**
 * Returns the path of a record as it stands below that of another one.
 *
 * @param path of the record itself, `/resources/tasks/<ID>`
 * @returns `/tasks/<ID>`
 */
export function pathBelow(path: string): string {
	return path.slice('/resources'.length);
}

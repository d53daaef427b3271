/** A name as it is compared: without blanks around it, in upper or lower case. */
export function normalizeName(name: string): string {
	return name.trim().normalize().toLowerCase();
}

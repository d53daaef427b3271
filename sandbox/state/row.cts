/** What every record has. `updatedAt` orders the lists, also where the service does not show it. */
export interface Row {
	id: string;
	createdAt: string;
	updatedAt: string;
	externalId?: string | null;
}

export type SortKey = 'createdAt' | 'updatedAt';

export type TraitValue = string | number | boolean | string[] | null;
export type Traits = Record<string, TraitValue>;

import type { IDisplayOptions } from 'n8n-workflow';

/** Values of other parameters for which a field shows; resource and operation among them. */
export type Show = NonNullable<IDisplayOptions['show']>;

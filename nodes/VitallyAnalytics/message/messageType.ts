import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

/** One type of message of the Analytics API (docs/public-facts.md, 6). */
export interface MessageType {
	/** Last part of its path, and its `type` in a batch. */
	type: string;
	/** The field that names the record: messages about one record keep the order of the items. */
	recordField: string;
	/** Its own fields, checked; read without waiting, so that items keep their order. */
	fields: (item: IExecuteSingleFunctions) => IDataObject;
	/** What to tell the user when a field is missing that Vitally only recommends. */
	reminder?: (fields: IDataObject) => string | undefined;
}

/** A message with the name of its type. */
export interface TypedMessage {
	type: string;
	message: IDataObject;
}

import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

export interface PickList {
	/** The path of the list; a function where it depends on another field of the node. */
	path: string | ((context: ILoadOptionsFunctions) => string);
	query?: IDataObject;
	label: RecordLabel;
	/** The path of the page of one record in Vitally, without its ID, where it is known. */
	appPath?: string;
}

/** What a record is called in the list of the editor. */
type RecordLabel = (record: IDataObject) => string;

export const nameOnly: RecordLabel = ({ id, name }) => String(name ?? id);

export const labelAndName: RecordLabel = ({ id, name, label }) => String(label ?? name ?? id);

export const nameAndEmail: RecordLabel = ({ id, name, email }) =>
	email ? `${String(name ?? id)} (${String(email)})` : String(name ?? id);

export const nameAndExternalId: RecordLabel = ({ id, name, externalId }) =>
	externalId ? `${String(name ?? id)} (${String(externalId)})` : String(name ?? id);

export const subjectAndExternalId: RecordLabel = ({ id, subject, externalId }) =>
	nameAndExternalId({ id, name: subject || id, externalId });

export const scoreAndFeedback: RecordLabel = ({ score, feedback, respondedAt, createdAt }) => {
	const scoreAndDay = addDay(score ?? 'Dismissed', respondedAt ?? createdAt);

	return feedback ? `${scoreAndDay}: ${String(feedback)}` : scoreAndDay;
};

export const subjectAndDate: RecordLabel = ({ id, subject, noteDate }) =>
	addDay(subject || id, noteDate);

export const titleAndStart: RecordLabel = ({ id, title, startDateTime }) =>
	addDay(title || id, startDateTime);

function addDay(name: unknown, time: unknown): string {
	return typeof time === 'string' ? `${String(name)} (${time.slice(0, 10)})` : String(name);
}

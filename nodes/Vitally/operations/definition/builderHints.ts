import type { IBuilderHint, IParameterBuilderHint, IRelatedNode } from 'n8n-workflow';

/** What n8n before 2.21 called the text of a hint. */
interface EarlierHint {
	message: string;
}

/** The hint on a parameter or an option, for n8n's builder of workflows. */
export function propertyHint(text: string): IParameterBuilderHint & EarlierHint {
	return { propertyHint: text, message: text };
}

/** The hint on a node, for the same builder. */
export function searchHint(
	text: string,
	relatedNodes?: IRelatedNode[],
): IBuilderHint & EarlierHint {
	return { searchHint: text, message: text, relatedNodes };
}

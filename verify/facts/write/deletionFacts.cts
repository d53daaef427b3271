import type { ServiceRequest } from '../../../nodes/Vitally/transport/client';
import { observed, type WriteFact } from '../fact.cts';

/** What is left of a record after its deletion. */
export const DELETION_FACTS: readonly WriteFact[] = [
	{
		id: 'V34',
		statement: 'The status and body of a deletion, and of the second one',
		section: 'public-facts.md, 2',
		ifItDiffers: 'Nothing: any 2xx is a deletion, and 404 is an error with a reason.',
		ask: async (evidence, records) => {
			const { id } = await records.note();
			const request = deletionOf(`/resources/notes/${id}`);
			const first = await evidence.describeAnswer(request);
			const second = await evidence.describeAnswer(request);

			return observed(`${first.text}; again: ${second.text}`);
		},
	},
	{
		id: 'V38',
		statement: 'Whether a deleted user is gone or marked',
		section: 'beyond.md, 3',
		ifItDiffers: 'Nothing: what is read is returned.',
		ask: async (evidence, records) => {
			const { id } = await records.user();
			const path = `/resources/users/${id}`;
			const deletion = await evidence.describeAnswer(deletionOf(path));
			const read = await evidence.describeAnswer({ method: 'GET', path });

			return observed(`${deletion.text}, then ${read.text}`);
		},
	},
];

function deletionOf(path: string): ServiceRequest {
	return { method: 'DELETE', path, target: 'noRecord' };
}

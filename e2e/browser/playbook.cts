import type { Session } from '../session.cts';
import type { Editor } from './editor.cts';
import { exampleWorkflow } from './example.cts';

/** Checks that the trigger of playbooks shows the URL that a playbook calls. */
export async function playbook(editor: Editor, session: Session): Promise<void> {
	const workflow = await exampleWorkflow(session, 'playbook-to-zendesk-ticket');
	const trigger = workflow.nodes.find(({ type }) => type.endsWith('vitallyPlaybookTrigger'));

	await editor.openWorkflow(await session.addWorkflow(workflow));
	await editor.openNode(String(trigger?.name));
	await editor.page.getByText('Webhook URLs', { exact: true }).click();
	await editor.page.getByText('Production URL', { exact: true }).click();
	await editor.page.getByText(`/webhook/${trigger?.webhookId}/playbook`).waitFor();
	await editor.picture('playbook-trigger', await editor.parametersClip(455));
	await editor.closeNode();
}

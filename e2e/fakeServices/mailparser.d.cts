/** What is used of mailparser, which n8n brings and which comes without types. */
declare module 'mailparser' {
	/** @param mail as it was sent */
	export function simpleParser(mail: string): Promise<{
		subject: string;
		text: string;
		from: { text: string };
		replyTo?: { text: string };
	}>;
}

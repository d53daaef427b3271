/** Tests that an n8n of the 1.123 line cannot pass, by the reason. Every other one has to pass. */
export const DIFFERENCES: Record<string, string[]> = {
	'There, an expression for the operation stays one, and n8n checks the required parameters of every operation':
		[
			'an expression that returns no operation of the node ends in an error for an expression that n8n keeps as text',
		],
	"n8n's errors keep no failure for its durable scheduler, which is not there yet": [
		'the budget does not wait longer than 0 seconds, and returns how long it would be',
		'the budget does not wait longer than 5 seconds, and returns how long it would be',
		'what the Vitally Trigger remembers faults an answer without timestamps is an error, and the next poll has it all',
		'what the Vitally Trigger remembers faults of the key prevent the activation as such',
	],
	'No durable scheduler: no cursors, and no limit on the time of a poll': [
		'what the Vitally Trigger remembers the time that n8n grants ends a poll early; the following ones read the rest, each change once',
		'what the Vitally Trigger remembers what n8n keeps an idle poll changes nothing',
		'what the Vitally Trigger remembers what n8n keeps durable cursors: events that n8n could not store come again',
	],
};

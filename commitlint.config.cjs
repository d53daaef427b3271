/** First words of a subject that say what has changed or what is now, in place of what the commit does. */
const NO_COMMAND = /^(?:a|an|the|no|now|some|there|this|\w+ing|\w+ed|\w+(?<!s)s)$/iu;

/** Verbs that only look like such a word. */
const VERBS = /^(?:bring|embed|exceed|feed|focus|need|proceed|seed|shed|speed|string)$/iu;

/** A rule of commitlint: whether the commit keeps it, and what to do otherwise. */
function subjectImperative({ subject }) {
	const [firstWord = ''] = (subject ?? '').split(' ');
	const isCommand = VERBS.test(firstWord) || !NO_COMMAND.test(firstWord);

	return [
		isCommand,
		'say what the commit does: "reject", not "rejects", "rejected" or "a rejection"',
	];
}

module.exports = {
	extends: ['@commitlint/config-conventional'],
	plugins: [{ rules: { 'subject-imperative': subjectImperative } }],
	// Dependabot names all packages of an update.
	ignores: [(message) => message.includes('Signed-off-by: dependabot[bot]')],
	rules: {
		'header-max-length': [2, 'always', 72],
		'subject-imperative': [2, 'always'],
		// The reason has as much room as it needs, and links are long.
		'body-max-line-length': [0],
		'footer-max-line-length': [0],
	},
};

// How the code reads: the rules behind "How the code reads" in CONTRIBUTING.md. They hold for every file of
// ours, in nodes/ by eslint.types.config.mjs and elsewhere by eslint.tooling.config.mjs.
import stylistic from '@stylistic/eslint-plugin';
import { importX } from 'eslint-plugin-import-x';
import unicorn from 'eslint-plugin-unicorn';
import tseslint from 'typescript-eslint';

/**
 * One thought a paragraph: a blank line stands between two of them. A guard stays with the value that it
 * checks, and what follows the guard begins a paragraph of its own.
 */
const BLANK_LINES = [
	{ blankLine: 'always', prev: '*', next: 'return' },
	{ blankLine: 'always', prev: ['const', 'let'], next: '*' },
	{ blankLine: 'any', prev: ['const', 'let'], next: ['const', 'let', 'if'] },
	{ blankLine: 'always', prev: 'if', next: '*' },
	{ blankLine: 'any', prev: 'if', next: 'if' },
	{ blankLine: 'always', prev: '*', next: 'multiline-block-like' },
	{ blankLine: 'always', prev: 'multiline-block-like', next: '*' },
	{ blankLine: 'any', prev: 'function-overload', next: ['function', 'function-overload'] },
];

/** What saves a line and costs the reader a second look. */
const TRICKS = [
	{
		selector: 'VariableDeclarator[id.type="ArrayPattern"][init.type="ArrayExpression"]',
		message: 'Declare each variable by itself.',
	},
	{
		selector:
			'VariableDeclarator[id.type="ArrayPattern"][init.callee.object.type="ArrayExpression"][init.callee.property.name="map"]',
		message: 'Declare each variable by itself.',
	},
	{
		selector: 'AssignmentExpression[left.type=/Pattern$/]',
		message: 'Assign each variable by itself.',
	},
	{
		selector: 'UnaryExpression[operator="void"] > AssignmentExpression',
		message: 'An assignment is a statement: write a function with a body.',
	},
	{
		selector: 'ObjectExpression > SpreadElement[argument.type=/^(Logical|Conditional)Expression$/]',
		message: 'Set the property in an if statement, or give it the value undefined.',
	},
	{
		selector: 'ArrayExpression > SpreadElement[argument.type="ConditionalExpression"]',
		message: 'Add the elements in an if statement.',
	},
	{
		selector: ':function > Identifier.params > TSTypeAnnotation > TSBooleanKeyword',
		message: 'Pass an object with a named property, or a value that carries the difference.',
	},
	{
		selector:
			':function > AssignmentPattern.params[right.type="Literal"][right.raw=/^(true|false)$/]',
		message: 'Pass an object with a named property, or a value that carries the difference.',
	},
];

export const plugins = {
	'@stylistic': stylistic,
	'@typescript-eslint': tseslint.plugin,
	'import-x': importX,
	unicorn,
};

export const rules = {
	'@stylistic/lines-between-class-members': ['error', 'always', { exceptAfterSingleLine: true }],
	'@stylistic/padding-line-between-statements': ['error', ...BLANK_LINES],
	'@typescript-eslint/max-params': ['error', { max: 4 }],
	'@typescript-eslint/no-use-before-define': [
		'error',
		{ classes: false, functions: false, ignoreTypeReferences: true },
	],
	curly: ['error', 'multi-line'],
	'id-denylist': ['error', 'one', 'of', 'more'],
	'import-x/order': [
		'error',
		{
			alphabetize: { order: 'asc', caseInsensitive: true },
			groups: ['builtin', 'external', ['parent', 'sibling', 'index']],
			'newlines-between': 'always',
		},
	],
	'no-nested-ternary': 'error',
	'no-restricted-syntax': ['error', ...TRICKS],
	'unicorn/no-useless-spread': 'error',
};

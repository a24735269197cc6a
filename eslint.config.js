import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Workflow code replays: what differs between two runs, or touches the world, is banned by folder. */
const workflowBans = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Workflow code reads no clock: take the time from an activity or the input.',
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Workflow code reads no clock: take the time from an activity or the input.',
  },
  {
    selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
    message: 'Workflow code is deterministic: no random numbers.',
  },
];

const bans = [
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
  {
    selector: "TSAsExpression > TSTypeReference > Identifier[name='TextKey']",
    message:
      'A key that ends with a name from outside is said with say.known(): it may be no text, or break as one.',
  },
];

/** Reports a class of errors whose `name` is another one: logs show the name, and a reader looks for the class. */
const errorNames = {
  create(context) {
    const check = (literal) => {
      let owner = literal;
      while (owner && owner.type !== 'ClassDeclaration') owner = owner.parent;
      const isError = owner?.superClass?.name?.endsWith('Error');
      if (isError && owner.id.name !== literal.value)
        context.report({ node: literal, message: `This error's class is called ${owner.id.name}.` });
    };
    return {
      "PropertyDefinition[key.name='name'] > Literal.value": check,
      "AssignmentExpression[left.object.type='ThisExpression'][left.property.name='name'] > Literal.right":
        check,
    };
  },
};

/** Reports a literal that is spread where it is written: its properties or elements can stand there by themselves. */
const spreadLiterals = {
  meta: { fixable: 'code' },
  create(context) {
    const { sourceCode } = context;
    return {
      'SpreadElement > :matches(ObjectExpression, ArrayExpression).argument'(literal) {
        const spread = literal.parent;
        const isObject = literal.type === 'ObjectExpression';
        if (isObject !== (spread.parent.type === 'ObjectExpression')) return;
        if (literal.elements?.includes(null)) return;
        context.report({
          node: spread,
          message: 'Write the properties or elements without a spread.',
          fix: (fixer) =>
            fixer.replaceText(spread, sourceCode.getText(literal).slice(1, -1).trim().replace(/,$/, '')),
        });
      },
    };
  },
};

export default tseslint.config(
  {
    ignores: ['dist/**', 'node_modules/**', '.tripline/**', 'eslint.config.js', '**/*.mjs', '**/*.cjs'],
  },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { tripline: { rules: { 'error-name': errorNames, 'spread-literal': spreadLiterals } } },
    rules: {
      'tripline/error-name': 'error',
      'tripline/spread-literal': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-syntax': ['error', ...bans],
      'max-params': 'off',
      '@typescript-eslint/max-params': ['error', { max: 3 }],
      'no-console': 'error',
    },
  },
  // Made from the API's description.
  { ignores: ['api/schema.d.ts', 'store/tables/rows.ts'] },
  { files: ['cli/**', 'bench/**'], rules: { 'no-console': 'off' } },
  // A table test's row is its parameters.
  { files: ['test/**'], rules: { '@typescript-eslint/max-params': 'off' } },
  // The test runner loads a reporter as a default export.
  { files: ['test/support/vitest/countReporter.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['workflows/**'],
    rules: {
      'no-restricted-syntax': ['error', ...bans, ...workflowBans],
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^node:', message: 'Workflow code uses no Node modules.' }] },
      ],
      'no-restricted-globals': ['error', 'process', 'setTimeout', 'fetch', 'Buffer'],
    },
  },
  {
    files: ['rules/**', 'messages/**'],
    rules: {
      'no-restricted-syntax': ['error', ...bans, ...workflowBans.slice(0, 2)],
      'no-restricted-globals': ['error', 'process', 'fetch'],
    },
  },
  {
    ignores: ['config.ts', 'test/**', 'bench/**', 'checks/**', 'cli/**', 'simulator/**', 'vitest.config.ts'],
    files: ['**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'config.ts is the only reader of the environment.' },
      ],
    },
  },
  {
    // They run outside of vitest, where its hooks throw.
    files: ['bench/**', 'test/*/main.ts', 'test/replay/record.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [{ name: 'vitest', message: 'This program runs outside of vitest.' }],
          patterns: [
            { regex: 'quietTemporal', message: 'A setup file of vitest: call quietRuntime() instead.' },
          ],
        },
      ],
    },
  },
  // TanStack Router redirects by a thrown response.
  { files: ['console/app/router.tsx'], rules: { '@typescript-eslint/only-throw-error': 'off' } },
  {
    files: ['*.config.ts', 'vitest.config.ts', 'console/vite.config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);

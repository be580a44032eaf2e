import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

// Dependence goes one way, by level. The tags are in each package.json; generate/test/boundaries.whole.spec.ts sees each refusal.
const level = (n, ...below) => ({ sourceTag: `level:${n}`, onlyDependOnLibsWithTags: below.map((one) => `level:${one}`) });
/** A domain of a service depends on libs and on domains of lower floors. */
const floors = Array.from({ length: 6 }, (_, at) => ({
  sourceTag: `floor:${at + 1}`,
  onlyDependOnLibsWithTags: ['type:lib', ...Array.from({ length: at }, (_, below) => `floor:${below + 1}`)],
}));
const boundaries = (options = {}) => [
  'error',
  {
    // Loaded when it is needed means here: not at every start of a command. Nothing is bundled.
    checkDynamicDependenciesExceptions: ['.*'],
    // Tests of every project use the test kit, which starts the whole bank: such a circle goes through test files only.
    ignoredCircularDependencies: [
      ['@open-banking/testing', '*'],
      ['@open-banking/ais-pis-testing', '*'],
    ],
    ...options,
    depConstraints: [
      { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:lib', 'type:domain'] },
      { sourceTag: 'type:domain', onlyDependOnLibsWithTags: ['type:lib', 'type:domain'] },
      ...floors,
      { sourceTag: 'type:lib', onlyDependOnLibsWithTags: ['type:lib'] },
      { sourceTag: 'type:tool', onlyDependOnLibsWithTags: ['type:lib', 'type:tool'] },
      { sourceTag: 'type:test-kit', onlyDependOnLibsWithTags: ['type:lib', 'type:tool', 'type:domain', 'type:test-kit'] },
      // An operator's command does not depend on a sandbox, nor do the simulated systems around one.
      // The sandbox's command adds to it.
      { sourceTag: 'tool:cli', onlyDependOnLibsWithTags: ['type:lib', 'tool:verification'] },
      { sourceTag: 'tool:simulators', onlyDependOnLibsWithTags: ['type:lib', 'tool:verification'] },
      {
        sourceTag: 'tool:sandbox',
        onlyDependOnLibsWithTags: ['type:lib', 'tool:verification', 'tool:cli', 'tool:gateway', 'tool:simulators'],
      },
      // Third parties install it alone.
      { sourceTag: 'tool:client', onlyDependOnLibsWithTags: ['tool:client'] },
      { sourceTag: 'tool:tpp', onlyDependOnLibsWithTags: ['tool:tpp', 'tool:client'] },
      level(0, 0),
      level(1, 0, 1),
      // Limits, access and commands answer three questions; none needs another's answer.
      level(2, 0, 1),
      level(3, 0, 1, 2),
      level(4, 0, 1, 2, 3),
    ],
  },
];

const testingEntries = {
  regex: '^@open-banking/([^/]+/)?testing(/(bank|core-banking|browser|closed-schema|database|erasure|sandbox|sweep|valkey))?$',
  message: 'Testing entries are for *.spec.ts and test/ only.',
};
const frameworks = {
  regex: '^(@nestjs/.*|typeorm|pg)(/.*)?$',
  message: 'A rule imports neither Nest nor SQL. Give the file its role in the name, or move the rule out.',
};
const slowIndex = {
  regex: '^class-(validator|transformer)(/.*)?$',
  message: 'Import from @open-banking/config/class-validator or …/class-transformer: the index of the library is slow at every start.',
};
const issuer = { regex: '^@open-banking/issuer(/.*)?$', message: 'Only ais-pis and mandates issue tokens.' };
const forbid = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

const testing = [
  "CallExpression[callee.object.name='jest'][callee.property.name=/^(mock|doMock|unstable_mockModule)$/][arguments.0.value=/^(\\.|@open-banking\\/)/]",
  'Our own code is tested as it is, not mocked.',
];
const only = [
  'MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(only|skip|todo|failing)$/]',
  'Every test runs, always.',
];
const crossed = ['CallExpression[callee.name=/^(xit|xtest|xdescribe|fit|fdescribe)$/]', 'Every test runs, always.'];
const refuse = (...pairs) => ['error', ...pairs.map(([selector, message]) => ({ selector, message }))];

export default tseslint.config(
  { ignores: ['**/dist/**', 'client/lib/**', '**/node_modules/**', '**/.data/**', '**/.nx/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts', '**/*.mjs'],
    extends: [tseslint.configs.recommended],
    plugins: { '@nx': nx },
    // Nest injects by the types it finds at run time: with these, a type used by a decorated class counts as a value.
    languageOptions: { parserOptions: { experimentalDecorators: true, emitDecoratorMetadata: true } },
    rules: {
      '@nx/enforce-module-boundaries': boundaries(),
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
      // Nest and TypeORM call a class of any kind a Function.
      '@typescript-eslint/no-unsafe-function-type': 'off',
      complexity: ['error', { max: 10, variant: 'modified' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': refuse(testing, only, crossed),
      ...forbid(testingEntries, slowIndex),
    },
  },
  // Rules that can be wrong stand in a plain noun; what Nest or SQL needs says so in its name.
  {
    files: ['apps/*/src/*/**/*.ts', 'apps/*/*/src/**/*.ts'],
    ignores: ['**/*.{controller,internal,service,module,statements,entity,messages,spec}.ts'],
    rules: forbid(testingEntries, frameworks, slowIndex),
  },
  { files: ['libs/config/src/class-{validator,transformer}.ts'], rules: { 'no-restricted-imports': 'off' } },
  // Nx follows dependencies through the test kit to every service, so this one is refused by the import itself.
  {
    files: ['apps/*/src/**/*.ts'],
    ignores: ['apps/{ais-pis,mandates}/**', 'apps/*/src/*/**'],
    rules: forbid(testingEntries, slowIndex, issuer),
  },
  {
    files: ['apps/*/src/*/**/*.{controller,internal,service,module,statements,entity,messages}.ts'],
    ignores: ['apps/{ais-pis,mandates}/**'],
    rules: forbid(testingEntries, slowIndex, issuer),
  },
  // The rows are an Nx project of their own, so that a changed row does not affect every service (docs/decisions/0072-…); they are files of the lib.
  { files: ['libs/spec/src/**/*.ts'], rules: { '@nx/enforce-module-boundaries': boundaries({ allow: ['^\\.{1,2}/'] }) } },
  // A testing entry may use another lib's, and a check that is run by hand is a test.
  { files: ['libs/*/src/testing/**/*.ts', 'testing/**/*.ts', 'build/check-*.mjs'], rules: { 'no-restricted-imports': 'off' } },
  {
    // What tests of several domains of a service share is a package beside them.
    files: ['**/test/**/*.ts', '**/*.spec.ts', 'apps/*/testing/src/**/*.ts'],
    rules: {
      // Tests may run against the whole bank, which the sandbox starts; and they import what they test as others do.
      '@nx/enforce-module-boundaries': boundaries({
        allow: [
          '^@open-banking/testing(/(bank|core-banking|browser|closed-schema|database|erasure|sandbox|sweep|valkey))?$',
          '^@open-banking/ais-pis-testing/',
          // The server of a test, for tests of the lib below it too.
          '^@open-banking/postgres-server/testing$',
        ],
        allowCircularSelfDependency: true,
      }),
      'max-lines-per-function': 'off',
      // What a test sets up has a default for everything it does not talk about.
      complexity: 'off',
      'no-restricted-imports': 'off',
    },
  },
  // The documents are generated from the handlers themselves: their controllers are what others can import of a service.
  {
    files: ['generate/**/*.ts'],
    rules: { '@nx/enforce-module-boundaries': boundaries({ allow: ['^@open-banking/[a-z-]+/controllers$'] }) },
  },
  // The benchmark's floor runs a service's hot reads themselves.
  { files: ['bench/**/*.ts'], rules: { '@nx/enforce-module-boundaries': boundaries({ allow: ['^@open-banking/[a-z-]+/statements$'] }) } },
  // A service describes how its tables are loaded and proved in its tables.ts; what loads and proves imports that.
  {
    files: ['verification/**/*.ts'],
    rules: {
      '@nx/enforce-module-boundaries': boundaries({
        allow: ['^@open-banking/[a-z-]+/tables$', '^@open-banking/testing(/(bank|browser|database|sandbox|valkey))?$'],
        allowCircularSelfDependency: true,
      }),
    },
  },
  // The tests of what third parties install sweep the table, and ask the whole bank.
  {
    files: ['client/{test,tpp/test}/**/*.ts'],
    rules: {
      '@nx/enforce-module-boundaries': boundaries({
        allow: ['^@open-banking/testing(/(bank|sandbox|sweep))?$', '^@open-banking/spec$'],
        allowCircularSelfDependency: true,
      }),
    },
  },
  { files: ['client/src/generated/*.ts'], rules: { 'max-lines': 'off' } },
  // These belong to no project, so they have no boundaries. The set-up of jest uses the programs of build/.
  { files: ['.ci/**', 'build/**', 'docker/**', 'docs/**', 'testing/jest/**', '*.mjs'], rules: { '@nx/enforce-module-boundaries': 'off' } },
  // A command's file starts what was compiled.
  { files: ['**/bin/*.mjs'], rules: { '@nx/enforce-module-boundaries': 'off' } },
  // The table, statements and migrations read better whole.
  { files: ['libs/spec/src/**/*.ts', '**/*.statements.ts', '**/migrations/**'], rules: { 'max-lines': 'off' } },
  {
    // Programs to read from top to bottom: all that a call has to heed stands in one function.
    files: ['docs/guides/programs/*.mjs'],
    rules: { complexity: 'off' },
  },
);

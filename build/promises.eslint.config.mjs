// The rules that need types: `npm run lint -- promises`. They are apart from eslint.config.mjs because Nx lints each package in a process
// of its own, and each of these processes would read the types of the whole repository.
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  // The programs of docs/clients call generated code, which is not in the repository.
  { ignores: ['**/dist/**', 'client/lib/**', '**/node_modules/**', '**/.data/**', '**/.nx/**', 'docs/clients/**'] },
  // The other rules are checked elsewhere, so their exceptions look unused here.
  { linterOptions: { reportUnusedDisableDirectives: 'off' } },
  {
    files: ['**/*.ts', '**/*.mjs'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: fileURLToPath(new URL('..', import.meta.url)) },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
    },
  },
);

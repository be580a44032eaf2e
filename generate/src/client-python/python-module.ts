import type { GeneratedFile } from '../generated-file.js';

const sentence = 'Written by `npm run generate` from the table (libs/spec) and the handlers of the services. Change that, not this.';

/** A generated module of the Python client, with the docstring of the module first. */
export const pythonModule = (name: string, says: string, parts: readonly string[]): GeneratedFile => ({
  path: `client/python/src/open_banking_client/generated/${name}.py`,
  content: `# ${sentence}\n${says}\nfrom __future__ import annotations\n\n${parts.map((part) => part.trim()).join('\n\n\n')}\n`,
});

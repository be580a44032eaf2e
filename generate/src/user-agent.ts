import { readFileSync } from 'node:fs';
import type { GeneratedFile } from './generated-file.js';

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** The token by which the software names itself in requests: name and version of the root's package.json. */
export function userAgentFile(): GeneratedFile {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Manifest;
  return {
    path: 'libs/spec/src/user-agent.ts',
    content: `// Written by \`npm run generate\` from package.json. Change that, not this.

/** \`User-Agent\` of the requests that the bank makes: a product token of its software (RFC 9110 §10.1.5). */
export const userAgent = '${manifest.name}/${manifest.version}';
`,
  };
}

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const node =
  (...command: string[]) =>
  (input = '') =>
    execFileSync(process.execPath, command, {
      cwd: root,
      input,
      encoding: 'utf8',
      env: { ...process.env, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false', NO_COLOR: '1' },
    });

/** The lint result of one line of code at a path of the workspace. */
type Case = readonly [path: string, text: string];
let said: Map<string, string[]>;

const boundary = '@nx/enforce-module-boundaries';
const rule = 'apps/cards/src/cards/credit-line.ts';

const refused: readonly (readonly [what: string, rule: string, ...Case])[] = [
  [
    'a service that imports another service',
    boundary,
    'apps/cards/src/cards/a.service.ts',
    `import { controllers } from '@open-banking/mandates/controllers';\nexport const all = controllers;`,
  ],
  [
    'a service that reaches into another by path',
    boundary,
    'apps/cards/src/cards/b.service.ts',
    `import { x } from '../../../mandates/src/main.js';\nexport const all = x;`,
  ],
  ['level 0 that imports level 2', boundary, 'libs/messages/src/a.ts', `import { x } from '@open-banking/limits';\nexport const all = x;`],
  ['level 1 that imports level 3', boundary, 'libs/database/src/a.ts', `import { x } from '@open-banking/service';\nexport const all = x;`],
  ['level 1 that imports level 2', boundary, 'libs/erasure/src/a.ts', `import { x } from '@open-banking/commands';\nexport const all = x;`],
  [
    'level 1 that imports what imports it',
    boundary,
    'libs/telemetry/src/a.ts',
    `import { x } from '@open-banking/database';\nexport const all = x;`,
  ],
  [
    'a lib that reaches into another by path',
    boundary,
    'libs/feed/src/a.ts',
    `import { x } from '../../erasure/src/erasing.js';\nexport const all = x;`,
  ],
  [
    'level 2 that imports its neighbour',
    boundary,
    'libs/limits/src/a.ts',
    `import { x } from '@open-banking/access';\nexport const all = x;`,
  ],
  [
    'a service without an issuer that imports the issuer',
    'no-restricted-imports',
    'apps/cards/src/cards/c.service.ts',
    `import { x } from '@open-banking/issuer';\nexport const all = x;`,
  ],
  ['a lib that imports a tool', boundary, 'libs/http/src/a.ts', `import { x } from '@open-banking/gateway';\nexport const all = x;`],
  [
    'a tool other than generate that imports a service',
    boundary,
    'bench/src/a.ts',
    `import { controllers } from '@open-banking/cards/controllers';\nexport const all = controllers;`,
  ],
  [
    'an operator’s command that imports the sandbox',
    boundary,
    'cli/src/a.ts',
    `import { x } from '@open-banking/sandbox/bank';\nexport const all = x;`,
  ],
  [
    'an operator’s command that imports a simulator',
    boundary,
    'cli/src/b.ts',
    `import { x } from '@open-banking/simulators/ca';\nexport const all = x;`,
  ],
  [
    'an operator’s command that imports a campaign',
    boundary,
    'cli/src/c.ts',
    `import { x } from '../../campaigns/src/chaos/chaos-run.js';\nexport const all = x;`,
  ],
  [
    'a simulator that imports the sandbox',
    boundary,
    'simulators/src/a.ts',
    `import { x } from '@open-banking/sandbox/bank';\nexport const all = x;`,
  ],
  [
    'the sandbox that imports a campaign',
    boundary,
    'sandbox/src/a.ts',
    `import { x } from '../../campaigns/src/chaos/chaos-run.js';\nexport const all = x;`,
  ],
  [
    'a campaign that reaches into the sandbox by path',
    boundary,
    'campaigns/src/a.ts',
    `import { x } from '../../sandbox/src/bank/bank.js';\nexport const all = x;`,
  ],
  ['the client package that imports a lib', boundary, 'client/src/a.ts', `import { x } from '@open-banking/spec';\nexport const all = x;`],
  [
    'the command line of third parties that imports a lib',
    boundary,
    'client/tpp/src/a.ts',
    `import { x } from '@open-banking/spec';\nexport const all = x;`,
  ],
  [
    'a rule that imports Nest',
    'no-restricted-imports',
    rule,
    `import { Injectable } from '@nestjs/common';\nexport const all = Injectable;`,
  ],
  [
    'a rule that imports TypeORM',
    'no-restricted-imports',
    'apps/cards/src/cards/d.ts',
    `import { Entity } from 'typeorm';\nexport const all = Entity;`,
  ],
  [
    'a testing entry outside tests',
    'no-restricted-imports',
    'libs/commands/src/a.ts',
    `import { x } from '@open-banking/database/testing';\nexport const all = x;`,
  ],
  ['a mock of our own code', 'no-restricted-syntax', 'libs/http/test/a.spec.ts', `jest.mock('@open-banking/messages', () => ({}));`],
  ['a test run alone', 'no-restricted-syntax', 'libs/http/test/b.spec.ts', `it.only('runs', () => {});`],
  ['a test left out', 'no-restricted-syntax', 'libs/http/test/c.spec.ts', `describe.skip('later', () => {});`],
];

const passed: readonly (readonly [what: string, ...Case])[] = [
  [
    'the sandbox that adds its commands to those of an operator',
    'sandbox/src/b.ts',
    `import { runOpenbank } from '@open-banking/cli/program';\nexport const all = runOpenbank;`,
  ],
  [
    'a service that imports a lib',
    'apps/cards/src/cards/e.service.ts',
    `import { Refusal } from '@open-banking/messages';\nexport const all = Refusal;`,
  ],
  [
    'an issuing service that imports the issuer',
    'apps/mandates/src/mandates/a.service.ts',
    `import { x } from '@open-banking/issuer';\nexport const all = x;`,
  ],
  [
    'the command line of third parties that imports the client package',
    'client/tpp/src/b.ts',
    `import { connect } from '@open-banking/client';\nexport const all = connect;`,
  ],
  [
    'a test of the client package that imports the table',
    'client/test/a.spec.ts',
    `import { x } from '@open-banking/spec';\nexport const all = x;`,
  ],
  ['level 2 that imports level 1', 'libs/feed/src/b.ts', `import { x } from '@open-banking/erasure';\nexport const all = x;`],
  ['level 4 that imports level 2', 'libs/service/src/a.ts', `import { x } from '@open-banking/limits';\nexport const all = x;`],
  [
    'generate that imports the handlers of a service',
    'generate/src/a.ts',
    `import { controllers } from '@open-banking/cards/controllers';\nexport const all = controllers;`,
  ],
  [
    'a service file that imports Nest',
    'apps/cards/src/cards/f.service.ts',
    `import { Injectable } from '@nestjs/common';\nexport const all = Injectable;`,
  ],
  [
    'a test that imports a testing entry',
    'libs/commands/test/a.spec.ts',
    `import { x } from '@open-banking/database/testing';\nexport const all = x;`,
  ],
  [
    'a test of a service that starts the bank',
    'apps/cards/test/a.spec.ts',
    `import { x } from '@open-banking/testing';\nexport const all = x;`,
  ],
];

beforeAll(() => {
  // Without a cached Nx project graph the rule reports nothing, so the graph is created first, as `nx run-many` does.
  node('node_modules/.bin/nx', 'show', 'projects')();
  const cases = [...refused.map(([, , path, text]) => ({ path, text })), ...passed.map(([, path, text]) => ({ path, text }))];
  const results = JSON.parse(node('generate/test/fixtures/lint-texts.mjs')(JSON.stringify(cases))) as { path: string; rules: string[] }[];
  said = new Map(results.map(({ path, rules }) => [path, rules]));
  // ESLint reads the types of the whole workspace: half a minute alone.
}, 600_000);

describe('lint', () => {
  it.each(refused)('refuses %s', (_, rule, path) => {
    expect(said.get(path)).toEqual([expect.stringContaining(`${rule}:`)]);
  });

  it.each(passed)('accepts %s', (_, path) => {
    expect(said.get(path)).toEqual([]);
  });
});

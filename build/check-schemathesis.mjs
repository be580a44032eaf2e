// Runs a foreign fuzzer, Schemathesis (Python, from PyPI), with all its checks against each OpenAPI document and a bank of its own:
// `npm run check -- schemathesis --examples 30 --seed 7`. What it reports must be explained in build/schemathesis/explained.json, and an
// explanation that nothing needs any more fails, too. Needs python3 from 3.10 on and the registry.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { customersFile } from '@open-banking/installation/customers-file';
import { startBank } from '@open-banking/sandbox/bank';
import { readOperatorFile } from '@open-banking/installation/operator-file';
import { addClient, grantConsent, ThirdParty } from '@open-banking/sandbox/third-party';
import { products } from '@open-banking/spec';
import { failuresIn, isUnavailable, unexplained } from './schemathesis/findings.mjs';
import { configurationOf } from './schemathesis/configuration.mjs';
import { strictDocument } from './schemathesis/strict-document.mjs';

const version = '4.32.5';
const all = products.map(({ product }) => product.id).join();
const { values: given } = parseArgs({
  options: {
    examples: { type: 'string', default: '30' },
    seed: { type: 'string', default: '7' },
    documents: { type: 'string', default: all },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'open-banking-schemathesis-'));
// If this process is root, PostgreSQL runs as another user, which needs access to the folder.
chmodSync(folder, 0o755);
const python = (...args) => execFileSync(join(folder, 'venv', 'bin', 'python'), args, { stdio: ['ignore', 'ignore', 'inherit'] });
console.log(`installing schemathesis ${version}`);
execFileSync(process.env.PYTHON ?? 'python3', ['-m', 'venv', join(folder, 'venv')]);
python('-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `schemathesis==${version}`);

/** One run over one document; what failed. */
async function failuresOf(id, configuration, baseUrl) {
  const report = join(folder, `${id}.ndjson`);
  rmSync(report, { force: true });
  const document = join(folder, `${id}.json`);
  const published = JSON.parse(readFileSync(join(import.meta.dirname, `../docs/openapi/${id}.json`), 'utf8'));
  writeFileSync(document, JSON.stringify(strictDocument(published)));
  const run = spawn(
    join(folder, 'venv', 'bin', 'schemathesis'),
    [
      ...['--config-file', configuration, 'run', document, '--url', baseUrl, '--seed', given.seed, '--max-examples', given.examples],
      ...['--checks', 'all', '--continue-on-failure', '--report', 'ndjson', '--report-ndjson-path', report],
    ],
    // It leaves a folder of its own where it runs. The gateway runs in this process.
    { stdio: 'inherit', cwd: folder },
  );
  await once(run, 'exit');
  if (!existsSync(report)) throw new Error(`${id}: schemathesis has written no report`);
  return failuresIn(id, readFileSync(report, 'utf8'));
}

const maxRuns = 3;
/** A busy machine answers 503. What is wrong with the bank is so the next time, too: the same seed sends the same requests. */
async function steadily(run) {
  let found = await run();
  for (let runs = 1; runs < maxRuns && found.some(isUnavailable); runs += 1) {
    const before = found.filter(isUnavailable).map(({ operation }) => operation);
    found = (await run()).filter((one) => !isUnavailable(one) || before.includes(one.operation));
  }
  return found;
}

const many = { second: 100_000, minute: 1_000_000, day: 100_000_000 };
const planFile = join(folder, 'plan.json');
const classes = ['read', 'hotRead', 'write', 'metadata', 'loanServices', 'signIn'];
writeFileSync(planFile, JSON.stringify({ classes: Object.fromEntries(classes.map((name) => [name, many])) }));
mkdirSync(join(folder, 'bank'));
const bank = await startBank({
  dataDir: join(folder, 'bank'),
  port: 0,
  operatorFile: join(folder, 'operator.json'),
  demoBank: { customers: 3, seed: 'schemathesis' },
  settings: { PLAN_FILE: planFile, LOG_LEVEL: 'warn', CLIENT_TOKEN_MINUTES: '600', CUSTOMER_TOKEN_MINUTES: '600' },
  log: (line) => console.log(line),
});
let failed = false;
try {
  const [customer] = JSON.parse(readFileSync(customersFile(bank.folder.demoBank), 'utf8'));
  const client = await addClient(readOperatorFile(join(folder, 'operator.json')), {
    name: 'Schemathesis',
    roles: ['PSP_AI', 'PSP_PI'],
    redirectUri: 'http://127.0.0.1/back',
  });
  const party = new ThirdParty(bank.baseUrl, client);
  const granted = await grantConsent(party, customer, { access: { allPsd2: 'allAccounts' } });
  const found = [];
  for (const id of given.documents.split(',')) {
    const { product } = products.find((one) => one.product.id === id);
    const configuration = join(folder, `${id}.toml`);
    writeFileSync(configuration, await configurationOf({ product, party, granted, customer }));
    found.push(...(await steadily(() => failuresOf(id, configuration, bank.baseUrl))));
  }
  const { open, unneeded } = unexplained(found, given.documents === all);
  for (const { document, operation, check, title, message, faults, sent } of open)
    console.log(`\n${document}: ${operation}: ${check}: ${title}\n${faults.join('; ') || message}\n${sent}`);
  for (const { operations, check, because } of unneeded)
    console.log(`\nNothing needs this explanation of ${check} at ${operations.join()} any more: ${because}`);
  failed = open.length + unneeded.length > 0;
  console.log(`${found.length} findings, ${open.length} of them not explained; ${unneeded.length} explanations not needed`);
} finally {
  await bank.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

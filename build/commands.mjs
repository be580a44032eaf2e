// The parts of the commands in package.json: `npm run <command> -- <part> <arguments>`. `npm run check -- help` prints them. Each runs the
// programs below with the arguments that follow the part.
const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];

/** A program of the repository. It reads compiled files unless `compiled` is false. `env`: its defaults; the environment overrides them. */
const program = (what, args, { compiled = true, env = {} } = {}) => ({ what, args, compiled, env });

/** The commands that must pass before a change is merged, in the order in which `npm run check` runs them. */
export const everyChange = ['npm run lint', 'npm run types', 'npm run check -- generated', 'npm test'];

export const commands = {
  check: {
    generated: program('are the generated files up to date?', ['generate/dist/generate.js', '--check']),
    openapi: program('lints the OpenAPI documents, offline', ['build/lint.mjs', 'openapi'], { compiled: false }),
    guides: program('runs the programs of all guides', [...jest, 'sandbox/test/guides.whole.spec.ts'], { env: { GUIDES: 'all' } }),
    npm: program('installs and runs the packages for third parties with npm 10, 11 and 12', ['build/check-npm.mjs']),
    budget: program('judges the processor time of the last runs of the tests', ['testing/check-budget.mjs'], { compiled: false }),
    build: program('builds a commit twice and compares the files', ['build/check-build.mjs'], { compiled: false }),
    upgrade: program('upgrades a bank of the last release under load', ['build/check-upgrade.mjs']),
    replicas: program('restarts the replicas of every service under load', ['build/check-replicas.mjs']),
    statements: program('puts statements through readers of others', ['build/check-statements.mjs']),
    'camt-samples': program('loads camt.053 files of public repositories', ['build/check-camt-samples.mjs']),
    schemathesis: program('runs Schemathesis against the OpenAPI documents', ['build/check-schemathesis.mjs']),
    clients: program('makes clients with the generators of others and calls a bank with each', ['build/check-clients.mjs']),
    compose: program('runs the containers of docker-compose.yml', ['docker/check.mjs']),
    'external-database': program('runs the containers with a PostgreSQL of others', ['docker/check-external-database.mjs']),
    smuggling: program('smuggles requests past both gateways', ['docker/check-smuggling.mjs']),
  },
  campaign: {
    chaos: program('payments while services and PostgreSQL are killed and hung', ['campaigns/dist/chaos.js']),
    interleave: program('requests that race, one statement at a time', ['campaigns/dist/interleave.js']),
    conformance: program('a bank for the FAPI 2.0 conformance suite', ['campaigns/dist/conformance.js']),
    fuzz: program('random requests to every operation', ['build/fuzz.mjs']),
    model: program('random events of payments beside a model', [...jest, 'apps/ais-pis/payments/test/payment-model.campaign.spec.ts'], {
      env: { MODEL_STEPS: '10000' },
    }),
    mutate: program('faults in the rules, which unit tests must notice', ['build/mutate.mjs'], { compiled: false }),
  },
  bench: {
    flood: program('a bank that is flooded', ['--max-semi-space-size=2', '--heap-growing-percent=30', 'bench/dist/bench.js', 'flood']),
    times: program('runs all tests and writes testing/times.json', jest, { env: { TEST_RING: 'all', TEST_TIMES: 'write' } }),
  },
  generate: {
    examples: program('calls every operation and writes docs/openapi/examples/', ['campaigns/dist/examples.js']),
    pictures: program('writes the pictures of the README', ['build/pictures.mjs']),
    sbom: program('writes the bill of materials (CycloneDX) to a file', ['generate/dist/sbom.js']),
  },
};

/** The program of a command whose first argument names none of its parts. `npm run check` is a list of commands instead. */
export const wholes = {
  campaign: program('all searches at one fixed size, with a record for the release; parts: tests, mutants, flood', ['build/campaign.mjs']),
  bench: program('a benchmark by name (bench/README.md); without one the hot reads', ['bench/dist/bench.js']),
  generate: program('writes all generated files', ['generate/dist/generate.js']),
};

/** The part that an argument names. Names that were scripts of their own, such as `check:upgrade`, are understood. */
export function partOf(command, argument = '') {
  const name = argument.replace(/^(check|test|lint):/, '');
  return Object.hasOwn(commands[command], name) ? commands[command][name] : undefined;
}

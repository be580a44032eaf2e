import TestSequencer from '@jest/test-sequencer';

/** Those that take a minute or more beside others. A run that begins one of them last has idle workers at its end. */
const longest = [
  'sandbox/test/fuzz.spec.ts',
  'sandbox/test/interleavings.spec.ts',
  'apps/portal/test/site.browser.spec.ts',
  'books/test/ledger-check.spec.ts',
  'sandbox/test/chaos.spec.ts',
  'sandbox/test/chaos-of-the-books.spec.ts',
  'testing/test/test-run.spec.ts',
  'apps/ais-pis/test/payment-model.spec.ts',
  'sandbox/test/start.spec.ts',
  'cli/test/openbank-view.browser.spec.ts',
  'apps/ais-pis/test/killed-at-points.spec.ts',
  'apps/mandates/test/collections-killed.spec.ts',
  'cli/test/openbank-availability.spec.ts',
  'libs/commands/test/jobs-survive.spec.ts',
  'apps/ais-pis/test/erasure.spec.ts',
  'apps/ais-pis/test/reads-together.spec.ts',
  'cli/test/openbank-view-acts.browser.spec.ts',
  'sandbox/test/erasure.spec.ts',
  'apps/ais-pis/test/standby-reads.spec.ts',
  'apps/mandates/test/customer-alerts.spec.ts',
  'cli/test/openbank-audit.spec.ts',
  'apps/ais-pis/test/approval-app.browser.spec.ts',
  'apps/ais-pis/test/execution-checks.spec.ts',
];
const isLongest = ({ path }) => longest.some((file) => path.endsWith(`/${file}`));

/** Begins with the longest files. jest's own order is by size where it has not seen the files before, and the longest are small. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(isLongest), ...sorted.filter((test) => !isLongest(test))];
  }
}

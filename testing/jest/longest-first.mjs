import TestSequencer from '@jest/test-sequencer';

/** Those that take a minute or more beside others. A run that begins one of them last has idle workers at its end. */
const longest = [
  'sandbox/test/fuzz.campaign.spec.ts',
  'sandbox/test/interleavings.campaign.spec.ts',
  'apps/portal/test/site.browser.whole.spec.ts',
  'books/test/ledger-check.whole.spec.ts',
  'sandbox/test/chaos.campaign.spec.ts',
  'sandbox/test/chaos-of-the-books.campaign.spec.ts',
  'testing/test/test-run.whole.spec.ts',
  'apps/ais-pis/test/payment-model.campaign.spec.ts',
  'sandbox/test/start.whole.spec.ts',
  'cli/test/openbank-view.browser.whole.spec.ts',
  'apps/ais-pis/test/killed-at-points.whole.spec.ts',
  'apps/mandates/test/collections-killed.whole.spec.ts',
  'cli/test/openbank-availability.whole.spec.ts',
  'libs/commands/test/jobs-survive.whole.spec.ts',
  'apps/ais-pis/test/erasure.whole.spec.ts',
  'apps/ais-pis/test/reads-together.whole.spec.ts',
  'cli/test/openbank-view-acts.browser.whole.spec.ts',
  'sandbox/test/erasure.whole.spec.ts',
  'apps/ais-pis/test/standby-reads.whole.spec.ts',
  'apps/mandates/test/customer-alerts.whole.spec.ts',
  'cli/test/openbank-audit.whole.spec.ts',
  'apps/ais-pis/test/approval-app.browser.whole.spec.ts',
  'apps/ais-pis/test/execution-checks.whole.spec.ts',
];
const isLongest = ({ path }) => longest.some((file) => path.endsWith(`/${file}`));

/** Begins with the longest files. jest's own order is by size where it has not seen the files before, and the longest are small. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(isLongest), ...sorted.filter((test) => !isLongest(test))];
  }
}

// What must never be wrong, and the unit tests that say so: `npm run campaign -- mutate` puts faults into these files.
const of = (project, area, file, ...tests) => ({
  area,
  file: `${project}/src/${file}.ts`,
  tests: tests.map((test) => `${project}/test/${test}.spec.ts`),
});

export const rules = [
  of('apps/ais-pis/ledger', 'posting', 'posting', 'posting'),
  of('apps/ais-pis/ledger', 'posting', 'posting-group', 'posting-group'),
  of('apps/ais-pis/payments', 'payments', 'payment', 'payment'),
  of('apps/ais-pis/payments', 'payments', 'execution/execution', 'execution-step'),
  of('apps/ais-pis/payments', 'payments', 'execution/payment-decision', 'payment-decision'),
  of('apps/ais-pis/payments', 'payments', 'checks/execution-check', 'execution-check'),
  of('apps/ais-pis/payments', 'limits', 'checks/spending', 'execution-check'),
  of('apps/ais-pis/consents', 'consents', 'consent', 'consent'),
  of('apps/ais-pis/consents', 'consents', 'consent-access', 'consent-access', 'resource-match'),
  // Its tests begin with what a consent asks for.
  {
    area: 'consents',
    file: 'apps/ais-pis/accounts/src/resource-match.ts',
    tests: ['apps/ais-pis/consents/test/resource-match.spec.ts'],
  },
  of('apps/mandates', 'mandates', 'mandates/mandate', 'mandate'),
  of('apps/mandates', 'mandates', 'collections/collection', 'collection'),
  of('apps/mandates', 'mandates', 'collections/matching', 'matching'),
  of('libs/access', 'access', 'consent-coverage', 'authorize-read', 'account-types'),
  of('libs/access', 'access', 'resource-grants', 'authorize-read'),
  of('libs/access', 'limits', 'consent-frequency', 'consent-frequency'),
  of('libs/limits', 'limits', 'limit-plan', 'limit-plan'),
  of('libs/limits', 'limits', 'rate-limit-subject', 'subject'),
  of('libs/limits', 'limits', 'memory-window-storage', 'memory-window-storage'),
  of('libs/messages', 'amounts', 'amount', 'amounts'),
  of('libs/messages', 'amounts', 'money', 'money'),
  of('libs/messages', 'amounts', 'currencies', 'amounts', 'money'),
];

import { issuerRowsOf, pageRowsOf, services, type Operation } from '@open-banking/spec';
import { exchange, ownAddress, runningBank, type HttpResponse } from '@open-banking/testing';

/** What browsers are answered by: pages, and what the issuers show of their own. */
const rows = services.flatMap((service) => [...pageRowsOf(service), ...issuerRowsOf(service)]);

/** What a policy lacks (CSP Level 3) so that a page loads nothing from elsewhere, runs no inline script and stands in no frame. */
function policyFaults({ headers }: HttpResponse): string[] {
  const policy = String(headers['content-security-policy']);
  return [
    ...(/^default-src '(?:none|self)'/.test(policy) ? [] : ['default-src is open']),
    ...["base-uri 'none'", "frame-ancestors 'none'"].filter((directive) => !policy.includes(directive)),
    ...(/unsafe-|\*|(?<!form-action[^;]*)https?:/.exec(policy) ?? []),
    ...(headers['x-frame-options'] === 'DENY' ? [] : ['X-Frame-Options']),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['X-Content-Type-Options']),
  ];
}

describe('a page of the bank', () => {
  const bank = runningBank(services);
  const ask = async ({ method, path }: Operation) => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    return exchange(bank.baseUrl + path.replaceAll(/\{[^}]+\}/g, 'unknown'), {
      method,
      from: ownAddress(),
      headers: { accept: 'text/html', ...(method !== 'GET' && form) },
      ...(method !== 'GET' && { body: 'step=sign-in&login=nobody&password=wrong' }),
    });
  };

  it('has a policy, whichever it is: nothing from elsewhere, no inline script, no frame', async () => {
    const faults: Record<string, string[]> = {};
    let pages = 0;
    for (const row of rows) {
      const answer = await ask(row);
      if (!String(answer.headers['content-type']).startsWith('text/html') || answer.text === '') continue;
      pages += 1;
      const found = policyFaults(answer);
      if (found.length > 0) faults[`${row.method} ${row.path}`] = found;
    }
    expect(faults).toEqual({});
    expect(pages).toBeGreaterThan(40);
  });
});

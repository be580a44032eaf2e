import { randomUUID } from 'node:crypto';
import { maintenanceInternal } from '@open-banking/spec';
import { Browser, internalCall, ownAddress, freshBank, until } from '@open-banking/testing';

describe('the status page', () => {
  const bank = freshBank(['ais-pis', 'cards', 'portal'], { SECURITY_CONTACT: 'mailto:security@bank.example' });
  const page = async () => (await new Browser(bank.baseUrl, ownAddress()).open('/status')).text;
  const productState = (html: string, product: string) => new RegExp(`<td>${product}</td><td><span[^>]*>([^<]*)<`).exec(html)?.[1];

  it('says of each product whether it is available, and names those that are not', async () => {
    let html = await page();
    await until('all that runs is known to', async () => /<td>Cards<\/td><td><span[^>]*>Available</.test((html = await page())));
    expect(productState(html, 'Account information and payment initiation')).toBe('Available');
    expect(productState(html, 'Cards')).toBe('Available');
    // These services do not run in this bank.
    expect(productState(html, 'Mandate services')).toBe('Not available');
    expect(html).toMatch(/Not available: [^<]*Mandate services[^<]*\. Requests are answered 503/);
    expect(html).not.toMatch(/Not available: [^<]*Cards/);
  });

  it('lists announced maintenance until it is withdrawn', async () => {
    expect(await page()).toContain('None is announced.');
    const windowId = randomUUID();
    const startsAt = new Date(Date.now() + 3_600_000).toISOString();
    const body = { startsAt, endsAt: new Date(Date.now() + 7_200_000).toISOString(), reason: 'New disks' };
    const announced = (id: string) =>
      internalCall(bank.operator, 'ais-pis', maintenanceInternal.announceMaintenance, body, { windowId: id });
    for (const id of ['00000000-0000-0000-0000-000000000000', 'no-uuid'])
      expect(await announced(id)).toAnswer(400, { tppMessages: [{ path: 'windowId' }] });
    expect(await announced(windowId)).toAnswer(200);
    await until('the window is listed', async () => (await page()).includes(`datetime="${startsAt}"`));
    await internalCall(bank.operator, 'ais-pis', maintenanceInternal.withdrawMaintenance, undefined, { windowId });
    await until('the window is gone', async () => (await page()).includes('None is announced.'));
  });

  // RFC 9116: one contact at least, exactly one expiry, less than a year ahead. Without the setting there is no such file (site.spec.ts).
  it('stands beside the contact for reports of weaknesses, whose validity lies months ahead', async () => {
    const response = await fetch(`${bank.baseUrl}/.well-known/security.txt`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const text = await response.text();
    const fields = text
      .trimEnd()
      .split('\n')
      .map((line) => /^([A-Z][A-Za-z-]+): (\S.*)$/.exec(line)!.slice(1) as [string, string]);
    expect(text.endsWith('\n')).toBe(true);
    expect(fields.map(([name]) => name)).toEqual(['Contact', 'Expires', 'Canonical', 'Preferred-Languages']);
    const { Contact, Expires, Canonical } = Object.fromEntries(fields);
    expect([Contact, Canonical]).toEqual(['mailto:security@bank.example', `${bank.baseUrl}/.well-known/security.txt`]);
    // The form of RFC 3339.
    expect(Expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    const days = (Date.parse(Expires!) - Date.now()) / 86_400_000;
    expect([days > 90, days < 365]).toEqual([true, true]);
  });
});

import { randomUUID } from 'node:crypto';
import { maintenanceInternal } from '@open-banking/spec';
import { Browser, internalCall, ownAddress, ownBank, until } from '@open-banking/testing';

describe('the status page', () => {
  const bank = ownBank(['ais-pis', 'cards', 'portal']);
  const page = async () => (await new Browser(bank.baseUrl, ownAddress()).open('/status')).text;
  const stateOf = (html: string, product: string) => new RegExp(`<td>${product}</td><td><span[^>]*>([^<]*)<`).exec(html)?.[1];

  it('says of each product whether it is available, and names those that are not', async () => {
    let html = await page();
    await until('all that runs is known to', async () => /<td>Cards<\/td><td><span[^>]*>Available</.test((html = await page())));
    expect(stateOf(html, 'Account information and payment initiation')).toBe('Available');
    expect(stateOf(html, 'Cards')).toBe('Available');
    // These services do not run in this bank.
    expect(stateOf(html, 'Mandate services')).toBe('Not available');
    expect(html).toMatch(/Not available: [^<]*Mandate services[^<]*\. Requests are answered 503/);
    expect(html).not.toMatch(/Not available: [^<]*Cards/);
  });

  it('lists announced maintenance until it is withdrawn', async () => {
    expect(await page()).toContain('None is announced.');
    const windowId = randomUUID();
    const startsAt = new Date(Date.now() + 3_600_000).toISOString();
    const body = { startsAt, endsAt: new Date(Date.now() + 7_200_000).toISOString(), reason: 'New disks' };
    expect(await internalCall(bank.operator, 'ais-pis', maintenanceInternal.announceMaintenance, body, { windowId })).toAnswer(200);
    await until('the window is listed', async () => (await page()).includes(`datetime="${startsAt}"`));
    await internalCall(bank.operator, 'ais-pis', maintenanceInternal.withdrawMaintenance, undefined, { windowId });
    await until('the window is gone', async () => (await page()).includes('None is announced.'));
  });
});

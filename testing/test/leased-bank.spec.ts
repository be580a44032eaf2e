import { leasedBank } from '@open-banking/testing';
import { LeasedBank } from '../src/leased-bank.js';

describe('leased banks', () => {
  const settings = { CONSENT_DAYS: '77' };
  const bank = leasedBank(['ais-pis'], settings);
  const opened: LeasedBank[] = [];
  const another = async () => {
    const one = new LeasedBank(['ais-pis'], settings, 'baseline');
    await one.connect();
    opened.push(one);
    return one;
  };
  const giveBack = async (one: LeasedBank) => {
    opened.splice(opened.indexOf(one), 1);
    await one.disconnect();
  };
  afterAll(() => Promise.all(opened.map((one) => one.disconnect())));
  const clientsOf = async (of: LeasedBank) =>
    (await of.database('ais-pis').query<{ id: string }>('select client_id as id from client')).rows.map(({ id }) => id);

  it('of two files at the same time have neither addresses, nor databases, nor a clock in common', async () => {
    const other = await another();
    expect(other.baseUrl).not.toBe(bank.baseUrl);
    const { clientId } = await bank.client();
    expect([(await clientsOf(bank)).includes(clientId), (await clientsOf(other)).includes(clientId)]).toEqual([true, false]);
    const before = (await other.clock()).offsetMs;
    const moved = await bank.advance('P2D');
    expect(moved.offsetMs).toBeGreaterThanOrEqual(2 * 86_400_000);
    expect((await other.clock()).offsetMs).toBe(before);
    await giveBack(other);
  });

  it('share the databases of services that they do not have, and no other', async () => {
    const other = await another();
    const [{ 'ais-pis': own, ...rest }, { 'ais-pis': others, ...othersRest }] = [bank.facts.ownerUrls, other.facts.ownerUrls];
    expect(others).not.toBe(own);
    expect(othersRest).toEqual(rest);
    await giveBack(other);
  });

  it('go to the next file with their clock and clients, and not when they are spent', async () => {
    const first = await another();
    const [{ baseUrl }, { clientId }, { offsetMs }] = [first, await first.client(), await first.advance('P1D')];
    await giveBack(first);
    const next = await another();
    expect([next.baseUrl, (await clientsOf(next)).includes(clientId), (await next.clock()).offsetMs]).toEqual([baseUrl, true, offsetMs]);
    next.spend();
    await giveBack(next);
    expect((await another()).baseUrl).not.toBe(baseUrl);
  });

  it('are spent when their clock has been moved by most of a year', async () => {
    const first = await another();
    const { baseUrl } = first;
    await first.advance('P301D');
    await giveBack(first);
    expect((await another()).baseUrl).not.toBe(baseUrl);
  });
});

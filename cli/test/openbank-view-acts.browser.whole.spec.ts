import { inDays, internalCall, NotificationReceiver, freshBank, until, type TestClient } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser, type Page } from '@open-banking/testing/browser';
import { clearingInternal, lookupsInternal } from '@open-banking/spec';
import { viewsOf, type RunningView } from './a-view.js';

/** Where an operator is signed in for the whole file. */
interface Desk extends RunningView {
  readonly page: Page;
}

describe('openbank view, with SECOND_OPERATOR=money,consents', () => {
  const bank = freshBank(['ais-pis', 'mandates'], { SECOND_OPERATOR: 'money,consents' });
  const browser = testBrowser();
  const { openbank, viewOf } = viewsOf(bank);
  let [dana, omer]: Desk[] = [];
  let client: TestClient;
  let iban: string;

  const deskOf = async (name: string): Promise<Desk> => {
    const view = await viewOf(name, 'read,act,approve');
    const { page } = await browser.open(view.link, { viewport: { width: 1_200, height: 800 }, bypassCSP: true });
    return { ...view, page };
  };
  beforeAll(async () => {
    [dana, omer] = [await deskOf('dana'), await deskOf('omer')];
    client = await bank.client({ name: 'Corner Shop' });
    iban = (bank.resources(bank.demo, 'account').find(({ currency }) => currency === 'EUR')!.reference as { iban: string }).iban;
  });

  const show = async ({ page, origin }: Desk, path: string): Promise<Page> => {
    await page.goto(origin + path);
    return page;
  };
  /** Ticks that it was checked, where the form asks, presses, and gives what the next page says of it. */
  const press = async ({ page }: Desk, button: string, within = 'main'): Promise<string> => {
    const form = page.locator(`${within} form`).filter({ has: page.getByRole('button', { name: button }) });
    const tick = form.locator('[name=sure]');
    if ((await tick.count()) > 0) await tick.check();
    await form.getByRole('button', { name: button }).click();
    return (await page.locator('[role=status], [role=alert]').textContent())!;
  };
  /** As shown, on a desktop and a phone. */
  const hasNoBarriers = async ({ page }: Desk, name: string): Promise<void> => {
    for (const width of [390, 1_200]) {
      await page.setViewportSize({ width, height: 800 });
      expect([name, width, await barriersOn(page)]).toEqual([name, width, []]);
      await screenshot(page, `view${name.replaceAll('/', '-')}-${width}`);
    }
  };
  const rowWith = (text: string): string => `tr:has-text("${text}")`;

  const aPayment = async (): Promise<string> => {
    const itself = await client.withClientToken('payments', 'PIS');
    const created = await itself.post('/v1.7/payments/instant-sepa-credit-transfers', {
      instructedAmount: { currency: 'EUR', amount: '1.50' },
      creditorAccount: { iban: 'DE89370400440532013000' },
      creditorName: 'Bookshop',
      debtorAccount: { iban },
    });
    const { paymentId } = created.body as { paymentId: string };
    await client.approvedBy(bank.demo, 'payments', `PIS:${paymentId}`);
    return paymentId;
  };
  const aMandate = async (): Promise<string> => {
    const itself = await client.withClientToken('mandates', 'MANDATE');
    const created = await itself.post('/v2/mandates', {
      mandateId: `M-${process.pid}`,
      mandateType: { localInstrumentCode: 'CORE', classificationCode: 'VARI' },
      occurrences: { sequenceType: 'RCUR', frequencyType: 'MNTH', firstCollectionDate: inDays(14) },
      maximumAmount: { currency: 'EUR', amount: '60.00' },
      creditor: { name: 'City Power' },
      creditorSchemeIdentification: 'DE98ZZZ09999999999',
      creditorAccount: { iban: 'DE89370400440532013000' },
      debtor: { name: 'Dana Levi' },
      debtorAccount: { iban },
    });
    const { resourceId } = created.body as { resourceId: string };
    await client.approvedBy(bank.demo, 'mandates', `MANDATE:${resourceId}`);
    return resourceId;
  };

  it('shows a consent, a payment and a mandate without accessibility violation (axe), on a desktop and a phone', async () => {
    const { consentId } = await client.consentedBy(bank.demo, { balances: [{ iban }] });
    for (const path of [`/consents/${consentId}`, `/payments/${await aPayment()}`, `/mandates/${await aMandate()}`]) {
      await show(dana!, path);
      expect([path, await dana!.page.textContent('main')]).toEqual([path, expect.stringContaining(bank.demo.psuId)]);
      expect([path, await dana!.page.textContent('main')]).toEqual([path, expect.stringContaining('D. L.')]);
      await hasNoBarriers(dana!, path.replace(/[0-9a-f-]{36}/, 'approved'));
    }
  });

  it('a consent is revoked, and a client removed, when a second operator approves what the first has asked for', async () => {
    const other = await bank.client({ name: 'Second Shop' });
    const reader = await other.consentedBy(bank.demo, { balances: [{ iban }] });
    const steps = [
      ['Revoke', `/consents/${reader.consentId}`, reader.consentId],
      ['Remove', `/clients/${other.clientId}`, other.clientId],
    ] as const;
    for (const [button, path, id] of steps) {
      await show(dana!, path);
      expect(await press(dana!, button)).toContain('Nothing is done yet');
      expect(await dana!.page.textContent('main')).toContain('Waits for a second operator');
      await show(dana!, '/proposals');
      expect(await dana!.page.locator(`${rowWith(id)} button`).allTextContents()).toEqual([expect.stringMatching(/^Refuse/)]);
      if (button === 'Revoke') expect(await reader.get('/v1.7/accounts')).toAnswer(200);
      await show(omer!, '/proposals');
      if (button === 'Remove') await hasNoBarriers(omer!, '/proposals-open');
      expect(await press(omer!, 'Approve', rowWith(id))).toBe('It is approved and done.');
      expect(await omer!.page.textContent(rowWith(id))).toContain(`DONE ${omer!.operator}`);
      if (button === 'Revoke') expect((await reader.get('/v1.7/accounts')).status).toBe(401);
    }
    await show(dana!, `/clients/${other.clientId}`);
    expect(await dana!.page.textContent('h1')).toBe('Not found');
  });

  it('a late payment is decided, and a contradicting answer of clearing settled, on the page of the payment by two operators', async () => {
    await internalCall(bank.operator, 'ais-pis', clearingInternal.addClearingRule, { answer: 'accepted', after: 'P200D' });
    const paymentId = await aPayment();
    const inspected = async () => {
      const { body } = await internalCall(bank.operator, 'ais-pis', lookupsInternal.inspectPayment, undefined, { paymentId });
      return (body as { instruction: { instructionId: string; state: string } | null }).instruction;
    };
    await until('clearing is instructed', async () => (await inspected()) !== null);
    await bank.advance('PT11S');
    const { instructionId } = (await inspected())!;
    const approveOnItsPage = async () => {
      await show(omer!, `/payments/${paymentId}`);
      expect(await press(omer!, 'Approve')).toBe('It is approved and done.');
      expect(await omer!.page.textContent('main')).not.toContain('Waits for a second operator');
    };

    await show(dana!, `/payments/${paymentId}`);
    await dana!.page.selectOption('[name=answer]', 'rejected');
    await dana!.page.fill('[name=reason]', 'AC04');
    await dana!.page.fill('[name=note]', 'asked by telephone');
    expect(await press(dana!, 'Resolve')).toContain('Nothing is done yet');
    await hasNoBarriers(dana!, '/payments-proposed');
    await approveOnItsPage();
    expect(await inspected()).toMatchObject({ state: 'REJECTED', decided: 'REJECTED', contradictedBy: null });

    const answered = internalCall(bank.operator, 'ais-pis', clearingInternal.answerInstruction, { answer: 'accepted' }, { instructionId });
    expect(await answered).toAnswer(409);
    await show(dana!, `/payments/${paymentId}`);
    expect(await dana!.page.textContent('main')).toContain('Contradicted');
    await dana!.page.fill('[name=note]', 'they send it back by hand');
    expect(await press(dana!, 'Settle')).toContain('Nothing is done yet');
    await approveOnItsPage();
    expect(await inspected()).toMatchObject({ state: 'REJECTED', contradictedBy: 'ACCEPTED', settlementNote: 'they send it back by hand' });
    expect(await omer!.page.locator('button:has-text("Settle")').count()).toBe(0);
  });

  it('an adjustment is booked when a second operator approves what the first has proposed', async () => {
    const reason = 'Fee given back';
    await show(dana!, '/adjustments');
    for (const [name, value] of Object.entries({ iban, amount: '7.50', currency: 'EUR', reason }))
      await dana!.page.fill(`[name=${name}]`, value);
    expect(await press(dana!, 'Propose')).toContain('Another operator must approve it');
    expect(await dana!.page.locator(`${rowWith(reason)} button`).allTextContents()).toEqual([expect.stringMatching(/^Refuse/)]);
    await show(omer!, '/adjustments');
    expect(await press(omer!, 'Approve', rowWith(reason))).toBe('The adjustment is booked.');
    expect(await omer!.page.textContent(rowWith(reason))).toContain('BOOKED');
  });

  it('a notification that was given up is sent again', async () => {
    const receiver = await (await NotificationReceiver.create()).open();
    const newClient = await bank.client({ redirectUri: `${receiver.origin}/back` });
    const itself = await newClient.withClientToken('consents', 'AIS');
    const access = {
      access: { allPsd2: 'allAccounts' },
      recurringIndicator: false,
      validUntil: inDays(1),
      frequencyPerDay: 1,
      combinedServiceIndicator: false,
    };
    const created = await itself.post('/v1.7/consents', access, { headers: { 'tpp-notification-uri': `${receiver.origin}/told` } });
    const { consentId } = created.body as { consentId: string };
    expect(await itself.delete(`/v1.7/consents/${consentId}`)).toAnswer(204);
    const [first] = await receiver.waitFor(1);
    const giveUp = 'update notification set delivered = false where subject_id = $1 and settled_at is not null';
    await until('the delivery is kept', async () => (await bank.database('ais-pis').query(giveUp, [consentId])).rowCount === 1);
    await show(dana!, '/notifications?service=ais-pis&of=given-up');
    expect(await press(dana!, 'Send again', rowWith(consentId))).toContain('is sent again');
    const again = (await receiver.waitFor(2))[1]!;
    expect([again.headers['x-request-id'], again.raw]).toEqual([first!.headers['x-request-id'], first!.raw]);
    receiver.close();
  });

  it('a list of the command line that is empty says so', async () => {
    for (const [list, says] of [
      ['proposal list --state REFUSED', 'There are no such proposals.'],
      ['adjustment list --state REFUSED', 'There are no such adjustments.'],
      ['maintenance list', 'No maintenance is announced.'],
      ['client logo list --status refused', 'No logo is refused.'],
    ] as const)
      expect([list, await openbank(...list.split(' '))]).toEqual([list, `${says}\n`]);
  });

  it('the clock of the sandbox is advanced, and every seal of the audit verified', async () => {
    const before = new Date((await bank.clock()).now).getTime();
    await show(dana!, '/');
    await dana!.page.fill('[name=by]', 'PT24H');
    expect(await press(dana!, 'Advance')).toBe('The clock was advanced.');
    expect(new Date((await bank.clock()).now).getTime()).toBeGreaterThanOrEqual(before + 24 * 3_600_000);

    await show(dana!, '/audit');
    await dana!.page.click('button:has-text("Verify all seals")');
    await dana!.page.waitForURL('**/audit/verification');
    expect(await dana!.page.textContent('h1')).toBe('Every seal is right');
    expect(await dana!.page.locator('td[data-label=Result]').allTextContents()).toEqual(expect.arrayContaining(['right', 'right']));
  });
});

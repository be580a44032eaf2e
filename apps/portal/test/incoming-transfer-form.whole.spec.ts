import { services } from '@open-banking/spec';
import { runningBank } from '@open-banking/testing';
import { AScenarist } from './a-scenarist.js';

describe('the form of an incoming transfer', () => {
  const bank = runningBank(services);

  it('stays open with what was typed and the fault at its field, and books what is right', async () => {
    const one = await AScenarist.of(bank);
    const accounts = [{ currency: 'EUR', opening: '100.00' }];
    const { customerId } = await one.customer({ accounts });
    const { browser } = one.developer;
    await browser.open(`/developer/customers/${customerId}`);
    const refused = await browser.press('receive', { amount: 'abc', debtorName: 'My Employer', text: 'Salary' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('<details open>');
    expect(refused.text).toMatch(/name="amount"[^>]* value="abc"[^>]* aria-invalid="true" aria-describedby="amount-fault" autofocus>/);
    expect(refused.text).toMatch(/<span class="fault" id="amount-fault">Must be [^<]+<\/span>/);
    expect(refused.text).toMatch(/name="debtorName"[^>]* value="My Employer" autocomplete="off">/);
    expect(refused.text).toMatch(/name="text"[^>]* value="Salary"/);
    const { status, text } = await browser.press('receive', { amount: '12.50', debtorName: 'My Employer', text: 'Salary' });
    expect([status, text.includes('class="fault"')]).toEqual([200, false]);
    expect(text).toContain('12.50 EUR from My Employer');
  });
});

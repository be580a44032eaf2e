import { reasonText } from '../src/payment-reason.js';

const ofAnother = "The creditor's bank gave this reason (an ISO 20022 external code, or its own text).";

describe('the text of a reason', () => {
  it.each([
    ['AC04', "The creditor's account is closed."],
    ['CUST', 'The creditor refused the payment.'],
    ['RR04', 'The payment is forbidden by a regulation.'],
    // A core that keeps the books says so of its own customer.
    ['AM04', "The debtor's account has insufficient funds."],
    ['ED05', ofAnother],
    ['ZZ99', ofAnother],
    ['Compte clôturé (motif interne 7)', ofAnother],
    ['constructor', ofAnother],
  ])('that clearing gives is from the creditor’s side: %s', (reason, text) => {
    expect(reasonText(reason, { byClearing: true })).toBe(text);
  });

  it.each([
    ['AC04', "The debtor's account is closed."],
    ['CUST', 'The customer decided against the payment.'],
    ['RR04', 'The payment is forbidden by a regulation.'],
    ['AM04', "The debtor's account has insufficient funds."],
    ['ZZ99', 'The payment could not be executed.'],
  ])('that this bank gives is from the debtor’s side: %s', (reason, text) => {
    expect(reasonText(reason, { byClearing: false })).toBe(text);
  });
});

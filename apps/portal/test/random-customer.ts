import { Chance } from '@open-banking/testing';

const day = (today: string, before: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) - before * 86_400_000).toISOString().slice(0, 10);

/** A customer whose data are drawn: of the right form always, and free of contradictions most of the time. */
export function randomCustomer(seed: number, today: string): object {
  const chance = new Chance(`random customer ${seed}`);
  const some = <T>(of: T): T | undefined => (chance.happens(0.5) ? of : undefined);
  const list = <T>(most: number, make: (at: number) => T): T[] => Array.from({ length: chance.between(0, most) }, (_, at) => make(at));
  const past = (most = 900): string => day(today, chance.happens(0.02) ? -1 : chance.between(0, most));
  const amount = (most = 50_000): string => {
    const minor = chance.happens(0.05) ? chance.between(0, 5) : chance.between(1, most);
    return `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
  };
  const signed = (): string => `${chance.happens(0.45) ? '-' : ''}${amount()}`;
  const text = (): string =>
    chance.pick(['Rent', 'Ünïcode ✓', 'תשלום', '"quoted" \\ back', 'a\tb', "O'Neil & Sons <b>", '550e8400-e29b-41d4-a716-446655440000']);
  const twoPeople = chance.happens(0.5);
  const accounts = Array.from({ length: chance.between(1, 4) }, () => ({
    currency: some(chance.pick(['ILS', 'EUR'])),
    name: some(text()),
    ownerName: some(text()),
    owners: twoPeople ? chance.pick(['first', 'second', 'either', 'both']) : chance.happens(0.03) ? 'both' : 'first',
    usage: some(chance.pick(['private', 'business'])),
    overdraft: some(amount(500_000)),
    opening: chance.happens(0.8) ? amount(90_000_000) : some(signed()),
    entries: list(30, () => {
      const pending = chance.happens(0.1);
      return {
        bookingDate: pending ? undefined : past(),
        valueDate: some(day(today, chance.between(-400, 900))),
        amount: signed(),
        status: pending ? 'pending' : some('booked'),
        text: some(text()),
        kind: some(
          chance.pick(['transfer', 'salary', 'standingOrder', 'directDebit', 'debitCard', 'cash', 'fee', 'interest', 'tax', 'return']),
        ),
        counterparty: some({ name: some(text()), iban: some('DE89370400440532013000'), bic: some('COBADEFFXXX') }),
      };
    }),
  }));
  const account = (): number | undefined => some(chance.between(0, chance.happens(0.03) ? 9 : accounts.length - 1));
  const body = {
    people: some(Array.from({ length: twoPeople ? 2 : 1 }, () => ({ name: text(), language: some(chance.pick(['en', 'he'])) }))),
    secondOwner: twoPeople,
    accounts,
    savings: some(
      list(3, () => ({
        account: account(),
        interestRate: some('2.5'),
        opening: some(amount(900_000)),
        entries: list(12, () => {
          const kind = chance.pick(['deposit', 'deposit', 'withdrawal', 'interest', 'tax']);
          return { bookingDate: past(), amount: `${['withdrawal', 'tax'].includes(kind) ? '-' : ''}${amount(20_000)}`, kind };
        }),
      })),
    ),
    cards: some(
      list(3, () => ({
        account: account(),
        creditLimit: some(amount()),
        statementDay: some(chance.between(1, 28)),
        debitDay: some(chance.between(1, 28)),
        transactions: list(40, () => {
          const before = chance.between(0, 500);
          const pending = chance.happens(0.1);
          return {
            date: day(today, before),
            bookingDate: pending ? undefined : some(day(today, Math.max(0, before - chance.between(0, 3)))),
            amount: `${chance.happens(0.9) ? '-' : ''}${amount(40_000)}`,
            status: pending ? 'pending' : undefined,
            merchant: some({ name: text(), town: some(text()), country: some('IL'), categoryCode: some('5942') }),
          };
        }),
      })),
    ),
    loans: some(
      list(2, () => ({
        account: account(),
        kind: chance.pick(['mortgage', 'consumer', 'car', 'business']),
        amount: amount(90_000_000),
        interestRate: chance.pick(['0', '4.75', '19.99']),
        months: chance.between(1, 360),
        startDate: past(3_000),
        repaymentMethod: some(chance.pick(['annuity', 'equalPrincipal'])),
        unpaidInstalments: some(chance.between(0, 3)),
      })),
    ),
    securities: some(
      list(2, () => ({
        account: account(),
        purchases: list(5, () => ({
          instrument: chance.pick(['IL0099011012', 'GEMEL-770', 'DE0009906016', 'US9999013017', 'IE00BZ9904A9']),
          units: chance.between(1, 200),
          date: past(700),
          price: some(amount(20_000)),
        })),
      })),
    ),
  };
  return JSON.parse(JSON.stringify(body)) as object;
}

import { randomInt, randomUUID } from 'node:crypto';
import { runningBank, type Caller, type TestCustomer } from '@open-banking/testing';
import { ibansOf } from '@open-banking/messages';
import { paymentRulesInternal } from '@open-banking/spec';
import { aCustomer, anAccount, type TestAccount } from '@open-banking/ais-pis-testing/a-customer';
import { anOperator } from '@open-banking/ais-pis-testing/an-operator';
import { abroad, aPayer, inShekel, statusAfter } from '@open-banking/ais-pis-testing/a-payment';
import { PaymentApprover } from '@open-banking/ais-pis-testing/an-approval';
import { comparablePattern, isPattern, lettersOf } from '@open-banking/ais-pis-payments';

const crossBorder = '/v1.7/payments/cross-border-credit-transfers';
const masav = '/v1.7/payments/masav';

/** How many characters are compared in one text. */
const together = 256;

/** An account at another bank that no other test pays. */
function elsewhere(): { iban: string; bban: string } {
  const bban = `37040044${String(randomInt(10 ** 10)).padStart(10, '0')}`;
  return { bban, iban: ibansOf(bban).find((iban) => iban.startsWith('DE'))! };
}
const grouped = (text: string, by: string) => text.replace(/(.{4})(?=.)/g, `$1${by}`);

describe('a blocked creditor', () => {
  const bank = runningBank(['ais-pis']);
  let approvals: PaymentApprover;
  let dana: Awaited<ReturnType<typeof anOperator>>;
  let payer: Caller;
  let customer: TestCustomer;
  let debtors: Readonly<Record<'EUR' | 'ILS', TestAccount>>;
  beforeAll(async () => {
    [approvals, dana, payer] = [await PaymentApprover.connect(bank), await anOperator(bank, ['read', 'act']), await aPayer(bank)];
    customer = await aCustomer(bank);
    const [EUR, ILS] = await Promise.all(
      ['EUR', 'ILS'].map((currency) => anAccount(bank, [customer], { currency, booked: '10000.00', opened: true })),
    );
    debtors = { EUR: EUR!, ILS: ILS! };
  });
  afterAll(() => approvals.close());

  const isPaidBy = async (product: string, body: object, { accountId }: TestAccount): Promise<boolean> => {
    const created = await payer.post(product, body);
    expect(created).toAnswer(201);
    const paymentId = created.body.paymentId as string;
    await approvals.approve(paymentId, accountId, { by: customer.psuId });
    return (await statusAfter(payer, `${product}/${paymentId}`, ['RCVD', 'ACTC'])) !== 'RJCT';
  };
  const isPaid = (to: object) => isPaidBy(crossBorder, { ...abroad, ...to }, debtors.EUR);
  /** By a product whose messages carry letters of every script. */
  const isPaidTo = (creditorName: string) => isPaidBy(masav, { ...inShekel, creditorName }, debtors.ILS);
  const blocks = async (entry: object) =>
    expect(await dana.call(paymentRulesInternal.blockCreditors, { creditors: [{ reason: 'LEGL', ...entry }] })).toAnswer(200, { added: 1 });
  const forms = ({ iban, bban }: { iban: string; bban: string }): object[] => [
    { iban },
    { bban },
    { other: { identification: bban } },
    { other: { identification: grouped(bban, '-') } },
    { other: { identification: grouped(bban, ' ') } },
  ];

  it.each([
    ['an IBAN', ({ iban }: { iban: string }) => grouped(iban, ' ')],
    ['the number within it', ({ bban }: { bban: string }) => grouped(bban, '-')],
  ])('that is blocked as %s is paid in none of the forms in which the account can be written', async (_, written) => {
    const [blocked, other] = [elsewhere(), elsewhere()];
    await blocks({ account: written(blocked) });
    for (const creditorAccount of forms(blocked))
      expect([creditorAccount, await isPaid({ creditorAccount })]).toEqual([creditorAccount, false]);
    for (const creditorAccount of forms(other))
      expect([creditorAccount, await isPaid({ creditorAccount })]).toEqual([creditorAccount, true]);
  });

  it('of the last release, which kept the hyphens of a number, is not paid either', async () => {
    const [blocked, other] = [elsewhere(), elsewhere()];
    await bank
      .database('ais-pis')
      .query(
        "insert into blocked_creditor (entry_id, account, is_pattern, shown, reason, added_by, added_at) values ($1, $2, false, $2, 'LEGL', $3, now())",
        [randomUUID(), grouped(blocked.iban, '-'), dana.name],
      );
    expect(await isPaid({ creditorAccount: { iban: blocked.iban } })).toBe(false);
    expect(await isPaid({ creditorAccount: { iban: other.iban } })).toBe(true);
  });

  it('that is blocked by name is not paid in wide letters, or with characters between them that nobody sees', async () => {
    const word = `x${randomUUID().replaceAll(/[0-9-]/g, 'q')}`;
    await blocks({ name: `${word} trading` });
    const wide = [...word].map((letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)).join('');
    const [start, end] = [word.slice(0, 4), word.slice(4)];
    for (const creditorName of [
      `${word} Trading`,
      `${wide} Trading`,
      `${start}\u200e${end} Trading`,
      `${start}-${end} Trading`,
      `${start}.${end} Tra\u200dding`,
      `${start}\u00b4${end} Trading`,
      `${start}\u02bc${end} Trading`,
      `${start}\u02d0${end} Trading`,
    ])
      expect([creditorName, await isPaidTo(creditorName)]).toEqual([creditorName, false]);
    expect(await isPaidTo(`${start} ${end} Trading`)).toBe(true);
  });

  it('that is blocked by name is found whatever was written between the letters, also where the last release stored it', async () => {
    const word = `x${randomUUID().replaceAll(/[0-9-]/g, 'q')}`;
    const stored = `${word} على`.toUpperCase();
    await bank
      .database('ais-pis')
      .query(
        "insert into blocked_creditor (entry_id, name_pattern, is_pattern, shown, reason, added_by, added_at) values ($1, $2, false, $2, 'LEGL', $3, now())",
        [randomUUID(), stored, dana.name],
      );
    expect(await isPaidTo(`${word} ع\u0640لي`)).toBe(false);
    expect(await isPaidTo(`${word} علا`)).toBe(true);
  });

  it('is found by the same letters in the database as in the normal form, for each character of Unicode', async () => {
    const characters = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
      .map((code) => String.fromCodePoint(code))
      .filter((character) => !isPattern(character.normalize('NFKD')));
    // Many in one text, each between two letters, and each pattern once: one by one they take 20 s of processor time.
    const texts = Array.from({ length: Math.ceil(characters.length / together) }, (_, at) =>
      ['', ...characters.slice(at * together, (at + 1) * together), ''].join('a'),
    );
    const patterns = texts.map(comparablePattern);
    const { rows } = await bank
      .database('ais-pis')
      .query<{ pattern: string; letters: string }>(
        'select pattern, name_letters(pattern) as letters from unnest($1::text[]) as p(pattern)',
        [[...new Set(patterns)]],
      );
    const stored = new Map(rows.map(({ pattern, letters }) => [pattern, letters]));
    expect(texts.filter((text, at) => lettersOf(text) !== stored.get(patterns[at]!))).toEqual([]);
  });
});

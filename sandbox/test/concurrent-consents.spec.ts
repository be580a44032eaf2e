import { randomInt, randomUUID } from 'node:crypto';
import { aisPis, services } from '@open-banking/spec';
import {
  newCustomer,
  runningBank,
  type HttpResponse,
  type ConsentedCaller,
  type TestClient,
  type TestCustomer,
} from '@open-banking/testing';
import { expectUnknown } from '@open-banking/testing/sweep';

const consents = 100;
/** Each client stays below 25 requests per second, the limit of a list. */
const clients = 5;

/** A customer with one account and one card, and the consent for them. */
interface Owner {
  readonly name: string;
  readonly iban: string;
  readonly maskedPan: string;
  readonly accountId: string;
  readonly cardId: string;
  readonly permitted: ConsentedCaller;
}

describe('100 concurrent readers with their own consents', () => {
  const bank = runningBank(services);
  const owners: Owner[] = [];

  const openAccount = async ({ psuId }: TestCustomer, name: string, iban: string): Promise<string> => {
    const {
      rows: [row],
    } = await bank.database('ais-pis').query<{ id: string }>(
      `with a as (insert into account (account_id, iban, bic, currency, owner_name, name, product, usage, opened_on)
        values (gen_random_uuid(), $1, 'DEMOILITXXX', 'ILS', $2, $2, 'Current', 'PRIV', '2024-01-01') returning account_id),
      b as (insert into account_balance (account_id, booked, reserved, incoming, overdraft, last_booking_date, booked_before, changed_at) select account_id, 100, 0, 0, 0, '2026-01-01', 100, now() from a)
      insert into holder (psu_id, resource_id, rule) select $3, account_id, 'any' from a returning resource_id as id`,
      [iban, name, psuId],
    );
    return row!.id;
  };
  const cardOf = async ({ psuId }: TestCustomer, name: string, maskedPan: string): Promise<string> => {
    const {
      rows: [row],
    } = await bank.database('cards').query<{ id: string }>(
      `with c as (insert into card (card_id, masked_pan, currency, owner_name, name, product, usage, credit_limit, statement_day, debit_day, debited_account_id, debited_iban)
        values (gen_random_uuid(), $1, 'ILS', $2, $2, 'Classic Credit', 'PRIV', 1000, 2, 10, gen_random_uuid(), 'DE89370400440532013000') returning card_id)
      insert into holder (psu_id, resource_id, rule) select $3, card_id, 'any' from c returning resource_id as id`,
      [maskedPan, name, psuId],
    );
    return row!.id;
  };
  const owner = async (client: TestClient, number: number): Promise<Owner> => {
    const customer = await newCustomer(bank);
    const name = `Owner ${number}`;
    const maskedPan = `4580${String(number).padStart(2, '0')}******${randomInt(1_000, 9_999)}`;
    const iban = numberedIban(randomInt(1, 2 ** 47));
    const [accountId, cardId] = [await openAccount(customer, name, iban), await cardOf(customer, name, maskedPan)];
    return {
      name,
      iban,
      maskedPan,
      accountId,
      cardId,
      permitted: await client.consentedBy(customer, { allPsd2: 'allAccountsWithOwnerName' }),
    };
  };

  beforeAll(async () => {
    await Promise.all(
      Array.from({ length: clients }, async (_, first) => {
        const client = await bank.client();
        for (let number = first; number < consents; number += clients) owners.push(await owner(client, number));
      }),
    );
  }, 300_000);

  const seenBy = async ({ permitted, accountId, cardId }: Owner): Promise<unknown[]> => {
    const paths = ['/v1.7/accounts', '/v1.7/cards', `/v1.7/accounts/${accountId}/balances`, `/v1.7/cards/${cardId}`];
    const answers: HttpResponse[] = [];
    for (const path of paths) answers.push(await permitted.retrying.get(path));
    for (const answer of answers) expect(answer).toAnswer(200);
    const [accounts, cards, balances, card] = answers.map(({ body }) => body);
    return [
      accounts.accounts.map(({ iban, ownerName }: Record<string, string>) => [iban, ownerName]),
      cards.cards.map(({ maskedPan, ownerName }: Record<string, string>) => [maskedPan, ownerName]),
      balances.account.iban,
      [card.card.maskedPan, card.card.ownerName],
    ];
  };

  it("each see only their own customer's accounts and cards", async () => {
    expect(owners).toHaveLength(consents);
    for (let round = 0; round < 3; round += 1) {
      const seen = await Promise.all(owners.map(seenBy));
      expect(seen).toEqual(owners.map(({ name, iban, maskedPan }) => [[[iban, name]], [[maskedPan, name]], iban, [maskedPan, name]]));
    }
  });

  it("cannot read each other's resources", async () => {
    const answers = await Promise.all(
      owners.map(({ permitted }, at) => permitted.retrying.get(`/v1.7/accounts/${owners[(at + 1) % consents]!.accountId}`)),
    );
    expect(answers).toHaveLength(consents);
    expectUnknown(aisPis.readAccount, [...answers, await owners[0]!.permitted.retrying.get(`/v1.7/accounts/${randomUUID()}`)]);
  });
});

/** An IBAN with valid check digits (ISO 7064, mod 97-10). */
function numberedIban(number: number): string {
  const bban = `0109${String(number).padStart(15, '0')}`;
  const check = 98n - (BigInt(`${bban}182100`) % 97n);
  return `IL${check.toString().padStart(2, '0')}${bban}`;
}

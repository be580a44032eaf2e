import { isDeepStrictEqual } from 'node:util';
import { jointGrant } from '@open-banking/access';
import { counted } from '@open-banking/feed';
import { daysAgo, newCustomer, runningBank, until, type TestClient, type TestCustomer } from '@open-banking/testing';
import { transactionTextProofs } from '../src/ledger-proofs.js';
import { bookedPage, bookedTexts } from '../src/transactions/transactions.statements.js';
import { aCard, purchases, type TestCard } from './a-card.js';
import { transactionsFromColumns } from './transaction-columns.js';

/** For hundreds of rows: `toEqual` takes 60 ms of processor time for them, and only has to say what differs. */
function expectRows(found: unknown, expected: readonly object[]): void {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}

describe('the texts of card transactions', () => {
  const bank = runningBank(['ais-pis', 'cards']);
  let client: TestClient;
  let customer: TestCustomer;
  beforeAll(async () => {
    client = await bank.client();
    customer = await newCustomer(bank);
  });
  const database = () => bank.database('cards');

  const lacking = async (cardIds: readonly string[]): Promise<number> => {
    const { rows } = await database().query<{ count: number }>(
      `select count(*)::int from card_transaction t left join card_transaction_text x using (card_id, booking_date, entry_reference)
      where t.card_id = any($1) and coalesce(x.format, 0) = 0`,
      [cardIds],
    );
    return rows[0]!.count;
  };
  const written = (...cards: readonly Pick<TestCard, 'cardId'>[]) =>
    until('every transaction has its text', async () => (await lacking(cards.map(({ cardId }) => cardId))) === 0);
  const reading = async (card: TestCard) => {
    const { paced } = await client.consentedBy(customer);
    return async (query = '') =>
      (await paced.get(`${card.path}/transactions?dateFrom=${daysAgo(60)}${query}`)).body.cardTransactions.booked as object[];
  };

  /** A transaction with every field and text that JSON escapes, and one in another currency without an amount. */
  const difficult = ({ cardId }: TestCard) =>
    database().query(
      `insert into card_transaction (card_id, booking_date, entry_reference, transaction_date, acceptor_transaction_at, value_date, amount, grand_total_amount, original_amount,
        original_currency, markup_fee, markup_fee_percentage, currency_exchange, terminal_id, card_acceptor_id, card_acceptor_name, card_acceptor_street, card_acceptor_building,
        card_acceptor_town, card_acceptor_post_code, card_acceptor_country, card_acceptor_phone, merchant_category_code, transaction_details, proprietary_bank_transaction_code, transaction_id)
      select $1, current_date - 40, lpad((70 + n)::text, 16, '0'), current_date - 42, '2026-03-01T01:02:03.456789+02', current_date + n, -1234567.8900 - n, 9999.5, -10, p.original, 0.105, 2.50,
        '[{"sourceCurrency": "USD", "exchangeRate": "1.10"}]', 'T"1"', E'back\\\\slash', E'שלום\\ttab', p.street, p.street, 'Town', null, p.country, '+972', '5411', '😀 </script>', E'\\x07', 'ID' || n
      from (values (1, 'JPY', 'Street', 'IL'), (2, null, null, 'DE'), (3, 'EUR', 'Street', null)) as p(n, original, street, country)`,
      [cardId],
    );

  it('change nothing of an answer, whatever the transaction contains', async () => {
    const card = await aCard(bank, [customer]);
    const read = await reading(card);
    const keeper = await database().connect();
    try {
      // Whoever holds this row writes texts: as long as the test does, nobody else.
      await keeper.query('begin');
      await keeper.query('select from card_transaction_text_format for update');
      await difficult(card);
      await purchases(bank, card, 2);
      const reference = await transactionsFromColumns(bank, card.cardId);
      expect(reference).toHaveLength(5);
      expect(await lacking([card.cardId])).toBe(5);
      expect(await read()).toEqual(reference);
      await keeper.query('rollback');
      await written(card);
      expect(await read()).toEqual(reference);
      expect(await read(`&valueDateFrom=${daysAgo(-1)}&limit=1`)).toHaveLength(1);
      for (const size of [1, 4, 5, 6]) expect(await read(`&limit=${size}`)).toEqual(reference.slice(0, size));
      await keeper.query("delete from card_transaction_text where card_id = $1 and entry_reference like '%72'", [card.cardId]);
      expect(await read()).toEqual(reference);
      await keeper.query("insert into card_transaction_text_due (card_id, since) values ($1, '-infinity')", [card.cardId]);
    } finally {
      await keeper.query('rollback');
      keeper.release();
    }
  });

  it('end with a change of their transaction', async () => {
    const card = await aCard(bank, [customer]);
    await purchases(bank, card, 3);
    await written(card);
    const read = await reading(card);
    expect(await read()).toMatchObject([{ invoiced: false }, { invoiced: false }, { invoiced: false }]);
    await database().query("update card_transaction set card_acceptor_name = 'Renamed' where card_id = $1 and entry_reference like '%1'", [
      card.cardId,
    ]);
    const changed = await transactionsFromColumns(bank, card.cardId);
    expect(changed[1]).toMatchObject({ cardAcceptorName: 'Renamed' });
    expect(await read()).toEqual(changed);
    await written(card);
    expect(await read()).toEqual(changed);
  });

  it('are written for loaded transactions too, and say what the columns say for every card of the demo bank', async () => {
    const { rows: cards } = await database().query<{ cardId: string; psuId: string; owners: string[] }>(
      `select distinct on (card_id) card_id as "cardId", psu_id as "psuId",
        (select array_agg(o.psu_id) from holder o where o.resource_id = card_id) as owners
      from card join holder on resource_id = card_id
      where exists (select from card_transaction t where t.card_id = card.card_id and t.card_acceptor_phone is not null) order by card_id limit 40`,
    );
    await written(...cards);
    const connection = await database().connect();
    const coOwnerGrants = ({ cardId, owners: [one, other] }: (typeof cards)[number]): string[] =>
      other === undefined ? [cardId] : [cardId, jointGrant(cardId, [one!, other])];
    const statementParameters = (card: (typeof cards)[number]) =>
      [card.psuId, coOwnerGrants(card), card.cardId, '0001-01-01', '9999-01-01', null, null, 501, '-infinity', 'infinity'] as unknown[];
    const transactionsIn = async (values: unknown[]) =>
      JSON.parse(`[${(await connection.query<{ transactions: string }>(bookedPage.text, values)).rows[0]!.transactions}]`) as object[];
    const textsIn = async (values: unknown[]) => {
      const { members } = (await connection.query<{ members: string | null }>(bookedTexts.text, values)).rows[0]!;
      return members === null ? 'texts are missing' : (JSON.parse(`[{${members}}]`) as object[]);
    };
    try {
      await connection.query('begin');
      for (const [place, card] of cards.entries()) {
        const reference = await transactionsFromColumns(bank, card.cardId);
        const parameters = statementParameters(card);
        expectRows(await textsIn(parameters), reference);
        expectRows(await transactionsIn(parameters), reference);
        const lost =
          place % 2 === 0 ? '' : 'and entry_reference = (select max(entry_reference) from card_transaction_text where card_id = $1)';
        await connection.query(`delete from card_transaction_text where card_id = $1 ${lost}`, [card.cardId]);
        expect(await textsIn(parameters)).toBe('texts are missing');
        expectRows(await transactionsIn(parameters), reference);
      }
    } finally {
      await connection.query('rollback');
      connection.release();
    }
  });

  it('are compared with their transactions by the ledger check', async () => {
    const card = await aCard(bank, [customer]);
    await purchases(bank, card, 3);
    await written(card);
    const connection = await database().connect();
    // Of this card alone: other files write cards of the same bank meanwhile.
    const judged = `select * from (${transactionTextProofs[0]!.query}) every where what like '%${card.cardId}'`;
    const check = async () => (await connection.query(counted(judged))).rows[0] as { broken: number; firstBroken: string };
    try {
      await connection.query('begin');
      expect(await check()).toMatchObject({ checked: 3, broken: 0 });
      const { rowCount } = await connection.query(
        `update card_transaction_text set members = replace(members, '-1.50', '-1.51') where card_id = $1 and entry_reference like '%2'`,
        [card.cardId],
      );
      expect(rowCount).toBe(1);
      expect(await check()).toMatchObject({ broken: 1, firstBroken: `text of transaction 0000000000000002 of card ${card.cardId}` });
    } finally {
      await connection.query('rollback');
      connection.release();
    }
  });
});

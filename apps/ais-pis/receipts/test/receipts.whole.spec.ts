import { randomUUID } from 'node:crypto';
import { runningBank, until } from '@open-banking/testing';
import { anotherProcess } from '@open-banking/testing/bank';
import { inReceiptLog } from '@open-banking/ais-pis-testing/a-receipt-log';

interface Row {
  leaf: string;
  psu_id: string | null;
}
interface Leaf {
  process: string;
  salt: string;
  customer: string;
  consent: string;
  receipts: [number: number, at: number, operation: string, resource: string][];
}
const parsed = ({ leaf }: Row) => JSON.parse(leaf) as Leaf;

describe('receipts', () => {
  const bank = runningBank(['ais-pis', 'cards']);
  const receiptsOf = async (clientId: string) =>
    (
      await bank
        .database('ais-pis')
        .query<Row>(`select * from receipt_leaf where leaf like '%"client":"' || $1 || '"%' order by day, leaf_index`, [clientId])
    ).rows;
  const operationsOf = async (clientId: string) =>
    (await receiptsOf(clientId)).flatMap((row) => parsed(row).receipts.map(([, , operation]) => operation));

  it('are kept of each read that succeeded, in whatever service, and of each approval; of nothing that was refused', async () => {
    const customer = bank.customerWith(['account', 'card']);
    const [card] = bank.resources(customer, 'card');
    const [account] = bank.resources(customer, 'account');
    const client = await bank.client();
    const permitted = await client.consentedBy(customer, { balances: [card!, account!] });
    expect(await permitted.get(`/v1.7/cards/${card!.resourceId}/balances`)).toAnswer(200);
    expect(await permitted.get(`/v1.7/accounts/${account!.resourceId}/balances`)).toAnswer(200);
    expect(await permitted.get(`/v1.7/cards/${randomUUID()}/balances`)).toAnswer(404);
    expect(await permitted.get(`/v1.7/accounts/${account!.resourceId}/transactions?bookingStatus=booked`)).toAnswer(401);
    await until('three receipts', async () => (await operationsOf(client.clientId)).length >= 3, 20_000);
    const rows = await receiptsOf(client.clientId);
    const about = rows.flatMap((row) => {
      const { salt, customer: whose, consent, receipts: all } = parsed(row);
      expect([row.psu_id, whose]).toEqual([customer.psuId, customer.psuId]);
      expect(salt).toHaveLength(24);
      return all.map(([, , operation, resource]) => [operation, consent, resource]);
    });
    expect(about.toSorted()).toEqual(
      [
        ['consents.approve', '', permitted.consentId],
        ['readAccountBalances', permitted.consentId, account!.resourceId],
        ['readCardBalances', permitted.consentId, card!.resourceId],
      ].toSorted(),
    );
  });

  it('of a killed process are said to be lost, from the first that may be missing', async () => {
    const customer = bank.customerWith('card');
    const [card] = bank.resources(customer, 'card');
    const client = await bank.client();
    const permitted = await client.consentedBy(customer, { balances: [card!] });
    const cards = await anotherProcess(bank, 'cards');
    const path = `/v1.7/cards/${card!.resourceId}/balances`;
    const headers = { 'consent-id': permitted.consentId, 'psu-ip-address': '127.0.0.1' };
    expect(await permitted.at(cards.baseUrl).get(path, { headers })).toAnswer(200);
    const ofCards = async () =>
      (await receiptsOf(client.clientId)).map(parsed).filter(({ receipts: [first] }) => first![2] === 'readCardBalances');
    await until('the receipt', async () => (await ofCards()).length === 1, 20_000);
    const {
      process,
      receipts: [first],
    } = (await ofCards())[0]!;
    await cards.kill();
    const owner = bank.database('ais-pis');
    await owner.query(`update receipt_process set heard_at = heard_at - interval '1 day' where process_id = $1`, [process]);
    await inReceiptLog(bank, (log) => log.noteLost());
    const { rows } = await owner.query<Row>(`select * from receipt_gap where leaf like '%"process":"' || $1 || '"%'`, [process]);
    expect(rows.map(({ leaf }) => (JSON.parse(leaf) as { lost: number[] }).lost[0])).toEqual([first![0] + 1]);
  });

  it('have public heads without a token, and proofs that the log grew only', async () => {
    await inReceiptLog(bank, (_, heads) => heads.signNew());
    const { body, status } = await bank.anonymous.get('/receipt-heads');
    expect(status).toBe(200);
    const { heads } = body as { heads: { day: string; size: number; head: string }[] };
    expect(heads[0]).toEqual({ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), size: expect.any(Number), head: expect.any(String) });
    const { day, size } = heads[0]!;
    expect(await bank.anonymous.get(`/receipt-consistency?day=${day}&from=1&to=${size}`)).toAnswer(200, { proof: expect.any(Array) });
    expect(await bank.anonymous.get(`/receipt-consistency?day=${day}&from=1&to=${size + 1_000_000}`)).toAnswer(400, {
      tppMessages: [{ code: 'FORMAT_ERROR', path: 'to' }],
    });
    expect(await bank.anonymous.get(`/receipt-heads?day=${day}`)).toAnswer(200);
    expect(await bank.anonymous.get('/receipt-heads?day=today')).toAnswer(400);
  });

  it('of a day without a log have no proof, and the refusal speaks of the day', async () => {
    await inReceiptLog(bank, (_, heads) => heads.signNew());
    const { day } = ((await bank.anonymous.get('/receipt-heads')).body as { heads: { day: string }[] }).heads[0]!;
    expect(await bank.anonymous.get(`/receipt-consistency?day=${day}&from=1&to=1`)).toAnswer(200);
    expect(await bank.anonymous.get('/receipt-consistency?day=2020-01-01&from=1&to=1')).toAnswer(404, {
      tppMessages: [{ code: 'RESOURCE_UNKNOWN', path: 'day', text: 'The bank has no log of receipts of this day.' }],
    });
  });

  it.each(['/receipt-heads?', '/receipt-consistency?day=2020-01-01&from=1&to=1&'])(
    'refuse a parameter that they do not know, and say in words what a size is: %s',
    async (path) => {
      expect(await bank.anonymous.get(`${path}foo=1`)).toAnswer(400, {
        tppMessages: [{ code: 'FORMAT_ERROR', path: 'foo', text: 'This parameter is not known here; leave it out.' }],
      });
      const [name, malformed] = path.includes('from') ? ['from', path.replace('from=1&', 'from=x&')] : ['after', `${path}after=x`];
      expect(await bank.anonymous.get(malformed)).toAnswer(400, {
        tppMessages: [{ path: name, text: 'Must be a whole number of at most 12 digits.' }],
      });
      expect(await bank.anonymous.get('/receipt-heads?after=0')).toAnswer(200);
    },
  );
});

import { randomUUID } from 'node:crypto';
import { runningBank, until } from '@open-banking/testing';
import { anotherProcess } from '@open-banking/testing/bank';
import { inReceiptLog } from './a-receipt-log.js';

interface Row {
  leaf: string;
  opening: string | null;
  psu_id: string | null;
}
const parsed = ({ leaf, opening }: Row) => ({
  leaf: JSON.parse(leaf) as { process: string; number: number; client: string; operation: string; lost?: [number, number] },
  opened: opening === null ? [] : (JSON.parse(opening) as string[]),
});

describe('receipts', () => {
  const bank = runningBank();
  const receiptsOf = async (clientId: string) =>
    (
      await bank
        .database('ais-pis')
        .query<Row>(`select * from receipt where leaf like '%"client":"' || $1 || '"%' order by day, leaf_index`, [clientId])
    ).rows;
  const operationsOf = async (clientId: string) => (await receiptsOf(clientId)).map((row) => parsed(row).leaf.operation);

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
    const about = rows.map((row) => {
      const { leaf, opened } = parsed(row);
      expect(row.psu_id).toBe(customer.psuId);
      expect(opened[0]).toHaveLength(22);
      return [leaf.operation, ...opened.slice(1)];
    });
    expect(about.toSorted()).toEqual(
      [
        ['consents.approve', customer.psuId, '', permitted.consentId],
        ['readAccountBalances', customer.psuId, permitted.consentId, account!.resourceId],
        ['readCardBalances', customer.psuId, permitted.consentId, card!.resourceId],
      ].toSorted(),
    );
    expect(JSON.stringify(rows.map(({ leaf }) => leaf))).not.toContain(customer.psuId);
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
      (await receiptsOf(client.clientId)).map((row) => parsed(row).leaf).filter(({ operation }) => operation === 'readCardBalances');
    await until('the receipt', async () => (await ofCards()).length === 1, 20_000);
    const { process, number } = (await ofCards())[0]!;
    await cards.kill();
    const owner = bank.database('ais-pis');
    await owner.query(`update receipt_process set heard_at = heard_at - interval '1 day' where process_id = $1`, [process]);
    await inReceiptLog(bank, (log) => log.noteLost());
    const { rows } = await owner.query<Row>(`select * from receipt where leaf like '%"process":"' || $1 || '"%"lost"%'`, [process]);
    expect(rows.map((row) => parsed(row).leaf.lost![0])).toEqual([number + 1]);
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
});

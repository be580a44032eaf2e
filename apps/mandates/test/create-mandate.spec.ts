import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inDays, repeatOn, runningBank, type HttpResponse } from '@open-banking/testing';
import { aCreditor, aMandate } from './a-mandate.js';

const list = '/v2/mandates';
const faultsIn = ({ body }: HttpResponse): string[] =>
  (body as { tppMessages: { code: string; path: string }[] }).tppMessages.map(({ code, path }) => `${code} ${path}`).sort();
const type = (classificationCode: string) => ({ mandateType: { localInstrumentCode: 'B2B', classificationCode } });
const eur = (amount: string) => ({ currency: 'EUR', amount });
const once = { sequenceType: 'OOFF' };

describe('POST /v2/mandates', () => {
  const bank = runningBank(['ais-pis', 'mandates']);

  it('accepts a mandate, and returns where it can be read and approved', async () => {
    const creditor = await aCreditor(bank);
    const mandate = aMandate();
    const answer = await creditor.post(list, mandate);
    const self = `${list}/${answer.body.resourceId}`;
    expect(answer).toAnswer(201);
    expect(answer.body).toEqual({
      resourceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      mandateStatus: 'RCVD',
      _links: {
        scaOAuth: { href: `${bank.baseUrl}/v2/oauth/mandates/.well-known/oauth-authorization-server` },
        self: { href: self },
        status: { href: `${self}/status` },
      },
    });
    expect(answer.headers).toMatchObject({ location: self, 'aspsp-sca-approach': 'REDIRECT' });
    expect(await creditor.get(self)).toAnswer(200, mandate);
    expect(await creditor.get(`${self}/status`)).toAnswer(200, { mandateStatus: 'RCVD' });
    expect(await creditor.get(answer.body._links.scaOAuth.href.slice(bank.baseUrl.length))).toAnswer(200, {
      issuer: `${bank.baseUrl}/v2/oauth/mandates`,
    });
  });

  it.each<[what: string, besides: object]>([
    ['of a fixed amount', { ...type('FIXE'), maximumAmount: undefined, collectionAmount: eur('9.99') }],
    ['by usage, without a maximum', { ...type('USGB'), maximumAmount: undefined }],
    ['collected once', { occurrences: { ...once, finalCollectionDate: inDays(0) } }],
    ['in yen', { maximumAmount: { currency: 'JPY', amount: '6000' } }],
    [
      'with every field',
      {
        reason: { code: 'RENT' },
        creditor: { name: 'City Power', address: { country: 'DE', addressLines: ['Street 1'] } },
        creditorAgent: 'DEUTDEFF',
        ultimateCreditor: { name: 'Power' },
        ultimateDebtor: { name: 'Noam' },
        debtorAccount: { iban: 'IL620108000000099999999' },
        referredDocument: { typeCode: 'CINV', number: '1', relatedDate: '2026-01-31' },
      },
    ],
  ])('accepts a mandate %s', async (_, besides) => {
    expect(await (await aCreditor(bank)).post(list, aMandate(besides))).toAnswer(201, { mandateStatus: 'RCVD' });
  });

  it('shows the last four digits of a card number that an earlier release stored, and its migration leaves no more of it', async () => {
    const creditor = await aCreditor(bank);
    const { resourceId } = (await creditor.post(list, aMandate({ debtorAccount: { iban: 'IL620108000000099999999' } }))).body;
    const database = bank.database('mandates');
    const stored = async () =>
      (await database.query<{ request: object }>('select request from mandate where resource_id = $1', [resourceId])).rows[0]!.request;
    await database.query(
      `update mandate set request = request || '{"debtorAccount":{"pan":"4111111111111111","currency":"EUR"},"creditorAccount":{"pan":"5555555555554444000"}}' where resource_id = $1`,
      [resourceId],
    );
    const masked = {
      debtorAccount: { maskedPan: '************1111', currency: 'EUR' },
      creditorAccount: { maskedPan: '*************4000' },
    };
    expect(await creditor.get(`${list}/${resourceId}`)).toAnswer(200, masked);
    await database.query(readFileSync(new URL('../migrations/0140-card-numbers-of-mandates/up.sql', import.meta.url), 'utf8'));
    expect(await stored()).toMatchObject(masked);
    expect(JSON.stringify(await stored())).not.toMatch(/4111111|5555555/);
    expect(await creditor.get(`${list}/${resourceId}`)).toAnswer(200, masked);
  });

  it.each<[what: string, besides: object, faults: string[]]>([
    [
      'an empty body',
      Object.fromEntries(Object.keys(aMandate()).map((field) => [field, undefined])),
      [
        'FORMAT_ERROR /creditor',
        'FORMAT_ERROR /creditorAccount',
        'FORMAT_ERROR /creditorSchemeIdentification',
        'FORMAT_ERROR /debtor',
        'FORMAT_ERROR /mandateId',
        'FORMAT_ERROR /mandateType',
        'FORMAT_ERROR /occurrences',
      ],
    ],
    [
      'a fixed mandate without its amount, with a maximum',
      type('FIXE'),
      ['FORMAT_ERROR /collectionAmount', 'PARAMETER_NOT_CONSISTENT /maximumAmount'],
    ],
    ['a varying mandate without maximum', { maximumAmount: undefined }, ['FORMAT_ERROR /maximumAmount']],
    ['a varying mandate with a fixed amount', { collectionAmount: eur('5') }, ['PARAMETER_NOT_CONSISTENT /collectionAmount']],
    ['a document of the year 1', { referredDocument: { relatedDate: '0001-01-01' } }, ['FORMAT_ERROR /referredDocument/relatedDate']],
    ['a card number of the debtor', { debtorAccount: { pan: '4111111111111111' } }, ['PARAMETER_NOT_SUPPORTED /debtorAccount/pan']],
    ['a card number of the creditor', { creditorAccount: { pan: '4111111111111111' } }, ['PARAMETER_NOT_SUPPORTED /creditorAccount/pan']],
    [
      'a creditor by a masked card number',
      { creditorAccount: { maskedPan: '411111******1111' } },
      ['PARAMETER_NOT_SUPPORTED /creditorAccount/maskedPan'],
    ],
    [
      'a creditor by a telephone number',
      { creditorAccount: { msisdn: '+4915112345' } },
      ['PARAMETER_NOT_SUPPORTED /creditorAccount/msisdn'],
    ],
    ...['1', 'ABC', '1234567'].map((bban): [string, object, string[]] => [
      `a creditor by ${bban}, which no IBAN contains`,
      { creditorAccount: { bban } },
      ['FORMAT_ERROR /creditorAccount/bban'],
    ]),
    [
      'a creditor by a German number, in shekels',
      { creditorAccount: { bban: '370400440532013000' }, maximumAmount: { currency: 'ILS', amount: '60' } },
      ['FORMAT_ERROR /creditorAccount/bban'],
    ],
    [
      'a creditor by bank, branch and account as people write them',
      { creditorAccount: { bban: '10-936-07869660' } },
      ['FORMAT_ERROR /creditorAccount/bban'],
    ],
    ['a maximum of nothing', { maximumAmount: eur('0.00') }, ['PARAMETER_NOT_CONSISTENT /maximumAmount/amount']],
    ['a hundredth of a yen', { maximumAmount: { currency: 'JPY', amount: '1.5' } }, ['FORMAT_ERROR /maximumAmount/amount']],
    ['a recurring mandate without a frequency', { occurrences: { sequenceType: 'RCUR' } }, ['FORMAT_ERROR /occurrences/frequencyType']],
    [
      'a single collection with a frequency',
      { occurrences: { ...once, frequencyType: 'MNTH' } },
      ['PARAMETER_NOT_CONSISTENT /occurrences/frequencyType'],
    ],
    [
      'dates in the past',
      { occurrences: { ...once, firstCollectionDate: inDays(-1), finalCollectionDate: inDays(-2) } },
      ['PARAMETER_NOT_CONSISTENT /occurrences/finalCollectionDate', 'PARAMETER_NOT_CONSISTENT /occurrences/firstCollectionDate'],
    ],
    [
      'an end before its start',
      { occurrences: { ...once, firstCollectionDate: inDays(9), finalCollectionDate: inDays(8) } },
      ['PARAMETER_NOT_CONSISTENT /occurrences/finalCollectionDate'],
    ],
    ['two reasons', { reason: { code: 'RENT', proprietary: 'Rent' } }, ['PARAMETER_NOT_CONSISTENT /reason']],
    [
      'faults of every kind',
      {
        mandateId: 'x'.repeat(36),
        colour: 'red',
        creditor: { name: '' },
        creditorAgent: 'x',
        creditorAccount: { iban: 'DE00' },
        occurrences: { ...once, firstCollectionDate: '2026-02-30' },
        maximumAmount: undefined,
      },
      [
        'FORMAT_ERROR /colour',
        'FORMAT_ERROR /creditor/name',
        'FORMAT_ERROR /creditorAccount/iban',
        'FORMAT_ERROR /creditorAgent',
        'FORMAT_ERROR /mandateId',
        'FORMAT_ERROR /maximumAmount',
        'FORMAT_ERROR /occurrences/firstCollectionDate',
      ],
    ],
  ])('reports all faults at once: %s', async (_, besides, faults) => {
    const answer = await (await aCreditor(bank)).post(list, aMandate(besides));
    expect(answer.status).toBe(400);
    expect([...new Set(faultsIn(answer))]).toEqual(faults);
  });

  it('lets a creditor use a mandate number only once while the mandate exists', async () => {
    const creditor = await aCreditor(bank);
    const mandate = aMandate();
    const { body } = await creditor.post(list, mandate);
    expect(await creditor.post(list, mandate)).toAnswer(400, { tppMessages: [{ code: 'PARAMETER_NOT_CONSISTENT', path: '/mandateId' }] });
    expect(await creditor.post(list, { ...mandate, creditorSchemeIdentification: 'DE98ZZZ00000000001' })).toAnswer(201);
    expect(await creditor.delete(`${list}/${body.resourceId}`)).toAnswer(204);
    expect(await creditor.post(list, mandate)).toAnswer(201);
  });

  it('answers a copy like the first request, and refuses a different request with its id', async () => {
    const creditor = await aCreditor(bank);
    const headers = { 'x-request-id': randomUUID() };
    const mandate = aMandate();
    const first = await creditor.post(list, mandate, { headers });
    const copy = await creditor.post(list, mandate, { headers });
    expect(copy).toAnswer(201);
    expect(copy.text).toBe(first.text);
    expect(copy.headers['location']).toBe(first.headers['location']);
    expect(await creditor.post(list, aMandate(), { headers })).toAnswer(409, {
      tppMessages: [{ code: 'STATUS_INVALID', path: 'X-Request-ID' }],
    });
    expect(await (await aCreditor(bank)).post(list, mandate, { headers })).toAnswer(201);
  });

  it('creates one mandate for 20 concurrent copies', async () => {
    const creditor = await aCreditor(bank);
    const headers = { 'x-request-id': randomUUID() };
    const mandate = aMandate();
    // Copies are charged too, and a copy that waits too long for the first gets 409: each retries until it is answered.
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => repeatOn([409, 429], () => creditor.post(list, mandate, { headers }))),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const { rows } = await bank
      .database('mandates')
      .query<{ n: string }>(
        "select (select count(*) from mandate where mandate_id = $1) || ' ' || (select count(*) from audit where client_id = $2) as n",
        [mandate.mandateId, creditor.party.client.clientId],
      );
    expect(rows).toEqual([{ n: '1 1' }]);
  });

  it('accepts only the token of a mandate client', async () => {
    const client = await bank.client();
    expect(await (await client.withClientToken('mandates', 'MANDATE')).post(list, aMandate())).toAnswer(201);
    expect(await (await client.withClientToken('payments', 'PIS')).post(list, aMandate())).toAnswer(401, {
      tppMessages: [{ code: 'TOKEN_UNKNOWN' }],
    });
    expect(await client.withoutToken.post(list, aMandate())).toAnswer(401, { tppMessages: [{ code: 'TOKEN_UNKNOWN' }] });
  });

  it('refuses a client without the role, and one that has lost it', async () => {
    await expect((await bank.client({ roles: ['PSP_AI'] })).withClientToken('mandates', 'MANDATE')).rejects.toThrow('invalid_scope');
    const client = await bank.client({ roles: ['PSP_PI'] });
    const creditor = await client.withClientToken('mandates', 'MANDATE');
    await bank.database('ais-pis').query("update client set roles = '{PSP_AI}' where client_id = $1", [client.clientId]);
    expect(await creditor.post(list, aMandate())).toAnswer(401, { tppMessages: [{ code: 'ROLE_INVALID' }] });
  });
});

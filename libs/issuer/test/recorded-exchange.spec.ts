import type { IssuerExchange } from '@open-banking/http';
import { recordedExchange } from '../src/issuer/recorded-exchange.js';

const recorded = (body: object, answer: object): IssuerExchange =>
  recordedExchange({
    originalUrl: '/psd2/consents/token',
    headers: {},
    body: answer,
    oidc: { body, client: { clientId: 'someone', redirectUris: ['https://tpp.example/cb'] } },
  } as never);

describe('what the request log keeps of an exchange with an issuer', () => {
  it('is in the response, as in the request, of a scope only what the issuer has', () => {
    const { request, response } = recorded(
      { grant_type: 'client_credentials', scope: 'AIS AIS:hunter2pw hunter2' },
      { error: 'invalid_scope', error_description: 'requested scope hunter2 is not allowed', scope: 'AIS AIS:hunter2pw hunter2' },
    );
    expect(request).toEqual({ grant_type: 'client_credentials', scope: 'AIS … …' });
    expect(response).toEqual({ error: 'invalid_scope', error_description: 'requested scope … is not allowed', scope: 'AIS … …' });
    const granted = { access_token: 'a-token', token_type: 'Bearer', expires_in: 300, scope: 'AIS' };
    expect(recorded({ scope: 'AIS' }, granted).response).toEqual({ ...granted, access_token: 'not kept' });
  });

  it('is of no other member what the client sent', () => {
    const sent = {
      ...{ client_id: 'planted-id', redirect_uri: 'https://planted.example', request_uri: 'urn:planted', state: 'planted-state' },
      ...{
        error: 'planted',
        token_type: 'planted',
        expires_in: 'planted',
        code: 'planted-code',
        nonce: 'planted-nonce',
        note: 'planted-note',
      },
    };
    const said = `client planted-id must not use https://planted.example, urn:planted or planted-code with planted-state`;
    const exchange = recorded(sent, { ...sent, error: 'Planted value', error_description: said });
    expect(JSON.stringify(exchange)).not.toMatch(/planted/i);
    expect(exchange.response).toMatchObject({ error: 'not kept', state: 'not kept', token_type: 'not kept', expires_in: 'not kept' });
    const { fault } = recorded(sent, { error: 'invalid_request', error_description: said });
    expect(fault).toMatchObject({ code: 'invalid_request', text: 'client … must not use …, … or … with …' });
  });

  it('is of a text nothing that stands inside of a value: words of a scope, members of details and of JWTs', () => {
    const jwt = (payload: object): string => `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.x`;
    const textOf = (sent: object, said: string): unknown =>
      recorded(sent, { error: 'invalid_request', error_description: said }).fault!.text;
    expect(textOf({ scope: 'AIS:hunter2id hunter2word' }, 'hunter2word and hunter2id are not what they ask for')).toBe(
      '… and … are not what they ask for',
    );
    const details = (value: object): object => ({ authorization_details: JSON.stringify([value]) });
    expect(textOf(details({ type: 'consent', hunter2ccc: 1 }), '/hunter2ccc This field is not known here.')).toBe(
      '/… This field is not known here.',
    );
    expect(textOf(details({ list: [{ deep: 'hunter2' }] }), 'must not be hunter2')).toBe('must not be …');
    expect(textOf({ authorization_details: '[{"hunter2": 1, "hunter2": 2' }, 'hunter2 twice')).toBe('… twice');
    for (const name of ['request', 'client_assertion'])
      expect(textOf({ [name]: jwt({ aud: 'hunter2' }) }, 'not for hunter2')).toBe('not for …');
    expect(textOf({ scope: 'AIS' }, 'code is not for this client')).toBe('code is not for this client');
  });

  it('is no text of the response where the request has too many parameters, and the scopes that a client can have', () => {
    const many = Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`p${at}`, 'abc']));
    expect(recorded(many, { error: 'invalid_request', error_description: 'abc' })).toMatchObject({
      request: { '…': '6000 other parameters' },
      response: { error_description: 'The request was refused.' },
    });
    const scope = Array.from({ length: 9_000 }, () => 'AIS').join(' ');
    expect(String(recorded({ scope }, {}).request['scope']).split(' ')).toHaveLength(50);
  });
});

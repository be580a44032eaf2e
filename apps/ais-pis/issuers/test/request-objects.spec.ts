import { leasedBank, requestObject, type TestClient } from '@open-banking/testing';

type Claims = Readonly<Record<string, unknown>>;
const now = () => Math.floor(Date.now() / 1_000);

describe('a pushed request object in profile fapi2-message-signing', () => {
  const bank = leasedBank(['ais-pis', 'mandates'], {}, 'fapi2-message-signing');
  let client: TestClient;
  beforeAll(async () => {
    client = await bank.client();
  });
  const parametersOf = async () => {
    const consentId = await client.createConsent({ balances: [bank.resources(bank.demo, 'account')[0]!] });
    return Object.fromEntries(new URL(client.authorization('consents', `AIS:${consentId}`).url).searchParams);
  };
  const signed = (parameters: Claims) => requestObject(client.client, client.issuerOf('consents'), parameters);
  const push = (form: Record<string, string>) => client.request('consents', 'par', form);

  it('is refused with the name of the claim that does not fit, and with what would', async () => {
    const parameters = await parametersOf();
    const issuer = client.issuerOf('consents');
    const wrong: readonly (readonly [changed: Claims, says: string])[] = [
      [{ aud: undefined }, `aud must be ${issuer}`],
      [{ aud: client.issuerOf('payments') }, `aud must be ${issuer}`],
      [{ aud: [client.issuerOf('payments')] }, `aud must be ${issuer}`],
      [{ aud: { issuer } }, `aud must be ${issuer}`],
      [{ iss: undefined }, `iss must be ${client.clientId}`],
      [{ iss: 'someone' }, `iss must be ${client.clientId}`],
      [{ iss: [client.clientId] }, `iss must be ${client.clientId}`],
      [{ client_id: undefined }, `client_id must be ${client.clientId}`],
      [{ client_id: 'someone' }, `client_id must be ${client.clientId}`],
      [{ exp: undefined }, 'exp must be a time'],
      [{ exp: String(now() + 60) }, 'exp must be a time'],
      [{ exp: null }, 'exp must be a time'],
      [{ nbf: now() - 120, exp: now() - 60 }, 'exp is past'],
      // What is past within the tolerance of clocks would be stored for a time of less than nothing.
      [{ nbf: now() - 120, exp: now() - 5 }, 'exp is past'],
      [{ nbf: undefined }, 'nbf must be a time'],
      [{ nbf: String(now()) }, 'nbf must be a time'],
      [{ nbf: now() + 120, exp: now() + 180 }, 'nbf is in the future'],
      [{ nbf: now() + 70, exp: now() + 50 }, 'nbf is in the future'],
      [{ iat: now() + 70 }, 'iat is in the future'],
      [{ nbf: now() + 10, exp: now() + 5 }, 'exp must be after nbf'],
      [{ nbf: now() - 10, exp: now() + 3_600 }, 'exp must be after nbf and at most 3600 seconds'],
      [{ nbf: now() - 3_700, exp: now() + 60 }, 'exp must be after nbf and at most 3600 seconds'],
      [{ iat: 'today' }, 'iat must be a time'],
      [{ jti: 7 }, 'jti must be a string'],
      [{ request: 'x' }, 'request must not stand in a request object'],
      [{ request_uri: 'urn:x' }, 'request_uri must not stand in a request object'],
    ];
    for (const [changed, says] of wrong)
      expect({ changed, ...(await push({ request: await signed({ ...parameters, ...changed }) })) }).toMatchObject({
        changed,
        status: 400,
        body: { error: 'invalid_request_object', error_description: expect.stringContaining(says) as string },
      });
    expect(await push({ request: 'x.y.z' })).toAnswer(400, { error: 'invalid_request_object' });
    expect(
      await push({ request: await signed({ ...parameters, aud: [issuer, 'https://other.example'], iat: undefined, jti: undefined }) }),
    ).toAnswer(201);
    const ahead = now() + 50;
    expect(await push({ request: await signed({ ...parameters, iat: ahead, nbf: ahead, exp: ahead + 60 }) })).toAnswer(201);
  });

  it('has no object, list or number for a parameter that is a text', async () => {
    const parameters = await parametersOf();
    const texts = [
      ...['response_type', 'response_mode', 'redirect_uri', 'scope', 'state', 'nonce', 'code_challenge', 'code_challenge_method'],
      ...['dpop_jkt', 'prompt', 'display', 'login_hint', 'ui_locales', 'grant_id', 'grant_management_action'],
    ];
    const others: readonly unknown[] = [{ x: 1 }, {}, ['x'], ['x', 'y'], [], 7, 0, true, false, null];
    for (const name of texts)
      for (const value of name === 'state' ? others : [others[0], others[3], others[5]])
        expect({ name, value, ...(await push({ request: await signed({ ...parameters, [name]: value }) })) }).toMatchObject({
          name,
          value,
          status: 400,
          body: { error: 'invalid_request_object', error_description: `${name} must be a string` },
        });
    const resource = bank.baseUrl;
    for (const value of [{ resource }, 7, [7], [{ resource }]])
      expect(await push({ request: await signed({ ...parameters, resource: value }) })).toAnswer(400, {
        error: 'invalid_request_object',
        error_description: 'resource must be a string or a list of strings',
      });
    for (const value of [{}, 7, null, false])
      expect(await push({ request: await signed({ ...parameters, authorization_details: value }) })).toAnswer(400, {
        error: 'invalid_authorization_details',
        error_description: 'authorization_details must be a JSON array',
      });
    for (const value of [[], '[]'])
      expect(await push({ request: await signed({ ...parameters, authorization_details: value }) })).toAnswer(400, {
        error: 'invalid_authorization_details',
      });
    expect(await push({ request: await signed(parameters), authorization_details: '[]' })).toAnswer(201);
    // What the bank does not know it ignores, whatever it is.
    for (const changed of [{ state: 'x' }, { resource }, { resource: [resource] }, { claims: { userinfo: {} } }, { unknown: { x: 1 } }])
      expect(await push({ request: await signed({ ...parameters, ...changed }) })).toAnswer(201);
  });
});

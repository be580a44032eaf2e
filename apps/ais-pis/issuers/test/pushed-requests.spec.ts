import { completeInteraction, leasedBank, requestObject, runningBank, type TestClient } from '@open-banking/testing';
import { calculateJwkThumbprint } from 'jose';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';

type Parameters = Readonly<Record<string, unknown>>;

/** Control characters, and what RFC 9449 §10 and RFC 7636 §4.2 do not call a thumbprint or a challenge of SHA-256. */
const unprintable = ['a\0', 'a\nb', '\u001b[1m', 'a\u007f', 'a\u0085'];
const noSha256 = ['x', 'A'.repeat(42), 'A'.repeat(44), 'A'.repeat(128), `${'A'.repeat(42)}B`, `${'A'.repeat(42)}+`, `${'A'.repeat(43)}=`];
/** No VSCHAR (RFC 6749 appendix A.5), though printable. */
const notAscii = ['é', 'a∞', '€'.repeat(10), '\u05d0\u05d1', '🙂', 'a\u00a0b', '\u200b'];
const texts = ['login_hint', 'ui_locales', 'display', 'prompt', 'nonce', 'response_mode', 'scope', 'redirect_uri', 'resource'];

/** Values that no authorization can be completed with, by parameter. */
const unfit: readonly (readonly [name: string, value: string])[] = [
  ...[...unprintable, ...notAscii].map((value) => ['state', value] as const),
  ...texts.map((name) => [name, 'a\0b'] as const),
  ...noSha256.map((value) => ['dpop_jkt', value] as const),
  ...noSha256.map((value) => ['code_challenge', value] as const),
  ['state', 'x'.repeat(4_001)],
  ['state', '"'.repeat(1_334)],
  ['code_challenge_method', 'plain'],
  ['code_challenge_method', 's256'],
  ['prompt', 'none'],
  ['prompt', 'create'],
  ['prompt', 'login none'],
  ['max_age', '-1'],
  ['nonce', 'x'],
  ['acr_values', 'x'],
  ['id_token_hint', 'a.b.c'],
  ['registration', '{}'],
  ['response_mode', 'fragment'],
  ['response_mode', 'form_post'],
  ['response_mode', 'web_message'],
  ['response_mode', 'x'],
  ['resource', 'x'],
  ['resource', 'https://x.example/'],
  ['redirect_uri', 'https://x.example/'],
  ['redirect_uri', 'x'],
  ['scope', 'openid'],
  ['scope', 'AIS'],
  ['scope', 'AIS:x'],
  ['grant_management_action', 'merge'],
  ['grant_id', 'x'],
];

/** Values that other servers give a meaning, or that are unusual only: an authorization is completed with them. */
const fit: readonly (readonly [name: string, value: string])[] = [
  ['state', 'x'.repeat(4_000)],
  ['state', '"'.repeat(1_333)],
  ['state', ' ~"quoted" <b>&amp;</b> %00 %E2%82%AC \\'],
  ['login_hint', '<b>é ∞</b>'],
  ['ui_locales', 'xx he'],
  ['display', 'popup'],
  ['prompt', 'login'],
  ['prompt', 'consent'],
  ['prompt', 'login consent'],
  ['claims', '{"x":'],
  ['claims_locales', ''],
  ['grant_management_action', 'create'],
  ['unknown_parameter', 'a\nb'],
];

/** RFC 6749 §5.2 */
const isDescription = /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/;

describe.each(['baseline', 'fapi2', 'fapi2-message-signing'] as const)('a pushed request in profile %s', (profile) => {
  const signs = profile === 'fapi2-message-signing';
  const bank = signs ? leasedBank(['ais-pis', 'mandates'], {}, profile) : runningBank(services, { profile });
  let client: TestClient;
  let parameters: Parameters;
  beforeAll(async () => {
    client = await bank.client();
    const consentId = await client.createConsent({ balances: [bank.resources(bank.demo, 'account')[0]!] });
    parameters = Object.fromEntries(new URL(client.authorization('consents', `AIS:${consentId}`).url).searchParams);
  });
  const push = async (changed: Parameters) => {
    const asked = Object.fromEntries(Object.entries({ ...parameters, ...changed }).filter(([, value]) => value !== undefined));
    const form = signs ? { request: await requestObject(client.client, client.issuerOf('consents'), asked) } : asked;
    return client.request('consents', 'par', form as Record<string, string>);
  };
  /** What the customer's browser is shown for a request that was stored. */
  const opened = async (uri: string) => {
    const browser = new Browser(bank.baseUrl, client.from);
    const shown = await browser.open(
      `${client.issuerOf('consents')}/authorize?${new URLSearchParams({ client_id: client.clientId, request_uri: uri }).toString()}`,
    );
    return { status: shown.status, signIn: shown.text.includes('type="password"') };
  };

  it('is refused at once with a value that no authorization can be completed with', async () => {
    const accepted: unknown[] = [];
    // A form is in UTF-8 and has no half of a surrogate pair; JSON can.
    for (const [name, value] of signs ? [...unfit, ['state', 'a\ud800'] as const] : unfit) {
      const { status, body } = await push({ [name]: value });
      const { error, error_description: said } = body as { error?: string; error_description?: string };
      if (status !== 400 || error === undefined || !isDescription.test(said ?? '')) accepted.push({ name, value, status, error, said });
    }
    expect(accepted).toEqual([]);
    expect(await push({})).toAnswer(201);
  });

  it('is refused with the characters that state may have where it has another one', async () => {
    for (const state of notAscii)
      expect(await push({ state })).toAnswer(400, {
        error: 'invalid_request',
        error_description:
          'state may have printable ASCII characters only (VSCHAR, RFC 6749 appendix A.5): encode others, for example as base64url',
      });
    for (const state of [' ', '~', Buffer.from('é ∞').toString('base64url'), undefined]) expect(await push({ state })).toAnswer(201);
  });

  it('is refused with unsupported_response_type where it asks for anything else than a code', async () => {
    for (const type of ['token', 'id_token', 'code id_token', 'code token', 'none', 'Code'])
      expect(await push({ response_type: type })).toAnswer(400, {
        error: 'unsupported_response_type',
        error_description: 'response_type must be code',
      });
    expect(await push({ response_type: undefined })).toAnswer(400, { error: 'invalid_request' });
    expect(await push({ response_type: 'code' })).toAnswer(201);
  });

  it('is refused with the parameter that is missing or that the issuer does not support, and with what it must be', async () => {
    const mode = signs ? 'response_mode must be jwt or query.jwt' : 'response_mode must be query, or left out';
    const challenge = 'it must be the SHA-256 of the code_verifier in base64url without padding: 43 characters';
    const redirect = 'redirect_uri is missing: it must be one that the client is registered with';
    for (const [changed, said] of [
      [{ response_type: undefined }, 'response_type is missing: it must be code'],
      [{ redirect_uri: undefined }, redirect],
      [{ response_type: undefined, redirect_uri: undefined }, `response_type is missing: it must be code; ${redirect}`],
      [{ code_challenge: undefined }, `code_challenge is missing: ${challenge}`],
      [{ code_challenge_method: undefined }, 'code_challenge_method is missing: it must be S256'],
      [{ code_challenge_method: 'plain' }, 'code_challenge_method must be S256'],
      [{ response_mode: 'form_post' }, mode],
      [{ response_mode: 'banana' }, mode],
    ] as const) {
      const { status, body } = await push(changed);
      const { error_description: described } = body as { error_description?: string };
      expect({ changed, status, described }).toEqual({ changed, status: 400, described: said });
    }
    expect(await push({})).toAnswer(201);
  });

  it('leads to the page on which the customer signs in where it was accepted', async () => {
    const thumbprint = await calculateJwkThumbprint(client.proofKey.publicKey);
    for (const [name, value] of [...fit, ['dpop_jkt', thumbprint] as const, ['code_challenge', thumbprint] as const]) {
      const { status, body } = await push({ [name]: value });
      expect({ name, value, status }).toEqual({ name, value, status: 201 });
      const { request_uri: uri } = body as { request_uri: string };
      expect({ name, value, ...(await opened(uri)) }).toEqual({ name, value, status: 200, signIn: true });
    }
  });

  it('is answered with the longest state at a redirect URI of 2,000 characters', async () => {
    const redirectUri = `https://tpp.example/${'a'.repeat(1_980)}`;
    const far = await bank.client({ redirectUri });
    const consentId = await far.createConsent({ balances: [bank.resources(bank.demo, 'account')[0]!] });
    const { url, verifier } = far.authorization('consents', `AIS:${consentId}`);
    const state = '"'.repeat(1_333);
    const withState = new URL(url);
    withState.searchParams.set('state', state);
    const authorization = await far.pushAuthorization({ issuer: 'consents', url: withState.href, verifier, state });
    const redirect = await completeInteraction(authorization.url, { login: bank.demo.login, password: bank.demo.password, from: far.from });
    expect(await far.redeem(authorization, redirect)).toMatchObject({ scope: `AIS:${consentId}` });
  });
});

import { freshBank } from '@open-banking/testing';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { Fapi2Client } from '@open-banking/ais-pis-testing/a-fapi2-client';

const refused = ({ status, body }: { status: number; body?: unknown }) => ({ status, error: (body as { error?: string }).error });

describe("lifetimes on the bank's clock in profile fapi2", () => {
  const bank = freshBank(['ais-pis', 'cards'], {}, 'fapi2');
  let tpp: Fapi2Client;
  beforeAll(async () => {
    tpp = await (await Fapi2Client.of(bank)).forOneAccount();
  });

  it('a code is valid for a minute', async () => {
    const [late, inTime] = [await tpp.code(), await tpp.code()];
    await bank.advance('PT15S');
    expect(await tpp.post('token', inTime.form)).toAnswer(200);
    await bank.advance('PT46S');
    expect(refused(await tpp.post('token', late.form))).toEqual({ status: 400, error: 'invalid_grant' });
  });

  it('a request_uri is valid for a minute; after that the customer is sent back with an error', async () => {
    const [late, inTime] = [await tpp.pushRequest(), await tpp.pushRequest()];
    await bank.advance('PT15S');
    expect(await tpp.completeInteraction(inTime.url)).toMatchObject({ code: expect.any(String) as unknown });
    await bank.advance('PT46S');
    const browser = new Browser(bank.baseUrl, tpp.client.from);
    await browser.open(late.url);
    expect(browser.redirectParameters).toEqual({
      error: 'invalid_request_uri',
      error_description: expect.any(String) as unknown,
      state: late.form['state'],
      iss: tpp.endpoint,
    });
  });

  it('a customer may take longer to approve than the lifetime of the request_uri', async () => {
    const { url } = await tpp.pushRequest();
    const browser = new Browser(bank.baseUrl, tpp.client.from);
    await browser.open(url);
    await bank.advance('PT10M');
    await browser.press('sign-in', { login: bank.demo.login, password: bank.demo.password });
    await bank.advance('PT2M');
    await browser.press('approve');
    expect(browser.redirectParameters).toMatchObject({ code: expect.any(String) as unknown, iss: tpp.endpoint });
  });

  it('a token is valid for an hour and a refresh token yields the next; client signatures stay on real time and are valid once', async () => {
    const { access, refresh } = await tpp.token();
    const used = await tpp.assertion();
    const proof = await tpp.proof('token');
    expect(await tpp.refresh(refresh, { assertion: used, proof })).toAnswer(200);
    await bank.advance('PT50M');
    expect(await tpp.readWithToken(access)).toAnswer(200);
    await bank.advance('PT10M1S');
    expect(await tpp.readWithToken(access)).toAnswer(401, { tppMessages: [{ code: 'TOKEN_EXPIRED' }] });
    expect(refused(await tpp.refresh(refresh, { assertion: used }))).toEqual({ status: 401, error: 'invalid_client' });
    expect(refused(await tpp.refresh(refresh, { proof }))).toEqual({ status: 400, error: 'invalid_dpop_proof' });
    const { access_token: next } = (await tpp.refresh(refresh)).body as { access_token: string };
    expect(await tpp.readWithToken(next)).toAnswer(200);
  });
});

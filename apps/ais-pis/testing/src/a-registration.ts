import { randomUUID } from 'node:crypto';
import { createCredential, exchange, exchangeWithinLimits, TestClient, type HttpResponse, type RunningBank } from '@open-banking/testing';
import { registrationEndpoints } from '@open-banking/spec';
import { randomAddress } from './a-fapi2-client.js';

type Metadata = Readonly<Record<string, unknown>>;
const redirectUri = 'http://127.0.0.1/back';

/** A client that registers itself and manages its registration, from its own address. */
export class SelfRegistered {
  readonly from = randomAddress();
  private constructor(
    private readonly bank: RunningBank,
    readonly answer: HttpResponse,
    readonly privateKey?: Metadata,
  ) {}

  /** Registers with the minimum that the profile requires. */
  static async register(bank: RunningBank, metadata: Metadata = {}): Promise<SelfRegistered> {
    const { registration, own } =
      bank.profile === 'fapi2' ? await createCredential({ operatorKey: {} }, 'private_key_jwt') : { registration: {}, own: {} };
    const answer = await register(bank, {
      client_name: 'Self-made',
      redirect_uris: [redirectUri],
      roles: ['PSP_AI', 'PSP_PI'],
      ...registration,
      ...metadata,
    });
    expect(answer).toAnswer(201);
    return new SelfRegistered(bank, answer, own.privateKey);
  }

  get registered() {
    return this.answer.body as Metadata & {
      readonly client_id: string;
      readonly client_secret?: string;
      readonly registration_client_uri: string;
      readonly registration_access_token: string;
    };
  }

  get client(): TestClient {
    const { client_id: clientId, client_secret: clientSecret } = this.registered;
    return new TestClient(
      this.bank.baseUrl,
      {
        name: 'Self-made',
        clientId,
        ...(clientSecret !== undefined && { clientSecret }),
        privateKey: this.privateKey,
        roles: ['PSP_AI', 'PSP_PI'],
        redirectUri,
      },
      this.from,
    );
  }

  manage(method: 'GET' | 'PUT' | 'DELETE', body?: unknown, token = this.registered.registration_access_token): Promise<HttpResponse> {
    return exchangeWithinLimits(this.registered.registration_client_uri, {
      method,
      from: this.from,
      ...asJson(body),
      headers: { ...asJson(body).headers, ...(token && { authorization: `Bearer ${token}` }) },
    });
  }

  /** The metadata that an update may contain, without the members that the bank sets. */
  get updatableMetadata(): Metadata {
    const {
      registration_access_token: _,
      registration_client_uri: __,
      client_secret_expires_at: ___,
      client_id_issued_at: ____,
      ...own
    } = this.registered;
    return own;
  }
}

const asJson = (body: unknown) =>
  body === undefined
    ? {}
    : { body: typeof body === 'string' ? body : JSON.stringify(body), headers: { 'content-type': 'application/json' } };

export const register = (bank: RunningBank, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<HttpResponse> =>
  exchange(bank.baseUrl + registrationEndpoints.registerClient.path, {
    method: 'POST',
    from: randomAddress(),
    ...asJson(body),
    headers: { 'content-type': 'application/json', 'x-request-id': randomUUID(), ...headers },
  });

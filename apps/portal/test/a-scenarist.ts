import { scenarioPages } from '@open-banking/spec';
import { Caller, TestClient, type runningBank, ThirdParty, ownAddress, type TestCustomer } from '@open-banking/testing';
import { ADeveloper, credentialsIn } from './a-developer.js';

/** Who can sign in, with what this person has. */
export interface Login extends Omit<TestCustomer, 'accounts'> {
  readonly accounts: readonly {
    readonly kind: string;
    readonly resourceId: string;
    readonly currency: string;
    readonly approval: string;
    readonly reference: { readonly iban: string };
  }[];
}
export interface Made {
  readonly customerId: string;
  readonly logins: readonly Login[];
}

/** A developer with a sandbox key. */
export class AScenarist {
  private constructor(
    readonly developer: ADeveloper,
    private readonly party: ThirdParty,
    private readonly key: string,
  ) {}

  static async of(bank: ReturnType<typeof runningBank>): Promise<AScenarist> {
    const developer = await ADeveloper.signedIn(bank);
    await developer.browser.open(scenarioPages.showScenarios.path);
    const { text } = await developer.browser.press('make-key', { name: 'CI' });
    const [, key] = /<dt>Key<\/dt><dd><code>([^<]+)</.exec(text)!;
    return new AScenarist(developer, new ThirdParty(bank.baseUrl, {} as never, ownAddress()), key!);
  }

  /** The headers of its calls. */
  get headers(): Readonly<Record<string, string>> {
    return { authorization: `Bearer ${this.key}` };
  }

  call(method: string, path: string, body?: unknown) {
    return new Caller(this.party, undefined, this.headers).send(method, path, { body });
  }

  async customer(body: object = {}): Promise<Made> {
    const made = await this.call('POST', '/sandbox/customers', body);
    expect(made).toAnswer(201);
    return made.body as Made;
  }

  /** A client that this developer has registered. */
  async client(bank: ReturnType<typeof runningBank>): Promise<TestClient> {
    const { text } = await this.developer.register({ role: ['PSP_AI', 'PSP_PI'], redirectUris: 'http://127.0.0.1/back' });
    const { clientId, clientSecret } = credentialsIn(text);
    return new TestClient(
      bank.baseUrl,
      { clientId, clientSecret, redirectUri: 'http://127.0.0.1/back', authMethod: 'client_secret_basic' } as never,
      ownAddress(),
    );
  }
}

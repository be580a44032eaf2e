import { aisPis, loanServices, mandates, operations, type Issuer, type Operation } from '@open-banking/spec';
import { resourceIds } from '@open-banking/sandbox/demo-bank';
import { grantConsent, completeInteraction } from '@open-banking/sandbox/third-party';
import { examplePath, exampleBody, faultyBodyOf, exampleHeaders, unknownIds } from '@open-banking/sandbox/example-calls';
import type { ExampleBank } from './example-bank.js';
import { Recorder, type Call, type Exchange } from './recorder.js';
import { SteadyValues } from './steady-values.js';

export interface Example {
  readonly id: string;
  readonly success: Exchange;
  readonly errors: readonly Exchange[];
}

/** Created first, as later calls need their ids; ended last. */
const created: readonly Operation[] = [aisPis.createConsent, aisPis.createPayment, mandates.createMandate];
const ended: readonly Operation[] = [aisPis.deleteConsent, mandates.deleteMandate];
const inOrder = [...created, ...operations.filter((row) => !created.includes(row) && !ended.includes(row)), ...ended];

/** Calls every operation of the table at the bank, once as it should be and at least once as it should not. */
export class ExampleCalls {
  readonly #steady: SteadyValues;
  readonly #recorder: Recorder;
  readonly #ids: Record<string, string>;
  readonly #tokens = new Map<string, string>();
  #reader?: { readonly token: string; readonly consentId: string };

  constructor(private readonly bank: ExampleBank) {
    this.#steady = new SteadyValues(bank.party.baseUrl);
    this.#recorder = new Recorder(bank.party, this.#steady);
    this.#ids = { ...resourceIds(bank.customer.accounts), 'payment-product': 'sepa-credit-transfers' };
  }

  async all(): Promise<Example[]> {
    await this.#consent();
    const made: (() => Example)[] = [];
    for (const row of inOrder) made.push(await this.#exampleOf(row));
    return made.map((example) => example());
  }

  /** The customer approves the consent that everything is read under. */
  async #consent(): Promise<void> {
    const { party, customer } = this.bank;
    const asked = exampleBody(aisPis.createConsent) as unknown as Parameters<typeof grantConsent>[2];
    this.#reader = await grantConsent(party, signIn(customer), asked);
    this.#steady.name(this.#reader.consentId, 'consentId');
  }

  async #exampleOf(row: Operation): Promise<() => Example> {
    const call = await this.#callOf(row);
    const errors = await this.#errorsOf(row, call);
    const { body, example } = await this.#recorder.success(row, call);
    await this.#remember(row, body);
    return () => ({ id: row.id, success: example(), errors });
  }

  async #callOf(row: Operation): Promise<Call> {
    // The consent that the customer approved is read; the one just created is ended.
    const reads = row.id === aisPis.readConsent.id || row.id === aisPis.readConsentStatus.id;
    const [body, headers] = [exampleBody(row), exampleHeaders(row)];
    return {
      path: examplePath(row, reads ? { ...this.#ids, consentId: this.#reader!.consentId } : this.#ids),
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
      ...(row.token?.kind === 'customer' ? this.#reader : { token: await this.#tokenFor(row) }),
    };
  }

  async #tokenFor({ token }: Operation): Promise<string | undefined> {
    if (!token) return undefined;
    const { issuer, clientScope: scope = '' } = token;
    const known = this.#tokens.get(scope) ?? (await this.bank.party.clientToken(issuer, scope)).access_token;
    this.#tokens.set(scope, known);
    return known;
  }

  async #errorsOf(row: Operation, call: Call): Promise<Exchange[]> {
    if (!row.token) return [await this.#recorder.refusal(row, { ...call, headers: { Accept: 'text/html' } })];
    const { path, body } = call;
    const fault =
      body !== undefined
        ? { ...call, body: faultyBodyOf(row) }
        : { ...call, path: row.path.includes('{') ? examplePath(row, unknownIds(this.#ids)) : `${path.split('?')[0]}?limit=none` };
    return [await this.#recorder.refusal(row, fault), await this.#recorder.refusal(row, { path, ...(body !== undefined && { body }) })];
  }

  /** Ids of what a call created, or listed, for the calls after it. */
  async #remember({ id }: Operation, body: Record<string, unknown>): Promise<void> {
    if (id === aisPis.createConsent.id) this.#keep('consentId', body, 'new consentId');
    if (id === aisPis.createPayment.id) this.#keep('paymentId', body);
    if (id === mandates.createMandate.id) {
      this.#keep('resourceId', body);
      await this.#approve('mandates', `MANDATE:${this.#ids['resourceId']}`);
    }
    if (id === loanServices.listAllLoans.id) {
      const [loan] = body['loans'] as { branchNumber: string; accountNumber: string }[];
      Object.assign(this.#ids, { BranchNumber: loan!.branchNumber, AccountNumber: loan!.accountNumber });
    }
  }

  #keep(name: string, body: Record<string, unknown>, as = name): void {
    const id = body[name] as string;
    this.#ids[name] = id;
    this.#steady.name(id, as);
  }

  async #approve(issuer: Issuer, scope: string): Promise<void> {
    const { party, customer } = this.bank;
    await completeInteraction((await party.startAuthorization(issuer, scope)).url, signIn(customer));
  }
}

const signIn = ({ login, password }: ExampleBank['customer']) => ({ login, password });

// Reads, payments, approvals and token requests at a fixed rate. Each is sent once; every answer but the expected one is a failure.
import { randomUUID } from 'node:crypto';
import { addClient, completeInteraction, grantConsent, ThirdParty } from '@open-banking/sandbox/third-party';

const redirectUri = 'http://127.0.0.1/back';
const perSecond = { read: 20, payment: 3, token: 3, approval: 0.25 };
const attended = { 'psu-ip-address': '127.0.0.1' };
const payment = {
  instructedAmount: { currency: 'EUR', amount: '1.25' },
  creditorAccount: { iban: 'DE89370400440532013000' },
  creditorName: 'Bookshop',
};

/** Why an answer is a failure; undefined if it has the expected status. */
const failureOf = (answer, status) => (answer.status === status ? undefined : `${answer.status} ${answer.text.slice(0, 200)}`);

export class Load {
  #phases = [];
  #timers = [];
  #running = new Set();

  static async begin(fleet, customer) {
    const load = new Load();
    const client = async (name) =>
      new ThirdParty(fleet.baseUrl, await addClient(fleet.operator, { name, roles: ['PSP_AI', 'PSP_PI'], redirectUri }));
    const [reader, payer] = [await client('Reader'), await client('Payer')];
    const account = customer.accounts.find(({ currency }) => currency === 'EUR') ?? customer.accounts[0];
    const access = { balances: [{ iban: account.iban ?? account.reference.iban }] };
    const consent = await grantConsent(reader, customer, { access });
    const kinds = {
      read: async () =>
        failureOf(
          await reader.call('GET', '/v1.7/accounts', { token: consent.token, headers: { ...attended, 'consent-id': consent.consentId } }),
          200,
        ),
      ...(await load.#paymentsOf(payer, customer)),
    };
    for (const [kind, rate] of Object.entries(perSecond)) load.#timers.push(setInterval(() => load.#send(kind, kinds[kind]), 1_000 / rate));
    return load;
  }

  /** The requests about payments, each as a function that returns why it failed: a token, a payment with it, the approval of a payment. */
  async #paymentsOf(payer, customer) {
    let token = (await payer.clientToken('payments', 'PIS')).access_token;
    const waiting = [];
    return {
      payment: async () => {
        const headers = { ...attended, 'x-request-id': randomUUID() };
        const answer = await payer.call('POST', '/v1.7/payments/sepa-credit-transfers', { token, body: payment, headers });
        if (answer.status === 201) waiting.push(answer.body.paymentId);
        return failureOf(answer, 201);
      },
      token: async () => {
        token = (await payer.clientToken('payments', 'PIS')).access_token;
      },
      approval: async () => {
        const paymentId = waiting.shift();
        if (paymentId === undefined) return undefined;
        const began = this.#phases.at(-1);
        const { url } = await payer.startAuthorization('payments', `PIS:${paymentId}`);
        const back = await completeInteraction(url, {
          login: customer.login,
          password: customer.password,
          answerAgain: (problem) => this.#shownAgain(began, problem),
        });
        return new URL(back).searchParams.has('code') ? undefined : `approval: ${back}`;
      },
    };
  }

  /** Begins a phase: later requests are counted under this name. `both`: replicas of two releases answer. */
  phase(name, { both = false } = {}) {
    this.#phases.push({
      phase: name,
      both,
      began: performance.now(),
      answers: 0,
      payments: 0,
      approvals: 0,
      shownAgain: 0,
      failures: [],
      longestMs: 0,
    });
  }

  async end() {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#running);
    const ended = performance.now();
    return this.#phases.map(({ began, ...rest }, at) => ({
      ...rest,
      seconds: Math.round(((this.#phases[at + 1]?.began ?? ended) - began) / 1_000),
    }));
  }

  /**
   * A release may show more of what is approved than the other does. A page of one that is answered at the other is then shown once more,
   * as customers approve only what they were shown (RTS art. 5); while only one release answers, no page is.
   */
  #shownAgain(began, problem) {
    const both = began.both || this.#phases.at(-1).both;
    if (!both || !problem.includes('changed in the meantime')) return false;
    began.shownAgain += 1;
    return true;
  }

  #send(kind, send) {
    const phase = this.#phases.at(-1);
    const began = performance.now();
    const sent = send()
      .catch((error) => `${kind}: ${error.cause?.message ?? error.message}`)
      .then((failure) => {
        phase.answers += 1;
        if (kind === 'payment') phase.payments += 1;
        if (kind === 'approval') phase.approvals += 1;
        if (kind !== 'approval') phase.longestMs = Math.max(phase.longestMs, Math.round(performance.now() - began));
        if (failure !== undefined) phase.failures.push(failure);
        this.#running.delete(sent);
      });
    this.#running.add(sent);
  }
}

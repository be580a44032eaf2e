import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { daysAfter } from '@open-banking/messages';
import fc, { type AsyncCommand } from 'fast-check';
import { waitsForFirst } from '@open-banking/ais-pis-payments';
import { balance, proveBooks, type Real } from './real.js';
import { ownersOf, type Model, type Modelled, type Person, type Purse, type Route } from './model.js';

const timeoutMs = 120_000;

/** Checks that the client sees the model's status; work behind a response takes a moment. */
async function untilStatus(real: Real, payment: Modelled): Promise<void> {
  let status: unknown;
  for (const until = performance.now() + timeoutMs; performance.now() < until; await pause(20)) {
    ({ transactionStatus: status } = (await real.read(payment, '/status')).body as { transactionStatus: string });
    if (status === payment.status) return;
  }
  throw new Error(`${payment.id} should be ${payment.status} (${payment.story.join(' ')}) and is ${String(status)}`);
}

abstract class Step implements AsyncCommand<Model, Real> {
  check(model: Readonly<Model>): boolean {
    return model.payments.length > 0;
  }

  async run(model: Model, real: Real): Promise<void> {
    model.pass();
    await this.take(model, real);
    model.steps += 1;
  }

  protected abstract take(model: Model, real: Real): Promise<void>;
  abstract toString(): string;
}

class Create extends Step {
  constructor(
    private readonly purse: Purse,
    private readonly route: Route,
    private readonly cents: number,
    private readonly days: number,
  ) {
    super();
  }

  override check(): boolean {
    return true;
  }

  protected async take(model: Model, real: Real): Promise<void> {
    const { purse, route, cents, days } = this;
    const requested = days < 0 ? null : daysAfter(model.today, days);
    const [requestId, body] = [randomUUID(), real.paymentRequest(purse, route, cents, requested)];
    const verified = cents % 3 === 0;
    const created = await real.create(requestId, route, body, verified);
    const status = verified ? 'RVCM' : 'RCVD';
    expect(created).toAnswer(201, { transactionStatus: status });
    model.payments.push({
      id: (created.body as { paymentId: string }).paymentId,
      requestId,
      body,
      purse,
      route,
      cents,
      asked: requested,
      verified,
      status,
      approveBy: model.now + 30 * 60_000,
      executionDate: '',
      approvers: [],
      story: verified ? [status] : [],
    });
    await untilStatus(real, model.payments.at(-1)!);
  }

  toString(): string {
    return `create(${this.purse} to ${this.route}, ${this.cents / 100}, ${this.days < 0 ? 'at once' : `in ${this.days} days`})`;
  }
}

/** A command on an existing payment. */
abstract class PaymentStep extends Step {
  constructor(protected readonly index: number) {
    super();
  }

  protected async take(model: Model, real: Real): Promise<void> {
    const payment = model.at(this.index);
    await this.act(model, real, payment);
    await untilStatus(real, payment);
  }

  protected abstract act(model: Model, real: Real, payment: Modelled): Promise<void>;
}

class Approve extends PaymentStep {
  constructor(
    index: number,
    private readonly person: Person,
  ) {
    super(index);
  }

  protected async act(model: Model, real: Real, payment: Modelled): Promise<void> {
    const counts = model.mayApprove(payment, this.person);
    const again = payment.approvers.includes(this.person) && payment.status !== 'RJCT' && payment.status !== 'CANC';
    const answer = await real.answers(payment, this.person);
    expect({ answer, approved: answer === 'approved' }).toEqual({ answer, approved: counts || again });
    if (counts) model.approve(payment, this.person);
  }

  toString(): string {
    return `approve(${this.index}, ${this.person})`;
  }
}

class Refuse extends PaymentStep {
  constructor(
    index: number,
    private readonly person: Person,
  ) {
    super(index);
  }

  protected async act(model: Model, real: Real, payment: Modelled): Promise<void> {
    const open = waitsForFirst(payment.status) || payment.status === 'PATC';
    const counts = open && (ownersOf[payment.purse] as readonly Person[]).includes(this.person);
    const answer = await real.answers(payment, this.person, true);
    expect(answer).not.toBe('approved');
    if (counts) expect(answer).toBe('access_denied');
    if (counts) model.end(payment);
  }

  toString(): string {
    return `refuse(${this.index}, ${this.person})`;
  }
}

class Cancel extends PaymentStep {
  constructor(
    index: number,
    private readonly person: Person,
  ) {
    super(index);
  }

  protected async act(model: Model, real: Real, payment: Modelled): Promise<void> {
    const isOwner = (ownersOf[payment.purse] as readonly Person[]).includes(this.person);
    const counts = isOwner && (payment.status === 'PDNG' || payment.status === 'PATC');
    expect(await real.presses(payment, this.person, '', 'cancel-payment')).toBe(counts);
    if (counts) model.end(payment);
  }

  toString(): string {
    return `cancel(${this.index}, ${this.person})`;
  }
}

class ApproveAtHome extends PaymentStep {
  constructor(
    index: number,
    private readonly person: Person,
    private readonly step: 'approve' | 'refuse',
  ) {
    super(index);
  }

  protected async act(model: Model, real: Real, payment: Modelled): Promise<void> {
    const counts = payment.status === 'PATC' && model.mayApprove(payment, this.person);
    expect(await real.presses(payment, this.person, '/approval', this.step)).toBe(counts);
    if (counts && this.step === 'approve') model.approve(payment, this.person);
    else if (counts) model.end(payment);
  }

  toString(): string {
    return `${this.step}AtHome(${this.index}, ${this.person})`;
  }
}

class Repeat extends PaymentStep {
  constructor(
    index: number,
    private readonly changed: boolean,
  ) {
    super(index);
  }

  protected async act(_model: Model, real: Real, { requestId, route, body, id, verified }: Modelled): Promise<void> {
    const answer = await real.create(requestId, route, this.changed ? { ...body, creditorName: 'Another' } : body, verified);
    if (this.changed) expect(answer).toAnswer(409);
    else expect(answer).toAnswer(201, { transactionStatus: verified ? 'RVCM' : 'RCVD', paymentId: id });
  }

  toString(): string {
    return `repeat(${this.index}${this.changed ? ', changed' : ''})`;
  }
}

class Read extends PaymentStep {
  protected async act(_model: Model, real: Real, payment: Modelled): Promise<void> {
    expect(await real.read(payment, '')).toAnswer(200, { paymentId: payment.id, ...payment.body });
    expect(await real.read(payment, '', real.stranger)).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
  }

  toString(): string {
    return `read(${this.index})`;
  }
}

class Delete extends PaymentStep {
  protected async act(_model: Model, real: Real, payment: Modelled): Promise<void> {
    expect(await real.remove(payment)).toAnswer(405);
  }

  toString(): string {
    return `delete(${this.index})`;
  }
}

class Advance extends Step {
  constructor(private readonly by: string) {
    super();
  }

  protected async take(model: Model, real: Real): Promise<void> {
    model.offsetMs = await real.advance(this.by);
    model.pass();
    for (const payment of model.payments) await untilStatus(real, payment);
  }

  toString(): string {
    return `advance(${this.by})`;
  }
}

class Books extends Step {
  protected take(model: Model, real: Real): Promise<void> {
    return proveBooks(real, model);
  }

  toString(): string {
    return 'books';
  }
}

/** Prefers recent payments, because old ones have ended. */
const index = fc.oneof({ weight: 4, arbitrary: fc.nat({ max: 2 }) }, { weight: 1, arbitrary: fc.nat({ max: 30 }) });
const person = fc.constantFrom<Person>('noa', 'noa', 'noa', 'dan', 'dan', 'stranger');
const route = fc.constantFrom<Route>('inside', 'inside', 'inside', 'closed', 'outside', 'sepa', 'rejecting');
const cents = fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 2_000 }) }, { weight: 1, arbitrary: fc.constant(balance * 3) });
const create = fc
  .tuple(fc.constantFrom<Purse>('own', 'joint'), route, cents, fc.integer({ min: -3, max: 3 }))
  .map(([purse, to, of, days]) => new Create(purse, to, of, days));

const approve = fc.tuple(index, person).map(([of, by]) => new Approve(of, by));

/** The events of payments, common ones more often than rare ones. */
export const commands = [
  create,
  create,
  create,
  approve,
  approve,
  approve,
  approve,
  approve,
  fc.tuple(index, person).map(([of, by]) => new Refuse(of, by)),
  fc.tuple(index, person).map(([of, by]) => new Cancel(of, by)),
  fc
    .tuple(index, person, fc.constantFrom('approve' as const, 'approve' as const, 'refuse' as const))
    .map(([of, by, step]) => new ApproveAtHome(of, by, step)),
  fc.tuple(index, fc.boolean()).map(([of, changed]) => new Repeat(of, changed)),
  index.map((of) => new Read(of)),
  index.map((of) => new Delete(of)),
  fc.constantFrom('PT20M', 'PT25H', 'PT25H', 'PT200H').map((by) => new Advance(by)),
  fc.constant(new Books()),
];

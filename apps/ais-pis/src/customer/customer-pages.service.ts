import type { OnServer } from '@open-banking/http';
import { customerPages } from '@open-banking/spec';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { signedIn, type CustomerDoor, type Shows, type Visit } from './customer-door.js';
import type { CustomerSessions } from './sessions.service.js';
import type { CustomerViews } from './customer-views.service.js';

/** `/customer`: who has access to my accounts. */
export class CustomerPages implements OnServer {
  constructor(private readonly door: CustomerDoor, private readonly sessions: CustomerSessions, private readonly views: CustomerViews) {}

  onServer(server: FastifyInstance): Promise<void> {
    const { views } = this;
    return this.door.open(server, [
      [customerPages.showCustomer, async (visit) => (visit.customer ? views.list(visit, visit.customer) : views.signIn(visit))],
      [customerPages.answerCustomer, (visit, reply) => this.enterOrLeave(visit, reply)],
      [customerPages.showAccess, signedIn((visit, customer) => views.access(visit, customer))],
      [customerPages.endAccess, signedIn((visit, customer) => views.end(visit, customer))],
      [customerPages.showPending, signedIn((visit, customer) => views.pending(visit, customer))],
      [customerPages.answerPending, signedIn((visit, customer) => views.answer(visit, customer))],
    ]);
  }

  private async enterOrLeave(visit: Visit, reply: FastifyReply): Promise<Shows> {
    const { sessions, views } = this;
    if (visit.form.get('step') === 'sign-out') {
      await sessions.end(visit.browser);
      this.door.name(reply, sessions.fresh());
      return { goTo: '/customer' };
    }
    const login = (visit.form.get('login') ?? '').trim();
    const entered = await sessions.signIn(login, visit.form.get('password') ?? '');
    if ('refused' in entered) return views.signIn(visit, login, entered.refused === 'locked' ? { notice: 'locked', lockedUntil: entered.until } : { notice: 'wrong-password' });
    this.door.name(reply, entered.id);
    return { goTo: '/customer' };
  }
}

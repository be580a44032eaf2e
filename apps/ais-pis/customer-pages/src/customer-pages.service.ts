import { localeOf, problemOf, readForm, SignInForm, signInPage, type Problem } from '@open-banking/pages';
import type { BankClock } from '@open-banking/database';
import type { RouteRegistrar } from '@open-banking/http';
import { customerPages } from '@open-banking/spec';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { signedIn, watching, type CustomerRouter, type PageResult, type Visit } from './visit/customer-router.js';
import type { CustomerLogin } from './visit/customer-login.js';
import type { ActivityViewsService } from './activity/activity-views.service.js';
import type { AlertViewsService } from './alerts/alert-views.service.js';
import { OptOutForm } from './consents/opt-out.form.js';
import type { AccessViewsService } from './consents/access-views.service.js';
import type { LimitViewsService } from './limits/limit-views.service.js';
import type { MandateViewsService } from './mandates/mandate-views.service.js';
import type { PaymentViewsService } from './payments/payment-views.service.js';
import type { ReceiptViewsService } from './receipts/receipt-views.service.js';
import { SignOutForm } from './visit/sign-out.form.js';
import type { CustomerSessionsService } from './visit/sessions.service.js';

export interface CustomerPageParts {
  readonly router: CustomerRouter;
  readonly sessions: CustomerSessionsService;
  /** The bank's OpenID provider, where customers sign in there. */
  readonly login: CustomerLogin;
  readonly clock: BankClock;
  readonly access: AccessViewsService;
  readonly payments: PaymentViewsService;
  readonly mandates: MandateViewsService;
  readonly alerts: AlertViewsService;
  readonly limits: LimitViewsService;
  readonly activity: ActivityViewsService;
  readonly receipts: ReceiptViewsService;
}

/** `/customer`: the customer's pages for consents, payments and mandates. */
export class CustomerPagesService implements RouteRegistrar {
  constructor(private readonly parts: CustomerPageParts) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    const { router, access, activity, login, payments, mandates, alerts, limits, receipts } = this.parts;
    return router.open(server, [
      [customerPages.showCustomer, async (visit) => (visit.customer ? access.list(visit, visit.customer) : this.signIn(visit))],
      [customerPages.answerCustomer, (visit, reply) => this.enterOrLeave(visit, reply)],
      [customerPages.startCustomerLogin, (visit, reply) => login.start(visit, reply)],
      [customerPages.finishCustomerLogin, (visit, reply) => login.finish(visit, reply)],
      [customerPages.showAccess, signedIn((visit, customer) => access.access(visit, customer))],
      [customerPages.endAccess, signedIn((visit, customer) => access.end(visit, customer))],
      [customerPages.showPending, signedIn((visit, customer) => access.approval.show(visit, customer))],
      [customerPages.answerPending, signedIn((visit, customer) => access.approval.answer(visit, customer))],
      [customerPages.watchPending, watching((visit, customer) => access.approval.watch(visit, customer))],
      [customerPages.showAlerts, signedIn((visit, customer) => alerts.show(visit, customer))],
      [customerPages.chooseAlerts, signedIn((visit, customer) => alerts.choose(visit, customer))],
      [customerPages.showActivity, signedIn((visit, customer) => activity.show(visit, customer))],
      [customerPages.showReceipts, signedIn((visit, customer) => receipts.show(visit, customer))],
      [customerPages.downloadReceipts, signedIn((visit, customer) => receipts.download(visit, customer))],
      [customerPages.showPayments, signedIn((visit, customer) => payments.list(visit, customer))],
      [customerPages.showPayment, signedIn((visit, customer) => payments.one(visit, customer))],
      [customerPages.answerPayment, signedIn((visit, customer) => payments.cancel(visit, customer))],
      [customerPages.showPendingPayment, signedIn((visit, customer) => payments.approval.show(visit, customer))],
      [customerPages.answerPendingPayment, signedIn((visit, customer) => payments.approval.answer(visit, customer))],
      [customerPages.watchPendingPayment, watching((visit, customer) => payments.approval.watch(visit, customer))],
      [customerPages.showLimits, signedIn((visit, customer) => limits.show(visit, customer))],
      [customerPages.changeLimits, signedIn((visit, customer) => limits.change(visit, customer))],
      [customerPages.showMandates, signedIn((visit, customer) => mandates.list(visit, customer))],
      [customerPages.showMandate, signedIn((visit, customer) => mandates.one(visit, customer))],
      [customerPages.answerMandate, signedIn((visit, customer) => mandates.answer(visit, customer))],
      [customerPages.showPendingMandate, signedIn((visit, customer) => mandates.approval.show(visit, customer))],
      [customerPages.answerPendingMandate, signedIn((visit, customer) => mandates.approval.answer(visit, customer))],
      [customerPages.watchPendingMandate, watching((visit, customer) => mandates.approval.watch(visit, customer))],
    ]);
  }

  private async enterOrLeave(visit: Visit, reply: FastifyReply): Promise<PageResult> {
    const { router, login, sessions } = this.parts;
    const form = readForm(login.isOn ? [SignOutForm, OptOutForm] : [SignInForm, SignOutForm, OptOutForm], visit.form);
    if (form.step !== 'sign-in' && form.step !== 'sign-out')
      return signedIn((entered, customer) => this.parts.access.optOut(entered, customer, form))(visit);
    if (form.step === 'sign-out') {
      const idToken = await sessions.end(visit.browser);
      router.name(reply, sessions.fresh());
      return idToken !== undefined && login.isOn ? login.signOut(visit, idToken) : { goTo: '/customer' };
    }
    const entered = await sessions.signIn(form.login, form.password, visit.deviceCookie);
    if ('refused' in entered)
      return this.signIn(
        visit,
        form.login,
        entered.refused === 'locked' ? { notice: 'locked', lockedUntil: entered.until } : { notice: 'wrong-password' },
      );
    router.name(reply, entered.id);
    router.remember(reply, entered.deviceCookie);
    return { goTo: '/customer' };
  }

  private signIn(visit: Visit, login?: string, problem?: Problem): PageResult {
    if (this.parts.login.isOn) return this.parts.login.page(visit);
    const { frame, csrf, done } = visit;
    const { customer } = localeOf(frame.language);
    const said = problem
      ? problemOf(problem, frame.language, this.parts.clock.timeZone)
      : done === 'timeOut'
        ? customer.timeOut
        : undefined;
    return {
      text: signInPage(frame, { lead: customer.signIn, soft: [], action: `/customer?lang=${frame.language}`, csrf, problem: said, login }),
      refused: problem !== undefined,
    };
  }
}

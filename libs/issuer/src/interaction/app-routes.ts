import type { BankClock } from '@open-banking/database';
import { AppApprovalForm, AppNavigationForm, type Language, readForm, type SentForm, stepOf } from '@open-banking/pages';
import { asRoute, type Operation } from '@open-banking/spec';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { IssuerFacts } from '../issuer-facts.js';
import type { AppState } from './app-approvals.js';
import type { AppInteractions } from './app-interactions.js';
import { Authorization } from './authorization.js';
import type { InteractionStep } from './interactions.js';

const appSteps: readonly (string | undefined)[] = ['ask-app', 'go-on', 'take-back', 'approve'];

/** A button that only a page has which approves in the app; an approval code is worth nothing there. */
export const isAppStep = (body: unknown): boolean => appSteps.includes(stepOf(body));

export function answerInApp(
  app: AppInteractions,
  authorization: Authorization,
  sent: SentForm,
  language: Language,
): Promise<InteractionStep> {
  const form = readForm([AppApprovalForm, AppNavigationForm], sent);
  switch (form.step) {
    case 'ask-app':
      return app.ask(authorization, { about: form.about, chosen: form.account }, language);
    case 'go-on':
      return app.goOn(authorization);
    case 'take-back':
      return app.takeBack(authorization);
  }
}

export interface WatchParts {
  readonly home: IssuerFacts;
  readonly provider: Provider;
  readonly clock: BankClock;
  readonly app?: AppInteractions | undefined;
}

/** Answers the script of a waiting page: whether the app has answered. */
export function watchApp(scope: FastifyInstance, row: Operation, { home, provider, clock, app }: WatchParts): void {
  scope.route({
    method: row.method,
    url: asRoute(row.path),
    config: { operation: row },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { uid } = request.params as { uid: string };
      const authorization = app && (await Authorization.of(provider, home, clock, uid, request.raw, reply.raw));
      const waits = authorization && !authorization.suspended && authorization.answerBy > clock.now();
      const state = waits ? await app.state(authorization) : undefined;
      return answerWatch(reply, state);
    },
  });
}

/** The response to the script of a waiting page; for undefined, that there is nothing (any more) to wait for. */
export const answerWatch = (reply: FastifyReply, state: AppState | undefined): FastifyReply =>
  reply
    .code(state === undefined ? 404 : 200)
    .headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
    .send(JSON.stringify({ state: state ?? 'ended' }));

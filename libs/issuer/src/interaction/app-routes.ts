import { AppApprovalForm, AppNavigationForm, type Language, type PageAnswer, readForm, type SentForm, stepOf } from '@open-banking/pages';
import type { AppState } from './app-approvals.js';
import type { AppInteractions } from './app-interactions.js';
import type { Authorization } from './authorization.js';
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

/** The response to the script of a waiting page; for undefined, that there is nothing (any more) to wait for. */
export const watchAnswer = (state: AppState | undefined): PageAnswer => ({
  status: state === undefined ? 404 : 200,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify({ state: state ?? 'ended' }),
});

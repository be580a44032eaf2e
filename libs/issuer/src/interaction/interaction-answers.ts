import { ApprovalForm, LeaveOutForm, NavigationForm, readForm, RefusalForm, ReportForm, SignInForm } from '@open-banking/pages';
import type { BankLogin } from '../login/bank-login.js';
import type { AppInteractions } from './app-interactions.js';
import { answerInApp, isAppStep } from './app-routes.js';
import type { Authorization } from './authorization.js';
import { deviceCookieOf } from './device-cookie.js';
import type { InteractionVisit } from './interaction-visit.js';
import type { Interactions, InteractionStep } from './interactions.js';

interface AnswerParts {
  readonly interactions: Interactions;
  /** The steps with the bank's own app, where it is asked and no code is. */
  readonly app?: AppInteractions | undefined;
  readonly login: Pick<BankLogin, 'isOn'>;
  /** Cookies are for https alone. */
  readonly secure: boolean;
}

const answerForms = [ApprovalForm, RefusalForm, ReportForm, LeaveOutForm, NavigationForm];

/** Takes the button that a customer has pressed on a page of an interaction. */
export function takeAnswer(
  { app, interactions, login, secure }: AnswerParts,
  authorization: Authorization,
  { form: sent, frame, request: { body, headers } }: InteractionVisit,
): Promise<InteractionStep> {
  if (app && isAppStep(body)) return answerInApp(app, authorization, sent, frame.language);
  // No page has a sign-in form if the bank's own login signs customers in.
  const form = readForm(login.isOn ? answerForms : [SignInForm, ...answerForms], sent);
  switch (form.step) {
    case 'sign-in':
      return interactions.signIn(authorization, {
        login: form.login,
        password: form.password,
        deviceCookie: deviceCookieOf(headers.cookie, secure),
      });
    case 'approve':
      return interactions.approve(authorization, { code: form.code, about: form.about, chosen: form.account });
    case 'leave-out':
      return interactions.leaveOut(authorization, form.silent);
    default:
      return navigate(interactions, authorization, form.step);
  }
}

/** The buttons that send nothing besides themselves. */
function navigate(
  interactions: Interactions,
  authorization: Authorization,
  step: NavigationForm['step'] | 'refuse' | 'report',
): Promise<InteractionStep> {
  switch (step) {
    case 'refuse':
      return interactions.refuse(authorization);
    case 'report':
      return interactions.report(authorization);
    case 'cancel':
      return interactions.cancel(authorization);
    case 'new-code':
      return interactions.newCode(authorization);
    case 'select-all':
      return interactions.selectAll(authorization);
    case 'other-customer':
      return interactions.leaveCustomer(authorization);
    case 'retry':
      return interactions.show(authorization);
  }
}

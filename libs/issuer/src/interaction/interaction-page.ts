import type { BankClock } from '@open-banking/database';
import {
  approvalPage,
  zonedTime,
  csrfToken,
  type Frame,
  isOfCode,
  bidiIsolate,
  localeOf,
  loginPage,
  lockedPage,
  problemOf,
  shownHost,
  signInPage,
} from '@open-banking/pages';
import type { IssuerFacts } from '../issuer-facts.js';
import type { BankLogin } from '../login/bank-login.js';
import type { Authorization } from './authorization.js';
import type { InteractionStep } from './interactions.js';

interface PageParts {
  readonly home: IssuerFacts;
  readonly clock: BankClock;
  readonly formKey: Buffer;
  readonly login: Pick<BankLogin, 'isOn'>;
}

type ShownStep = Exclude<InteractionStep, { goTo: string } | { show: 'answered' } | { show: 'reported' }>;

/** The page on which a customer signs in, or approves, or sees that the login is locked. */
export function interactionPage(parts: PageParts, authorization: Authorization, next: ShownStep, frame: Frame, uid: string): string {
  const { home, clock } = parts;
  const words = localeOf(frame.language);
  const clientName = bidiIsolate(authorization.clientName);
  const form = interactionForm(parts, authorization, next, frame, uid);
  const deadEnd = { ...form, leave: words.back(clientName) };
  if (next.lockedUntil)
    return lockedPage(frame, {
      ...deadEnd,
      problem: form.problem!,
      mayStay: next.show === 'sign-in' || next.lockedUntil < authorization.answerBy,
    });
  const time = words.time(zonedTime(authorization.answerBy, frame.language, clock.timeZone));
  const returnsTo = words.thirdParty.returnsTo(bidiIsolate(shownHost(authorization.redirectUri)));
  if (next.show === 'sign-in') {
    const said = { ...form, lead: words.signIn.asks[home.id](clientName), soft: [words.signIn.why[home.id], time, returnsTo] };
    return parts.login.isOn
      ? loginPage(frame, { ...said, startAt: `${home.path}/interaction/${uid}/login?lang=${frame.language}` })
      : signInPage(frame, { ...said, login: next.login });
  }
  return approvalPage(frame, {
    ...(next.view.facts.blocked ? deadEnd : form),
    clientName,
    mayLeave: true,
    time,
    returnsTo,
    organization: authorization.organization,
    logo: authorization.logo,
    view: next.view,
    chosen: next.chosen,
    watchAt: `${home.path}/interaction/${uid}/app-answer`,
    isCodeWrong: next.notice !== undefined && isOfCode({ notice: next.notice }),
    timeZone: clock.timeZone,
  });
}

function interactionForm(
  { formKey, home, clock: { timeZone } }: PageParts,
  { clientName, registeredItself }: Authorization,
  { notice, lockedUntil }: ShownStep,
  { language }: Frame,
  uid: string,
) {
  const words = localeOf(language);
  const name = bidiIsolate(clientName);
  return {
    leave: words.cancel(name),
    action: `${home.path}/interaction/${uid}?lang=${language}`,
    csrf: csrfToken(formKey, uid),
    problem: notice && problemOf({ notice, lockedUntil }, language, timeZone),
    unchecked: registeredItself ? words.thirdParty.registeredItself(name) : undefined,
  };
}

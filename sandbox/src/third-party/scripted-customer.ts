import { setTimeout as pause } from 'node:timers/promises';
import { pageRetries, type PageRetries, exchangeForm, type HttpResponse } from '@open-banking/operator-client';
import { receiverPages } from '@open-banking/spec';
import { approveInPlayedApp, isWaiting, watchAddressOf } from './app-approval.js';
import { Cookies } from './cookies.js';
import { alertOf, errorDetailsOf, formsOf, visibleText, titleOf, type Field, type Form } from './forms.js';

export interface CustomerChoices {
  readonly login: string;
  readonly password: string;
  /** The accounts to choose: all, or those with these numbers or ids; if only one can be chosen, the first of them. */
  readonly accounts?: 'all' | readonly string[];
  readonly refuse?: boolean;
  /** Continues without the accounts of services that are unavailable: of any, or of these. By default that is an error. */
  readonly leaveOut?: boolean | readonly string[];
  /** Whether the customer answers a page once more that came back with this problem. By default that is an error. */
  readonly answerAgain?: (problem: string) => boolean;
  readonly from?: string;
}

const maxPages = 20;
const usualRetries: PageRetries = { count: 3, pauseMs: 500 };
/** How often it looks whether the bank's app has answered. */
const lookMs = 300;

/** The pages of the bank, and of its OpenID provider where they lead there, with the cookies of each. */
class Visits {
  readonly #cookies = new Map<string, Cookies>();

  constructor(
    origin: string,
    readonly from: string | undefined,
  ) {
    this.enter(origin);
  }

  knows({ origin }: URL): boolean {
    return this.#cookies.has(origin);
  }

  enter(origin: string): void {
    if (!this.#cookies.has(origin)) this.#cookies.set(origin, new Cookies());
  }

  async open(address: URL, body?: URLSearchParams): Promise<HttpResponse> {
    const cookies = this.#cookies.get(address.origin)!;
    const cookie = cookies.for(address.pathname);
    const response = await exchangeForm(address.href, {
      method: body ? 'POST' : 'GET',
      form: body,
      from: this.from,
      headers: {
        accept: 'text/html',
        ...(cookie && { cookie }),
        ...(body && { 'content-type': 'application/x-www-form-urlencoded', origin: address.origin }),
      },
    });
    cookies.take(response.headers['set-cookie'], address.pathname);
    // Where signing in begins, the redirect leads to the provider.
    const { location } = response.headers;
    if (address.pathname.endsWith('/login') && typeof location === 'string') this.enter(new URL(location, address).origin);
    return response;
  }
}

/**
 * Goes through the bank's pages as a customer in a browser would: reads each page, fills in its form and submits it.
 * Returns the final redirect: the third party's redirect URI with a code or an error. A sandbox has a page for third parties without an
 * address of their own, which is such a URI, too.
 */
export async function completeInteraction(authorizationUrl: string, choices: CustomerChoices): Promise<string> {
  let at = new URL(authorizationUrl);
  const visits = new Visits(at.origin, choices.from);
  const retries = new Retries(choices);
  let response = await visits.open(at);
  for (let page = 0; page < maxPages + retries.count; page += 1) {
    const onwards = onwardsFrom(response);
    if (onwards !== undefined) {
      at = new URL(onwards, at);
      if (!visits.knows(at) || at.pathname === receiverPages.showReturn.path) return at.href;
      response = await visits.open(at);
      continue;
    }
    const retryForm = await retries.form(response);
    const answered = await answeredInApp(response, (path) => visits.open(new URL(path, at)));
    const { form, fields } = answered ?? retryForm ?? fillIn(response, choices);
    at = new URL(form.action || at.href, at);
    response = await visits.open(at, fields);
  }
  throw new Error(`The bank's pages did not reach a final redirect (${titleOf(response.text)})`);
}

/** Asks for a page again that offers to retry a service that was too busy to answer. */
class Retries {
  readonly #busy = pageRetries(usualRetries);
  count = 0;

  constructor(private readonly choices: CustomerChoices) {}

  /** After a pause, the form that retries; undefined where the page has none, or was asked for often enough. */
  async form(response: HttpResponse): Promise<{ form: Form; fields: URLSearchParams } | undefined> {
    const found = this.count < this.#busy.count ? retryFormOf(response) : undefined;
    if (!found || leaveOutFormOf(formsOf(response.text), this.choices)) return undefined;
    if (this.count === 0) this.#busy.report();
    this.count += 1;
    await pause(this.#busy.pauseMs);
    return found;
  }
}

/** Where an answer leads on without a form: a redirect, or a page whose one way on is the bank's OpenID provider. */
const onwardsFrom = (response: HttpResponse): string | undefined => {
  const { location } = response.headers;
  return typeof location === 'string' ? location : loginLinkOf(response);
};

/** Where a page leads to the bank's OpenID provider, if customers sign in there. A page that says why that failed is an end. */
const loginLinkOf = ({ status, text }: HttpResponse): string | undefined =>
  status === 200 ? /<a class="button main" id="login" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') : undefined;

/** If the page waits for the bank's app: waits until it has answered, or the time for it is over, and returns the form that goes on. */
async function answeredInApp(
  { status, text }: HttpResponse,
  look: (path: string) => Promise<HttpResponse>,
): Promise<{ form: Form; fields: URLSearchParams } | undefined> {
  const address = status === 200 ? watchAddressOf(text) : undefined;
  if (address === undefined) return undefined;
  await approveInPlayedApp(text);
  while (isWaiting(await look(address))) await pause(lookMs);
  const form = formsOf(text).find(({ buttons }) => buttons.some(({ value }) => value === 'go-on'))!;
  return filled(form, 'go-on', ({ value }) => value);
}

/** The page's form to retry an unavailable service, if it has one. */
function retryFormOf({ status, text }: HttpResponse): { form: Form; fields: URLSearchParams } | undefined {
  const form = status === 200 ? formsOf(text).find(({ buttons }) => buttons.some(({ value }) => value === 'retry')) : undefined;
  return form && filled(form, 'retry', ({ value }) => value);
}

/** The form that continues without services that are unavailable, if this customer does. */
const leaveOutFormOf = (forms: readonly Form[], { leaveOut = [] }: CustomerChoices): Form | undefined =>
  forms.find(
    ({ buttons, fields }) =>
      buttons.some(({ value }) => value === 'leave-out') &&
      (typeof leaveOut === 'boolean' ? leaveOut : fields.every(({ name, value }) => name !== 'silent' || leaveOut.includes(value))),
  );

/** The buttons that answer a request, whichever the page has. */
const answersOf = (refuse = false): readonly string[] => (refuse ? ['refuse'] : ['ask-app', 'approve']);

function fillIn({ status, text }: HttpResponse, choices: CustomerChoices): { form: Form; fields: URLSearchParams } {
  const { login, password, accounts = 'all', refuse, answerAgain } = choices;
  const forms = formsOf(text);
  const formWithButton = (step: string) => forms.find(({ buttons }) => buttons.some(({ value }) => value === step));
  const problem = alertOf(text);
  if (status !== 200) requireAnswerable(text, problem, answerAgain);
  const signIn = forms.find(({ fields }) => fields.some(({ type }) => type === 'password'));
  if (signIn)
    return filled(signIn, 'sign-in', ({ type, name, value }) =>
      type === 'password' ? password : type === 'hidden' ? value : name === 'login' ? login : value,
    );
  const leaveOutForm = leaveOutFormOf(forms, choices);
  if (leaveOutForm) return filled(leaveOutForm, 'leave-out', ({ value }) => value);
  const [step = 'approve'] = answersOf(refuse).filter(formWithButton);
  const approval = formWithButton(step);
  if (!approval) throw new Error(`The bank's page says: ${problem || visibleText(text).slice(0, 300)}`);
  requireUnambiguous(approval, accounts);
  return filled(approval, step, (field) => (isLeftOut(field, approval, accounts) ? undefined : field.value));
}

/** Throws where the page is an error that this customer does not answer again. */
function requireAnswerable(text: string, problem: string | undefined, answerAgain: CustomerChoices['answerAgain']): void {
  if (problem && !answerAgain?.(problem))
    throw new Error(`The bank's page says: ${[problem, errorDetailsOf(text)].filter(Boolean).join('\n')}`);
}

function filled(form: Form, step: string, valueOf: (field: Field) => string | undefined): { form: Form; fields: URLSearchParams } {
  const button = form.buttons.find(({ value }) => value === step) ?? form.buttons[0]!;
  const pairs = form.fields.flatMap((field) => {
    const value = valueOf(field);
    return value === undefined ? [] : [[field.name, value]];
  });
  return { form, fields: new URLSearchParams([...pairs, [button.name, button.value]]) };
}

const normalized = (text: string): string => text.replace(/\s/g, '').toLowerCase();
/** Matches the id of a choice, or at least four consecutive characters of its label. */
const matchesReference = ({ label, value }: Field, reference: string): boolean => {
  const wanted = normalized(reference);
  return value.split(':').some((part) => normalized(part) === wanted) || (wanted.length >= 4 && normalized(label).includes(wanted));
};
const isChosen = (field: Field, accounts: 'all' | readonly string[]): boolean =>
  accounts === 'all' || accounts.some((reference) => matchesReference(field, reference));

/** All chosen checkboxes are submitted; of radio buttons, only the first chosen one. */
const isLeftOut = (field: Field, { fields }: Form, accounts: 'all' | readonly string[]): boolean =>
  (field.type === 'checkbox' && !isChosen(field, accounts)) ||
  (field.type === 'radio' &&
    field !== fields.find((other) => other.type === 'radio' && other.name === field.name && isChosen(other, accounts)));

const isChoice = ({ type }: Field): boolean => type === 'checkbox' || type === 'radio';

/** Throws unless each reference matches exactly one account, which may have several currencies. */
function requireUnambiguous({ fields }: Form, accounts: 'all' | readonly string[]): void {
  const offered = fields.filter(isChoice);
  if (accounts === 'all' || offered.length === 0) return;
  const all = `it offers ${offered.map(({ label }) => label).join('; ')}`;
  const named = accounts.map((reference) => ({
    reference,
    found: new Set(offered.filter((field) => matchesReference(field, reference)).map(({ label }) => label.replace(/ \S+$/, ''))),
  }));
  const unknown = named.filter(({ found }) => found.size === 0).map(({ reference }) => reference);
  if (unknown.length > 0) throw new Error(`The page does not offer ${unknown.join(', ')}; ${all}`);
  const several = named.filter(({ found }) => found.size > 1).map(({ reference }) => reference);
  if (several.length > 0) throw new Error(`${several.join(', ')} matches several accounts; ${all}`);
}

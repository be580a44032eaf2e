import { setTimeout as pause } from 'node:timers/promises';
import { Cookies } from './cookies.js';
import { exchangeForm, type Answered } from './exchange.js';
import { alertOf, formsOf, textOf, titleOf, type Field, type Form } from './forms.js';

export interface Answering {
  readonly login: string;
  readonly password: string;
  /** Where the customer may choose: all of them, or those whose number or id is named; where it is one, the first of these. */
  readonly accounts?: 'all' | readonly string[];
  readonly refuse?: boolean;
  /** Goes on without the accounts of services that do not answer; otherwise that is an error. */
  readonly leaveOut?: boolean;
  readonly from?: string;
}

const mostPages = 12;
const mostRetries = 3;
const retryMs = 500;

/**
 * A customer who goes through the bank's pages as a browser would: reads each page, fills in its form, sends it.
 * Returns where the bank sends the customer in the end: the third party's redirect URI, with a code or an error.
 */
export async function answerAs(authorizationUrl: string, answering: Answering): Promise<string> {
  const home = new URL(authorizationUrl).origin;
  const cookies = new Cookies();
  const visit = async (address: URL, body?: URLSearchParams): Promise<Answered> => {
    const cookie = cookies.for(address.pathname);
    const answered = await exchangeForm(address.href, {
      method: body ? 'POST' : 'GET',
      form: body,
      from: answering.from,
      headers: {
        accept: 'text/html',
        ...(cookie && { cookie }),
        ...(body && { 'content-type': 'application/x-www-form-urlencoded', origin: home }),
      },
    });
    cookies.take(answered.headers['set-cookie'], address.pathname);
    return answered;
  };
  let at = new URL(authorizationUrl);
  let retries = answering.leaveOut ? 0 : mostRetries;
  let answered = await visit(at);
  for (let page = 0; page < mostPages; page += 1) {
    const { location } = answered.headers;
    if (typeof location === 'string') {
      at = new URL(location, at);
      if (at.origin !== home) return at.href;
      answered = await visit(at);
    } else {
      const again = retries > 0 ? retryOf(answered) : undefined;
      // A service that was too busy to answer is asked again, as the page offers.
      if (again) await pause(retryMs);
      retries -= again ? 1 : 0;
      const { form, fields } = again ?? answerTo(answered, answering);
      at = new URL(form.action || at.href, at);
      answered = await visit(at, fields);
    }
  }
  throw new Error(`The bank's pages did not come to an end (${titleOf(answered.text)})`);
}

/** The page's offer to ask a silent service again, where it makes one. */
function retryOf({ status, text }: Answered): { form: Form; fields: URLSearchParams } | undefined {
  const form = status === 200 ? formsOf(text).find(({ buttons }) => buttons.some(({ value }) => value === 'retry')) : undefined;
  return form && filled(form, 'retry', ({ value }) => value);
}

function answerTo(
  { status, text }: Answered,
  { login, password, accounts = 'all', refuse, leaveOut }: Answering,
): { form: Form; fields: URLSearchParams } {
  const forms = formsOf(text);
  const having = (step: string) => forms.find(({ buttons }) => buttons.some(({ value }) => value === step));
  const problem = alertOf(text);
  if (status !== 200 && problem) throw new Error(`The bank's page says: ${problem}`);
  const signIn = forms.find(({ fields }) => fields.some(({ type }) => type === 'password'));
  if (signIn)
    return filled(signIn, 'sign-in', ({ type, name, value }) =>
      type === 'password' ? password : type === 'hidden' ? value : name === 'login' ? login : value,
    );
  const silent = having('leave-out');
  if (silent && leaveOut) return filled(silent, 'leave-out', ({ value }) => value);
  const step = refuse ? 'refuse' : 'approve';
  const approval = having(step);
  if (!approval) throw new Error(`The bank's page says: ${problem || textOf(text).slice(0, 300)}`);
  refuseUnclear(approval, accounts);
  return filled(approval, step, (field) => (isLeftOut(field, approval, accounts) ? undefined : field.value));
}

function filled(form: Form, step: string, valueOf: (field: Field) => string | undefined): { form: Form; fields: URLSearchParams } {
  const button = form.buttons.find(({ value }) => value === step) ?? form.buttons[0]!;
  const pairs = form.fields.flatMap((field) => {
    const value = valueOf(field);
    return value === undefined ? [] : [[field.name, value]];
  });
  return { form, fields: new URLSearchParams([...pairs, [button.name, button.value]]) };
}

const packed = (text: string): string => text.replace(/\s/g, '').toLowerCase();
/** By its id, or by at least four characters in a row of what the page says of it. */
const names = ({ label, value }: Field, reference: string): boolean => {
  const wanted = packed(reference);
  return value.split(':').some((part) => packed(part) === wanted) || (wanted.length >= 4 && packed(label).includes(wanted));
};
const isChosen = (field: Field, accounts: 'all' | readonly string[]): boolean =>
  accounts === 'all' || accounts.some((reference) => names(field, reference));

/** Of boxes all that are chosen are sent; of radio buttons the first one that is. */
const isLeftOut = (field: Field, { fields }: Form, accounts: 'all' | readonly string[]): boolean =>
  (field.type === 'checkbox' && !isChosen(field, accounts)) ||
  (field.type === 'radio' &&
    field !== fields.find((other) => other.type === 'radio' && other.name === field.name && isChosen(other, accounts)));

const isChoice = ({ type }: Field): boolean => type === 'checkbox' || type === 'radio';

/** Each reference names one account: one that may be in several currencies. */
function refuseUnclear({ fields }: Form, accounts: 'all' | readonly string[]): void {
  const offered = fields.filter(isChoice);
  if (accounts === 'all' || offered.length === 0) return;
  const all = `it offers ${offered.map(({ label }) => label).join('; ')}`;
  const named = accounts.map((reference) => ({
    reference,
    found: new Set(offered.filter((field) => names(field, reference)).map(({ label }) => label.replace(/ \S+$/, ''))),
  }));
  const unknown = named.filter(({ found }) => found.size === 0).map(({ reference }) => reference);
  if (unknown.length > 0) throw new Error(`The page does not offer ${unknown.join(', ')}; ${all}`);
  const several = named.filter(({ found }) => found.size > 1).map(({ reference }) => reference);
  if (several.length > 0) throw new Error(`${several.join(', ')} could be several accounts; ${all}`);
}

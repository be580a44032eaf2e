import type { Amount } from '@open-banking/messages';
import { moneyText } from './displayed-money.js';
import { bidiIsolate, localeOf, longDate, type Language } from './locale.js';

/** The names in an alert; each kind has its own. */
export interface AlertNames {
  readonly client?: string;
  readonly creditorName?: string;
  readonly amount?: Amount;
  /** ISO 8601. */
  readonly day?: string;
}

export interface AlertText {
  readonly title: string;
  readonly text: string;
}

/** An alert in the customer's language, for the bank's app or an e-mail. */
export function alertTextOf(kind: string, { client = '', creditorName = '', amount, day }: AlertNames, language: Language): AlertText {
  const { alerts } = localeOf(language);
  const say = alerts.kinds[kind as keyof typeof alerts.kinds];
  const [title, text] = say({
    client: bidiIsolate(client),
    creditor: bidiIsolate(creditorName),
    amount: amount ? bidiIsolate(moneyText(amount, language)) : '',
    day: day === undefined ? '' : longDate(day, language),
  });
  return { title, text };
}

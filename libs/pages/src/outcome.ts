import type { Issuer } from '@open-banking/spec';
import type { AnswerState } from './answer-marker.js';
import type { Frame } from './layout.js';
import type { MessagePageOptions } from './message.page.js';
import { localeOf } from './locale.js';

/** The pages on which customers see the outcome of their answers, in the order of the pages' own list. */
export const places = {
  access: '/customer',
  payments: '/customer/payments',
  mandates: '/customer/mandates',
  activity: '/customer/activity',
} as const;
export type Place = keyof typeof places;
/** The places where something can wait for the customer. */
export type WaitingPlace = Exclude<Place, 'activity'>;

export const placeOf: Readonly<Record<Issuer, Place>> = {
  consents: 'access',
  payments: 'payments',
  mandates: 'mandates',
  cancellation: 'mandates',
};

/** An answer whose outcome is unknown at the moment, and the page that will show it. */
export interface Outcome {
  readonly state: AnswerState;
  readonly place: Place;
}

export interface UnknownOutcome {
  readonly title: string;
  readonly says: string;
  readonly back: NonNullable<MessagePageOptions['back']>;
}

/** That it is not known yet, and where to look: people who read that nothing was paid pay twice. */
export function unknownOutcome({ language }: Frame, { state, place }: Outcome): UnknownOutcome {
  const { customer, errors } = localeOf(language);
  const name = customer.places[place];
  return {
    title: state === 'sent' ? errors.unsure : errors.title,
    says: state === 'sent' ? errors.sent(name) : errors.perhaps(name),
    back: { address: `${places[place]}?lang=${language}`, says: errors.look(name) },
  };
}

import { integer, text, url, type ValuesOf } from '@open-banking/config';
import type { BankFacts } from './issuer-facts.js';

/** Settings of a service that issues tokens, besides those every service has. */
export const issuerSettings = {
  bankName: text('The name customers know the bank by.', { default: 'Demo Bank' }),
  approvalCodeUrl: url("Where approval codes are posted for the bank's app or text messages; needed outside the sandbox.", {
    required: false,
  }),
  interactionMinutes: integer('Minutes a customer has from the authorization request to the answer.', { default: 30, min: 5, max: 120 }),
  approvalCodeMinutes: integer('Minutes an approval code can be used.', { default: 5, min: 1, max: 30 }),
  codeSeconds: integer('Seconds an authorization code can be redeemed.', { default: 60, min: 10, max: 600 }),
  customerTokenMinutes: integer("Minutes a customer's access token lives; the refresh token gives the next one.", {
    default: 60,
    min: 1,
    max: 1_440,
  }),
  clientTokenMinutes: integer("Minutes a client's own access token lives.", { default: 10, min: 1, max: 1_440 }),
  refreshTokenDays: integer('Days a refresh token lives; it dies earlier with what it was given for.', {
    default: 180,
    min: 1,
    max: 3_650,
  }),
};

/** With those of every service that issuers need: what they are called by, what is asked of clients, and whether customers are real. */
export type IssuerSettings = ValuesOf<typeof issuerSettings> & BankFacts & { readonly sandbox: boolean; readonly timeZone: string };

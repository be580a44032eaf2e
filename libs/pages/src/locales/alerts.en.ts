/** Alerts that customers get, and the page where they choose them, in English. */
interface AlertNames {
  readonly client: string;
  readonly creditor: string;
  readonly amount: string;
  readonly day: string;
}

type AlertText = readonly [title: string, text: string];
const check = 'If this was not you, contact us at once.';

export const alertsInEnglish = {
  kinds: {
    'access-waits': ({ client }: AlertNames): AlertText => [
      'Access waits for another owner',
      `You have approved access of ${client}. It waits for another owner. ${check}`,
    ],
    'access-given': ({ client }: AlertNames): AlertText => [
      'New access to your accounts',
      `${client} can now see your accounts, as you approved. ${check}`,
    ],
    'access-ended': ({ client }: AlertNames): AlertText => [
      'Access has ended',
      `${client} can no longer see the accounts of an access that you approved.`,
    ],
    'payment-waits': ({ client, creditor, amount }: AlertNames): AlertText => [
      'Payment waits for another owner',
      `You have approved a payment of ${amount} to ${creditor}, asked for by ${client}. It waits for another owner. ${check}`,
    ],
    'payment-approved': ({ client, creditor, amount }: AlertNames): AlertText => [
      'Payment approved',
      `A payment of ${amount} to ${creditor}, asked for by ${client}, is approved. ${check}`,
    ],
    'payment-executed': ({ creditor, amount }: AlertNames): AlertText => [
      'Payment executed',
      `Your payment of ${amount} to ${creditor} was executed.`,
    ],
    'payment-rejected': ({ creditor, amount }: AlertNames): AlertText => [
      'Payment not executed',
      `Your payment of ${amount} to ${creditor} was rejected.`,
    ],
    'payment-cancelled': ({ creditor, amount }: AlertNames): AlertText => [
      'Payment cancelled',
      `Your payment of ${amount} to ${creditor} was cancelled.`,
    ],
    'payment-returned': ({ creditor, amount }: AlertNames): AlertText => [
      'Payment came back',
      `Your payment of ${amount} to ${creditor} was returned by the other bank.`,
    ],
    'payment-postponed': ({ creditor, amount, day }: AlertNames): AlertText => [
      'Payment on another day',
      `Your payment of ${amount} to ${creditor} will be executed on ${day}, because payments are not executed on the day planned before.`,
    ],
    'mandate-waits': ({ creditor }: AlertNames): AlertText => [
      'Mandate waits for another owner',
      `You have approved a mandate for ${creditor}. It waits for another owner. ${check}`,
    ],
    'mandate-active': ({ creditor }: AlertNames): AlertText => [
      'Mandate in force',
      `${creditor} may collect from your account under a mandate that you approved. ${check}`,
    ],
    'mandate-suspended': ({ creditor }: AlertNames): AlertText => [
      'Mandate suspended',
      `${creditor} cannot collect from your account for now.`,
    ],
    'mandate-ended': ({ creditor }: AlertNames): AlertText => [
      'Mandate ended',
      `${creditor} can no longer collect under a mandate that you approved.`,
    ],
    'collection-presented': ({ creditor, amount }: AlertNames): AlertText => [
      'Collection',
      `${creditor} collects ${amount} under your mandate.`,
    ],
    'third-parties-off': (_: AlertNames): AlertText => [
      'No third party any more',
      `You have decided that no third party sees or uses your accounts. ${check}`,
    ],
    'third-parties-on': (_: AlertNames): AlertText => [
      'Third parties possible again',
      `Third parties that you approve can see and use your accounts again. ${check}`,
    ],
  },
  title: 'Alerts',
  link: 'Choose what we alert you to',
  lead: 'We always tell you of a new access, an approved payment and a new mandate, so that you notice what you did not do yourself. You can choose the rest.',
  also: 'Tell me also about',
  groups: {
    access: 'accesses that end',
    payments: 'payments: executed, rejected, cancelled, returned or moved to another day',
    mandates: 'mandates that are suspended or end',
    collections: 'collections under my mandates',
  },
  by: 'Tell me',
  channels: { app: 'in the app', email: 'by e-mail' },
  save: 'Save',
  saved: 'Your choice of alerts is saved.',
};

export type AlertWords = typeof alertsInEnglish;

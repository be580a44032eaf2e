/** Alerts that customers get, and the page where they choose them, in English. */
interface Named {
  readonly client: string;
  readonly creditor: string;
  readonly amount: string;
  readonly day: string;
}

type Said = readonly [title: string, text: string];
const check = 'If this was not you, contact us at once.';

export const alertsInEnglish = {
  kinds: {
    'access-waits': ({ client }: Named): Said => [
      'Access waits for another owner',
      `You have approved access of ${client}. It waits for another owner. ${check}`,
    ],
    'access-given': ({ client }: Named): Said => [
      'New access to your accounts',
      `${client} can now see your accounts, as you approved. ${check}`,
    ],
    'access-ended': ({ client }: Named): Said => [
      'Access has ended',
      `${client} can no longer see the accounts of an access that you approved.`,
    ],
    'payment-waits': ({ client, creditor, amount }: Named): Said => [
      'Payment waits for another owner',
      `You have approved a payment of ${amount} to ${creditor}, asked for by ${client}. It waits for another owner. ${check}`,
    ],
    'payment-approved': ({ client, creditor, amount }: Named): Said => [
      'Payment approved',
      `A payment of ${amount} to ${creditor}, asked for by ${client}, is approved. ${check}`,
    ],
    'payment-executed': ({ creditor, amount }: Named): Said => [
      'Payment executed',
      `Your payment of ${amount} to ${creditor} was executed.`,
    ],
    'payment-rejected': ({ creditor, amount }: Named): Said => [
      'Payment not executed',
      `Your payment of ${amount} to ${creditor} was rejected.`,
    ],
    'payment-cancelled': ({ creditor, amount }: Named): Said => [
      'Payment cancelled',
      `Your payment of ${amount} to ${creditor} was cancelled.`,
    ],
    'payment-returned': ({ creditor, amount }: Named): Said => [
      'Payment came back',
      `Your payment of ${amount} to ${creditor} was returned by the other bank.`,
    ],
    'payment-postponed': ({ creditor, amount, day }: Named): Said => [
      'Payment on another day',
      `Your payment of ${amount} to ${creditor} will be executed on ${day}, because payments are not executed on the day planned before.`,
    ],
    'mandate-waits': ({ creditor }: Named): Said => [
      'Mandate waits for another owner',
      `You have approved a mandate for ${creditor}. It waits for another owner. ${check}`,
    ],
    'mandate-active': ({ creditor }: Named): Said => [
      'Mandate in force',
      `${creditor} may collect from your account under a mandate that you approved. ${check}`,
    ],
    'mandate-suspended': ({ creditor }: Named): Said => ['Mandate suspended', `${creditor} cannot collect from your account for now.`],
    'mandate-ended': ({ creditor }: Named): Said => [
      'Mandate ended',
      `${creditor} can no longer collect under a mandate that you approved.`,
    ],
    'collection-presented': ({ creditor, amount }: Named): Said => ['Collection', `${creditor} collects ${amount} under your mandate.`],
    'third-parties-off': (_: Named): Said => [
      'No third party any more',
      `You have decided that no third party sees or uses your accounts. ${check}`,
    ],
    'third-parties-on': (_: Named): Said => [
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

import { activityInEnglish } from './activity.en.js';
import { alertsInEnglish } from './alerts.en.js';
import { receiptsInEnglish } from './receipts.en.js';
import { checksInEnglish } from './checks.en.js';
import { customerInEnglish } from './customer.en.js';
import { kindsIn, servicesIn } from './product-names.js';
import { loginInEnglish, loginNoticesInEnglish } from './login.en.js';
import { requestsInEnglish } from './requests.en.js';
import { thirdPartyInEnglish } from './third-party.en.js';

/** Every sentence of the pages, in English; other languages have the same keys (`Words`). */
export const english = {
  direction: 'ltr' as 'ltr' | 'rtl',
  name: 'English',
  /** Said at the foot of every page, until a native speaker has read the translation. */
  unreviewed: undefined as string | undefined,
  skip: 'Skip to the content',
  footer: 'You are on your bank’s own page. We never ask for your password by e-mail or telephone.',
  links: { help: 'Help', privacy: 'Privacy', accessibility: 'Accessibility' },
  sandbox: 'Sandbox: no real customer, no real money.',

  signIn: {
    title: 'Sign in',
    asks: {
      consents: (client: string) => `${client} asks for access to your accounts.`,
      payments: (client: string) => `${client} asks you to approve a payment.`,
      mandates: (client: string) => `${client} asks you to give a direct-debit mandate.`,
      cancellation: (client: string) => `${client} asks you to cancel a direct-debit mandate.`,
    },
    why: {
      consents: 'Sign in to see what it asks for. Nothing is shared before you approve.',
      payments: 'Sign in to see how much it is, to whom, and from which account. Nothing is paid before you approve.',
      mandates: 'Sign in to see who may collect, how much and how often. Nothing can be collected before you approve.',
      cancellation: 'Sign in to see which mandate it is. It goes on until you approve.',
    },
    login: 'User name',
    password: 'Password',
    submit: 'Sign in',
  },
  login: loginInEnglish,
  time: (until: string) => `You can answer until ${until}. If you do not, nothing is shared or paid.`,
  contact: { says: 'Do you need help with this?', link: 'Help and contact' },
  cancel: (client: string) => `Cancel and go back to ${client}`,
  back: (client: string) => `Back to ${client}`,

  thirdParty: thirdPartyInEnglish,

  approval: {
    signedInAs: (name: string) => `Signed in as ${name}`,
    notYou: 'Not you?',
    selectAll: 'Select all',
    refuses: (client: string) => `If you refuse, the request ends and ${client} is notified.`,
    leaves: 'If you go back, nothing is approved or refused, and the service can ask you again.',
    fees: 'Fees',
    noFees: 'None',
    booked: 'Booked',
    available: 'Available',
    both: 'A second owner must approve too',
    second: 'Another owner has approved already. With your approval it takes effect.',
    oneOfSeveral: 'Another owner has approved already. It takes effect when you and the owners of other accounts have approved too.',
    code: 'Approval code',
    codeSent: (time: string) => `We have sent you a six-digit code for exactly this approval. It is valid until ${time}.`,
    codeShown: (code: string) => `Sandbox: the code would come by app or text message. It is ${code} and is filled in below.`,
    newCode: 'Send a new code',
    noCode: 'As many codes as one request may have were sent.',
    approve: 'Approve',
    refuse: 'Refuse',
    app: {
      explains: 'You approve this in our app. Check it here first.',
      ask: 'Approve in the app',
      title: 'Approve in our app',
      sent: (time: string) => `Open our app and answer there by ${time}. This page then goes on by itself.`,
      notReached: 'We could not reach our app yet and keep trying. You can wait here, or come back to this page later.',
      match: 'The app shows this number too. If you see a different one there, refuse.',
      goOn: 'I have answered in the app',
      takeBack: 'Back to the request, to change it or ask the app again',
      played: 'Sandbox: the app of the demo bank is a page of its own.',
      openPlayed: 'Open the app',
    },
  },
  ...requestsInEnglish,
  kinds: kindsIn('en'),
  services: servicesIn('en'),
  unavailable: {
    title: 'Something cannot be shown at the moment',
    says: (names: string) => `No answer from: ${names}. Try again in a moment, or go on without.`,
    waits: (names: string) => `No answer from: ${names}. Try again in a moment.`,
    retry: 'Try again',
    leaveOut: 'Go on without',
  },
  blocked: {
    title: 'This cannot be approved',
    customer: 'This request belongs to somebody else’s approval.',
    state: 'This request has ended, or was answered already. Ask the service to start again.',
    'account-blocked': 'The account is blocked at the moment.',
    'no-latin-name': 'A payment of this kind carries your name in Latin letters, and we do not have that spelling for your account.',
    'opted-out':
      'You decided that no third party may see or use your accounts. Under “Who has access to my accounts” you can change that, and then begin again in the service.',
    client: 'We have stopped the service that asks, it may no longer ask for this, or it is no longer known to us.',
  },
  notices: {
    'wrong-password':
      'User name or password is wrong. Check both and try again; after five wrong tries signing in is locked for 15 minutes.',
    locked: (time: string) => `After five wrong tries signing in is locked until ${time}. Access you gave earlier goes on.`,
    'wrong-code': 'The approval code is wrong. Check the digits and try again.',
    'dead-code': 'That approval code is no longer valid. Use the new one.',
    changed: 'What is asked for has changed in the meantime. Look through it again before you approve.',
    choose: 'Tick at least one account.',
    'choose-one': 'Choose one account.',
    'no-more-codes': 'As many codes as one request may have were sent. Go back and start again.',
    'app-waits': 'We have no answer from the app yet. Open it and answer there.',
    'app-expired': 'There was no answer in the app in time, so nothing was approved. You can ask again.',
    'app-asked-out': 'The app cannot be asked again for this request. Go back and start again.',
    ...loginNoticesInEnglish,
  },
  activity: activityInEnglish,
  alerts: alertsInEnglish,
  receipts: receiptsInEnglish,
  customer: customerInEnglish,
  checks: checksInEnglish,
  locked: {
    title: 'Signing in is locked',
    says: 'Nothing was shared or paid. You can go back now and start again later.',
    stay: 'Stay here and try again',
  },
  report: {
    button: 'I did not ask for this',
    effect: 'If you did not ask for this, the request ends, we look into it, and you stay on our page.',
    title: 'Thank you for telling us',
    says: 'The request has ended: nothing was shared or paid, and nothing can be collected. We have noted that you did not ask for it, and look into it. You can close this page.',
    careful: 'Do not go back to the page or message that led you here.',
    password: 'If you have typed your password on any page but ours, contact us now:',
  },
  answered: {
    title: 'Already answered',
    says: (client: string) =>
      `This request was answered before, perhaps in another window, and ${client} has been told. There is nothing left to do here.`,
    back: (client: string) => `Go to ${client}`,
  },
  errors: {
    title: 'This did not work',
    ended:
      'This request has ended or was begun in another browser. Nothing was shared or paid. Go back to the service you came from and start again.',
    unknownClient:
      'The service that sent you here is not known to us, or gave an address that is not its own. Nothing was shared or paid. Go back to it and report the details below.',
    request:
      'The service that sent you here asked in a way we do not understand. Nothing was shared or paid. Go back to it and report the details below.',
    form: {
      says: 'The form did not arrive as our page sends it, so nothing was done.',
      problems: {
        missing: 'is missing',
        doubled: 'was sent more than once',
        tooLong: (most: number) => `is longer than ${most} characters`,
        unreadable: 'has no visible character, or too many marks on one letter',
        unstorable: 'has a character that no text has (U+0000)',
        notOffered: 'is a value that the page does not offer',
      },
      anew: 'Load the page again',
    },
    ours: 'The fault is ours. Nothing was shared or paid. Try again in a moment.',
    unsure: 'We cannot say yet what became of it',
    sent: (place: string) =>
      `Your answer was sent, but we cannot say yet whether it has taken effect. Before you send it again, look under “${place}” whether it has.`,
    perhaps: (place: string) =>
      `If you have approved already, we cannot say yet whether it has taken effect: before you approve again, look under “${place}”. If you have not, nothing was shared or paid, and you can try again in a moment.`,
    look: (place: string) => `Look under “${place}”`,
    busy: (seconds: number) => `Too many requests from your address. Try again in ${seconds} seconds.`,
    details: 'Technical details',
    forService: 'Details for the service',
  },
};

export type Locale = typeof english;

import { withDescription, Instant } from '@open-banking/messages';
import { interfaceServices } from '@open-banking/spec';
import Type, { type Static } from 'typebox';
import { customerDataFields } from '../customer-data/customer-data.messages.js';
import { presetNames } from '../customer-data/customer-presets.js';

/** The products that a customer can have besides a current account in shekels. */
export const customerProducts = ['euroAccount', 'card', 'savings', 'loan', 'securities'] as const;

export const NewCustomer = Type.Object(
  {
    seed: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        pattern: '^[A-Za-z0-9._-]+$',
        'x-must': 'be letters, digits, dots, hyphens and underscores alone, like "run-17"',
        description:
          'The same seed gives the same amounts, dates and names; ids and account numbers are new for each customer. Default: `1`.',
        examples: ['run-17'],
      }),
    ),
    products: Type.Optional(
      Type.Array(Type.String({ enum: [...customerProducts] }), {
        uniqueItems: true,
        description: 'What is generated besides a current account in shekels. Default: one of each. Not with `preset` or `accounts`.',
      }),
    ),
    preset: Type.Optional(
      Type.String({
        enum: [...presetNames],
        description:
          'Data for a case that tests often need, up to the day before. The page of a customer shows it as JSON, to be changed. With `secondOwner` both owners must approve.',
      }),
    ),
    secondOwner: Type.Optional(
      Type.Boolean({
        description:
          'Whether there is a second person: with generated data one with accounts that both must approve together. Default: `false`, unless there are two `people`.',
      }),
    ),
    ...customerDataFields,
  },
  { $id: 'NewSandboxCustomer', additionalProperties: false },
);
export type NewCustomer = Static<typeof NewCustomer>;

const CustomerAccount = Type.Object(
  {
    kind: Type.String({ description: 'Kind of the resource: `account`, `saving`, `loan`, `card` or `securities`.' }),
    resourceId: Type.String({ format: 'uuid', description: 'Id of the resource, as the lists of accounts tell it.' }),
    currency: Type.String({ description: 'Currency of the resource (ISO 4217).' }),
    reference: Type.Record(Type.String(), Type.String(), { description: 'What a consent or payment names it by, such as its IBAN.' }),
    approval: Type.String({ enum: ['any', 'both'], description: '`both`: two owners must approve what is done with it.' }),
  },
  { $id: 'SandboxAccount' },
);

const CustomerLogin = Type.Object(
  {
    login: Type.String({ description: 'User name on the pages of the bank.' }),
    password: Type.String({ description: 'Password on the pages of the bank.' }),
    name: Type.String({ description: 'Name of the made-up person.' }),
    accounts: Type.Array(CustomerAccount, { description: 'What this person has.' }),
  },
  { $id: 'SandboxLogin' },
);
export type CustomerLogin = Static<typeof CustomerLogin>;

export const SandboxCustomer = Type.Object(
  {
    customerId: Type.String({ format: 'uuid', description: 'Id of the customer, in the path of the other operations.' }),
    seed: Type.String({ description: 'The seed of the data.' }),
    createdAt: withDescription(Instant, 'When the customer was made.'),
    logins: Type.Array(CustomerLogin, {
      description: 'Who can sign in and approve; the second is the second owner. Empty until all of the data is loaded: repeat the PUT.',
    }),
  },
  { $id: 'SandboxCustomer' },
);
export type SandboxCustomer = Static<typeof SandboxCustomer>;

export const SandboxCustomerDetails = Type.Object(
  {
    ...SandboxCustomer.properties,
    data: withDescription(NewCustomer, 'The body with which the customer was made, to be changed and sent with `PUT` again.'),
  },
  { $id: 'SandboxCustomerDetails' },
);
export type SandboxCustomerDetails = Static<typeof SandboxCustomerDetails>;

export const SandboxCustomers = Type.Object({
  customers: Type.Array(SandboxCustomer, { description: 'The customers made for this developer, oldest first.' }),
});
export type SandboxCustomers = Static<typeof SandboxCustomers>;

export const SecondOwnerAnswer = Type.Object(
  { answer: Type.String({ enum: ['approve', 'refuse'], description: 'What the owner who is waited for says.' }) },
  { $id: 'SecondOwnerAnswer', additionalProperties: false },
);
export type SecondOwnerAnswer = Static<typeof SecondOwnerAnswer>;

export const longestOutageSeconds = 3_600;
export const ServiceOutage = Type.Object(
  {
    service: Type.String({
      enum: [...interfaceServices],
      description: 'The service whose operations are unavailable, as in the documents of the interface.',
    }),
    seconds: Type.Integer({
      minimum: 0,
      maximum: longestOutageSeconds,
      description: "How long, in seconds of the bank's clock; 0 ends it.",
    }),
  },
  { $id: 'ServiceOutage', additionalProperties: false },
);
export type ServiceOutage = Static<typeof ServiceOutage>;

export const PaymentClearingAnswer = Type.Object(
  {
    answer: Type.String({
      enum: ['rejected', 'returned'],
      description:
        '`rejected`: the payment becomes `RJCT`; say it before the customer approves. `returned`: it is accepted, and the money comes back.',
    }),
    reason: Type.Optional(
      Type.String({
        pattern: '^[A-Z0-9]{4}$',
        'x-must': 'be a code of 4 capital letters or digits, like "AC04"',
        description: "The other bank's reason, a code of ISO 20022. Default: `AC04`, the account is closed.",
        examples: ['AC04'],
      }),
    ),
  },
  { $id: 'PaymentClearingAnswer', additionalProperties: false },
);
export type PaymentClearingAnswer = Static<typeof PaymentClearingAnswer>;

export const MandateChange = Type.Object(
  { change: Type.String({ enum: ['suspend', 'resume', 'cancel'], description: "What the mandate's customer does on the bank's pages." }) },
  { $id: 'MandateChange', additionalProperties: false },
);
export type MandateChange = Static<typeof MandateChange>;

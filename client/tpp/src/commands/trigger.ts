import { type Command, jsonOption, UsageError } from '../command.js';
import { Sandbox } from '../sandbox.js';
import { type Trigger, triggers } from '../triggers.js';

function triggerOf(name: string | undefined): Trigger {
  if (name === undefined) throw new UsageError('The name of the trigger is missing. Run tpp trigger --list.');
  if (!Object.hasOwn(triggers, name)) throw new UsageError(`There is no trigger "${name}". Run tpp trigger --list.`);
  return triggers[name]!;
}

function secondsIn(text: string | undefined): number {
  const seconds = Number(text ?? '60');
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > 3_600)
    throw new UsageError(`--seconds is a number from 0 to 3600, not "${text}".`);
  return seconds;
}

/** The outcome, where there is more than one: "booked", "returned (AM04: …)". */
const outcomeOf = ({
  state = 'done',
  reason,
  text,
}: { readonly state?: string; readonly reason?: string; readonly text?: string } = {}): string =>
  reason === undefined ? state : `${state} (${reason}: ${text ?? 'no further reason'})`;

const width = Math.max(...Object.keys(triggers).map((name) => name.length));

export const trigger: Command = {
  name: 'trigger',
  takes: '<trigger> <id>',
  maxArguments: 2,
  summary: 'Bring about what a customer, another owner or another bank does.',
  details:
    'Example: tpp trigger payment.rejected 5f0b2f0e-7c1d-4a53-9d0c-0f6f1b1f7a11. The id is that of the payment, consent, mandate, client or account.',
  options: {
    list: { says: 'Print the triggers.' },
    reason: { value: 'code', says: "payment.rejected, payment.returned: the other bank's reason (ISO 20022). Default: AC04." },
    service: {
      value: 'name',
      says: 'service.unavailable: ais-pis, cards, savings-loans, securities, loan-services or mandates. Default: ais-pis.',
    },
    amount: { value: 'amount', says: 'mandate.collected, account.credited: with its currency. Default: "12.00 EUR".' },
    from: { value: 'name', says: 'account.credited: the sender. Default: Acme Ltd.' },
    text: { value: 'text', says: 'mandate.collected, account.credited: the remittance information.' },
    seconds: { value: 'number', says: 'service.unavailable: for how long. Default: 60.' },
    ...jsonOption,
  },
  run: async ({ positionals: [name, id], text, flag }, { print, note }) => {
    if (flag('list')) {
      for (const [one, { subject, says }] of Object.entries(triggers))
        print(flag('json') ? JSON.stringify({ trigger: one, subject, says }) : `${one.padEnd(width)}  ${says}`);
      return;
    }
    const { subject, path, body } = triggerOf(name);
    if (id === undefined) throw new UsageError(`The id of the ${subject} is missing. Run tpp trigger ${name} <id>.`);
    const given = {
      id,
      reason: text('reason'),
      service: text('service'),
      seconds: secondsIn(text('seconds')),
      amount: text('amount'),
      from: text('from'),
      text: text('text'),
    };
    const outcome = await Sandbox.signedIn().send<
      { readonly state?: string; readonly reason?: string; readonly text?: string } | undefined
    >('POST', path(encodeURIComponent(id)), body?.(given));
    if (flag('json')) print(JSON.stringify({ trigger: name, id, ...outcome }));
    else note(`${name}: ${outcomeOf(outcome)} for the ${subject} ${id}.`);
  },
};

import type { BankDay } from '@open-banking/http';
import type { AccountReference, Fault } from '@open-banking/messages';
import { identityOf, lists, wholes } from './consent-access.js';
import type { Access, ConsentRequest } from './consents.messages.js';

const inconsistent = (path: string, text: string): Fault => ({ code: 'PARAMETER_NOT_CONSISTENT', path, text });
const unsupported = (path: string, text: string): Fault => ({ code: 'PARAMETER_NOT_SUPPORTED', path, text });

/** What the schema of a consent cannot say: which parts contradict each other, and what this bank does not offer. */
export function consentFaults(request: ConsentRequest, { today }: BankDay, misformed: readonly Fault[]): Fault[] {
  const sound: Sound = (path) => !misformed.some((fault) => fault.path === undefined || fault.path === path);
  if (!sound('')) return [];
  const faults = [...(sound('/access') ? accessFaults(request.access, sound) : []), ...termFaults(request, today, sound)];
  // Alone it is told by `create`: a copy of a request that was accepted is answered as that was, also when its last day has passed.
  return misformed.length === 0 && faults.every(isPast) ? [] : faults;
}

const isPast = ({ code, path }: Fault): boolean => code === 'PERIOD_INVALID' && path === '/validUntil';

/** Whether the last day that is asked for is still to come. */
export const validityFaults = (validUntil: string, today: string): Fault[] =>
  validUntil < today ? [{ code: 'PERIOD_INVALID', path: '/validUntil', text: `Is in the past; today is ${today}.` }] : [];

function termFaults(
  { recurringIndicator, validUntil, frequencyPerDay, combinedServiceIndicator }: ConsentRequest,
  today: string,
  sound: Sound,
): Fault[] {
  const faults: Fault[] = sound('/validUntil') ? validityFaults(validUntil, today) : [];
  if (recurringIndicator === false && sound('/frequencyPerDay') && frequencyPerDay !== 1) {
    faults.push(inconsistent('/frequencyPerDay', 'Must be 1 where recurringIndicator is false.'));
  }
  if (combinedServiceIndicator === true) {
    faults.push({
      code: 'SESSIONS_NOT_SUPPORTED',
      path: '/combinedServiceIndicator',
      text: 'Account information and payments are not combined in one session; must be false.',
    });
  }
  return faults;
}

type Sound = (path: string) => boolean;

function accessFaults(access: Access, sound: Sound): Fault[] {
  const present = (name: keyof Access) => access[name] !== undefined && sound(`/access/${name}`);
  const named = lists.filter(present);
  const whole = wholes.filter(present);
  const given = [...lists, ...wholes].some((name) => name in access);
  return [
    ...(given ? [] : [{ code: 'FORMAT_ERROR' as const, path: '/access', text: `Must have one of ${[...lists, ...wholes].join(', ')}.` }]),
    ...whole.slice(1).map((name) => inconsistent(`/access/${name}`, `Cannot stand beside ${whole[0]}.`)),
    ...(whole.length > 0
      ? named.map((name) => inconsistent(`/access/${name}`, `Cannot stand beside ${whole[0]}.`))
      : mixedFaults(access, named)),
    ...restrictionFaults(access, named, present('restrictedTo')),
    ...(present('additionalInformation') ? additionalFaults(access, named, whole, sound) : []),
    ...named.flatMap((name) => referenceFaults(access[name]!, `/access/${name}`)),
  ];
}

/** All of them name accounts, or none does and the customer chooses. */
function mixedFaults(access: Access, named: readonly (typeof lists)[number][]): Fault[] {
  const empty = named.filter((name) => access[name]!.length === 0);
  return empty.length === named.length
    ? []
    : empty.map((name) =>
        inconsistent(`/access/${name}`, 'Is empty where others name accounts: name accounts in all that are given, or in none.'),
      );
}

const restrictionFaults = (access: Access, named: readonly (typeof lists)[number][], restricted: boolean): Fault[] =>
  restricted && named.some((name) => access[name]!.length > 0)
    ? [inconsistent('/access/restrictedTo', 'Cannot stand beside named accounts.')]
    : [];

function additionalFaults(access: Access, named: readonly (typeof lists)[number][], whole: readonly string[], sound: Sound): Fault[] {
  const path = '/access/additionalInformation';
  const { ownerName, trustedBeneficiaries } = access.additionalInformation!;
  const faults =
    trustedBeneficiaries === undefined
      ? []
      : [unsupported(`${path}/trustedBeneficiaries`, 'This bank does not offer lists of trusted beneficiaries.')];
  if (ownerName === undefined || !sound(`${path}/ownerName`)) return faults;
  if (whole.length > 0)
    return [...faults, inconsistent(`${path}/ownerName`, `Cannot stand beside ${whole[0]}; ask for allAccountsWithOwnerName there.`)];
  const addressed = named.flatMap((name) => access[name]!);
  if (addressed.length > 0 && ownerName.length === 0)
    return [...faults, inconsistent(`${path}/ownerName`, 'Is empty where others name accounts: name accounts here too.')];
  const known = new Set(addressed.filter(isObject).map(identityOf));
  const strangers = ownerName.flatMap((reference, place) =>
    !isObject(reference) || known.has(identityOf(reference))
      ? []
      : [inconsistent(`${path}/ownerName/${place}`, 'Must also be named in accounts, balances or transactions.')],
  );
  return [...faults, ...strangers, ...referenceFaults(ownerName, `${path}/ownerName`)];
}

/** Full card numbers are nowhere in the system, and the bank knows no account by a telephone number. */
const referenceFaults = (references: readonly AccountReference[], path: string): Fault[] =>
  references.flatMap((reference, place) => [
    ...(isObject(reference) && 'pan' in reference ? [unsupported(`${path}/${place}/pan`, 'Name a card by its maskedPan.')] : []),
    ...(isObject(reference) && 'msisdn' in reference
      ? [unsupported(`${path}/${place}/msisdn`, 'Accounts of this bank have no msisdn.')]
      : []),
  ]);

/** Something else is told as a fault of form. */
const isObject = (value: AccountReference): boolean => typeof value === 'object' && value !== null;

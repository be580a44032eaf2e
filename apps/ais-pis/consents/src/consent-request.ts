import type { BankDay } from '@open-banking/http';
import type { AccountReference, Fault } from '@open-banking/messages';
import { identityOf } from '@open-banking/ais-pis-accounts';
import { lists, wholes } from './consent-access.js';
import type { Access, ConsentRequest } from './consents.messages.js';

const inconsistent = (path: string, text: string): Fault => ({ code: 'PARAMETER_NOT_CONSISTENT', path, text });
const unsupported = (path: string, text: string): Fault => ({ code: 'PARAMETER_NOT_SUPPORTED', path, text });

/** Faults that the schema cannot express: contradictory parts, and features this bank does not offer. */
export function consentFaults(request: ConsentRequest, { today }: Pick<BankDay, 'today'>, schemaFaults: readonly Fault[]): Fault[] {
  const isValid: IsValid = (path) => !schemaFaults.some((fault) => fault.path === undefined || fault.path === path);
  if (!isValid('')) return [];
  const faults = [...(isValid('/access') ? accessFaults(request.access, isValid) : []), ...termFaults(request, today, isValid)];
  // A past `validUntil` alone is left to `create`: a repeated request gets its first response, even after that day.
  return schemaFaults.length === 0 && faults.every(isPast) ? [] : faults;
}

const isPast = ({ code, path }: Fault): boolean => code === 'PERIOD_INVALID' && path === '/validUntil';

/** Refuses a last day that is in the past. */
export const validityFaults = (validUntil: string, today: string): Fault[] =>
  validUntil < today ? [{ code: 'PERIOD_INVALID', path: '/validUntil', text: `Is in the past; today is ${today}.` }] : [];

function termFaults(
  { recurringIndicator, validUntil, frequencyPerDay, combinedServiceIndicator }: ConsentRequest,
  today: string,
  isValid: IsValid,
): Fault[] {
  const faults: Fault[] = isValid('/validUntil') ? validityFaults(validUntil, today) : [];
  if (recurringIndicator === false && isValid('/frequencyPerDay') && frequencyPerDay !== 1) {
    faults.push(inconsistent('/frequencyPerDay', 'Must be 1 if recurringIndicator is false.'));
  }
  if (combinedServiceIndicator === true) {
    faults.push({
      code: 'SESSIONS_NOT_SUPPORTED',
      path: '/combinedServiceIndicator',
      text: 'Must be false: this bank does not combine account information and payments in one session.',
    });
  }
  return faults;
}

type IsValid = (path: string) => boolean;

function accessFaults(access: Access, isValid: IsValid): Fault[] {
  const present = (name: keyof Access) => access[name] !== undefined && isValid(`/access/${name}`);
  const named = lists.filter(present);
  const whole = wholes.filter(present);
  const given = [...lists, ...wholes].some((name) => name in access);
  return [
    ...(given
      ? []
      : [{ code: 'FORMAT_ERROR' as const, path: '/access', text: `Must contain one of ${[...lists, ...wholes].join(', ')}.` }]),
    ...whole.slice(1).map((name) => inconsistent(`/access/${name}`, `Cannot be combined with ${whole[0]}.`)),
    ...(whole.length > 0
      ? named.map((name) => inconsistent(`/access/${name}`, `Cannot be combined with ${whole[0]}.`))
      : mixedFaults(access, named)),
    ...restrictionFaults(access, named, present('restrictedTo')),
    ...(present('additionalInformation') ? additionalFaults(access, named, whole, isValid) : []),
    ...named.flatMap((name) => referenceFaults(access[name]!, `/access/${name}`)),
  ];
}

/** Either all lists name accounts, or all are empty and the customer selects the accounts. */
function mixedFaults(access: Access, named: readonly (typeof lists)[number][]): Fault[] {
  const empty = named.filter((name) => access[name]!.length === 0);
  return empty.length === named.length
    ? []
    : empty.map((name) =>
        inconsistent(`/access/${name}`, 'Is empty although another list names accounts. Name accounts in all lists, or leave all empty.'),
      );
}

const restrictionFaults = (access: Access, named: readonly (typeof lists)[number][], restricted: boolean): Fault[] =>
  restricted && named.some((name) => access[name]!.length > 0)
    ? [inconsistent('/access/restrictedTo', 'Cannot be combined with named accounts.')]
    : [];

function additionalFaults(access: Access, named: readonly (typeof lists)[number][], whole: readonly string[], isValid: IsValid): Fault[] {
  const path = '/access/additionalInformation';
  const { ownerName, trustedBeneficiaries } = access.additionalInformation!;
  const faults =
    trustedBeneficiaries === undefined
      ? []
      : [unsupported(`${path}/trustedBeneficiaries`, 'This bank does not offer lists of trusted beneficiaries.')];
  if (ownerName === undefined || !isValid(`${path}/ownerName`)) return faults;
  if (whole.length > 0)
    return [
      ...faults,
      inconsistent(`${path}/ownerName`, `Cannot be combined with ${whole[0]}; request allAccountsWithOwnerName there instead.`),
    ];
  const addressed = named.flatMap((name) => access[name]!);
  if (addressed.length > 0 && ownerName.length === 0)
    return [...faults, inconsistent(`${path}/ownerName`, 'Is empty although another list names accounts. Name accounts here too.')];
  const known = new Set(addressed.filter(isObject).map(identityOf));
  const unnamed = ownerName.flatMap((reference, place) =>
    !isObject(reference) || known.has(identityOf(reference))
      ? []
      : [inconsistent(`${path}/ownerName/${place}`, 'Must also be named in accounts, balances or transactions.')],
  );
  return [...faults, ...unnamed, ...referenceFaults(ownerName, `${path}/ownerName`)];
}

/** Accounts cannot be identified by telephone number. */
const referenceFaults = (references: readonly AccountReference[], path: string): Fault[] =>
  references.flatMap((reference, place) =>
    isObject(reference) && 'msisdn' in reference
      ? [unsupported(`${path}/${place}/msisdn`, 'Is not supported; identify the account by iban, bban or other.')]
      : [],
  );

/** Any other value is reported by the schema. */
const isObject = (value: AccountReference): boolean => typeof value === 'object' && value !== null;

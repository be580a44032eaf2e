import { firstBookDay, ibansOf, isShekelNumber, shekelNumberForm, type Fault } from '@open-banking/messages';
import type { MandateRequest } from './mandates.messages.js';

/** Checks that a JSON Schema cannot express: the fields of a mandate must be consistent with each other and with the calendar. */
export function mandateFaults(
  request: Partial<MandateRequest> | null,
  { today }: { readonly today: string },
  misformed: readonly Fault[],
): Fault[] {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return [];
  const wellFormed = (field: keyof MandateRequest) =>
    request[field] !== undefined && !misformed.some(({ path = '' }) => path === `/${field}` || path.startsWith(`/${field}/`));
  return [
    ...(wellFormed('mandateType') ? amountFaults(request as MandateRequest) : []),
    ...(wellFormed('occurrences') ? occurrenceFaults(request.occurrences!, today) : []),
    ...(wellFormed('reason') && !oneOf(request.reason!.code, request.reason!.proprietary)
      ? [inconsistent('/reason', 'Give either a code or a proprietary reason, not both.')]
      : []),
    ...(['collectionAmount', 'maximumAmount'] as const)
      .filter((field) => wellFormed(field) && !/[1-9]/.test(request[field]!.amount))
      .map((field) => inconsistent(`/${field}/amount`, 'The amount must be more than zero.')),
    ...(wellFormed('referredDocument') ? documentFaults(request.referredDocument!) : []),
    ...(wellFormed('creditorAccount') ? [...creditorFaults(request.creditorAccount!), ...numberFaults(request as MandateRequest)] : []),
  ];
}

const documentFaults = ({ relatedDate = firstBookDay }: NonNullable<MandateRequest['referredDocument']>): Fault[] =>
  relatedDate < firstBookDay ? [required('/referredDocument/relatedDate', `Must be ${firstBookDay} or later.`)] : [];

/** Collections arrive on an account: a card or a telephone number is none. A whole card number is refused by the schema. */
const creditorFaults = (account: MandateRequest['creditorAccount']): Fault[] =>
  (['maskedPan', 'msisdn'] as const)
    .filter((name) => account[name] !== undefined)
    .map((name) => ({
      code: 'PARAMETER_NOT_SUPPORTED',
      path: `/creditorAccount/${name}`,
      text: 'Is not supported; identify the account by iban, bban or other.',
    }));

/** Collections reach an account by its IBAN: a number that no IBAN contains cannot be found, and in shekels only those of Israel are. */
function numberFaults({ creditorAccount: { bban }, collectionAmount, maximumAmount }: MandateRequest): Fault[] {
  if (bban === undefined) return [];
  const isInShekels = (collectionAmount ?? maximumAmount)?.currency === 'ILS';
  if (isInShekels ? isShekelNumber(bban) : ibansOf(bban.toUpperCase()).length > 0) return [];
  const form = isInShekels ? shekelNumberForm : `the number that the account's IBAN contains; of an account in Israel, ${shekelNumberForm}`;
  return [required('/creditorAccount/bban', `Must be ${form}.`)];
}

const inconsistent = (path: string, text: string): Fault => ({ code: 'PARAMETER_NOT_CONSISTENT', path, text });
const required = (path: string, text: string): Fault => ({ code: 'FORMAT_ERROR', path, text });
const oneOf = (one: unknown, other: unknown): boolean => (one === undefined) !== (other === undefined);

function amountFaults({ mandateType: { classificationCode }, collectionAmount, maximumAmount }: MandateRequest): Fault[] {
  if (classificationCode === 'FIXE') {
    return [
      ...(collectionAmount === undefined
        ? [required('/collectionAmount', 'A mandate with classification FIXE needs a collectionAmount.')]
        : []),
      ...(maximumAmount !== undefined
        ? [inconsistent('/maximumAmount', 'A mandate with classification FIXE collects a fixed amount and must not have a maximumAmount.')]
        : []),
    ];
  }
  return [
    ...(collectionAmount !== undefined
      ? [inconsistent('/collectionAmount', `A mandate with classification ${classificationCode} must not have a collectionAmount.`)]
      : []),
    ...(classificationCode === 'VARI' && maximumAmount === undefined
      ? [required('/maximumAmount', 'A mandate with classification VARI needs a maximumAmount.')]
      : []),
  ];
}

function occurrenceFaults(
  { sequenceType, frequencyType, firstCollectionDate, finalCollectionDate }: MandateRequest['occurrences'],
  today: string,
): Fault[] {
  const faults: Fault[] = [];
  if (sequenceType === 'RCUR' && frequencyType === undefined)
    faults.push(required('/occurrences/frequencyType', 'A recurring mandate (RCUR) needs a frequencyType.'));
  if (sequenceType === 'OOFF' && frequencyType !== undefined)
    faults.push(inconsistent('/occurrences/frequencyType', 'A one-off mandate (OOFF) must not have a frequencyType.'));
  if (firstCollectionDate !== undefined && firstCollectionDate < today)
    faults.push(inconsistent('/occurrences/firstCollectionDate', `Must be ${today} or later.`));
  const earliest = firstCollectionDate ?? today;
  if (finalCollectionDate !== undefined && finalCollectionDate < earliest)
    faults.push(inconsistent('/occurrences/finalCollectionDate', `Must be ${earliest} or later.`));
  return faults;
}

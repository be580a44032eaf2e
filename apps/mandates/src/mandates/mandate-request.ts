import type { Fault } from '@open-banking/messages';
import type { MandateRequest } from './mandates.messages.js';

/** What the schema of a mandate cannot say: its parts must fit each other and the calendar. */
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
      ? [inconsistent('/reason', 'Give a code or a proprietary reason, one of them.')]
      : []),
    ...(['collectionAmount', 'maximumAmount'] as const)
      .filter((field) => wellFormed(field) && !/[1-9]/.test(request[field]!.amount))
      .map((field) => inconsistent(`/${field}/amount`, 'The amount must be more than zero.')),
  ];
}

const inconsistent = (path: string, text: string): Fault => ({ code: 'PARAMETER_NOT_CONSISTENT', path, text });
const required = (path: string, text: string): Fault => ({ code: 'FORMAT_ERROR', path, text });
const oneOf = (one: unknown, other: unknown): boolean => (one === undefined) !== (other === undefined);

function amountFaults({ mandateType: { classificationCode }, collectionAmount, maximumAmount }: MandateRequest): Fault[] {
  if (classificationCode === 'FIXE') {
    return [
      ...(collectionAmount === undefined
        ? [required('/collectionAmount', 'A mandate with classification FIXE names the amount it collects.')]
        : []),
      ...(maximumAmount !== undefined
        ? [inconsistent('/maximumAmount', 'A mandate with classification FIXE collects its amount and has no maximum.')]
        : []),
    ];
  }
  return [
    ...(collectionAmount !== undefined
      ? [inconsistent('/collectionAmount', `A mandate with classification ${classificationCode} has no fixed amount.`)]
      : []),
    ...(classificationCode === 'VARI' && maximumAmount === undefined
      ? [required('/maximumAmount', 'A mandate with classification VARI names the most it collects.')]
      : []),
  ];
}

function occurrenceFaults(
  { sequenceType, frequencyType, firstCollectionDate, finalCollectionDate }: MandateRequest['occurrences'],
  today: string,
): Fault[] {
  const faults: Fault[] = [];
  if (sequenceType === 'RCUR' && frequencyType === undefined)
    faults.push(required('/occurrences/frequencyType', 'A mandate that recurs says how often.'));
  if (sequenceType === 'OOFF' && frequencyType !== undefined)
    faults.push(inconsistent('/occurrences/frequencyType', 'A mandate that collects once has no frequency.'));
  if (firstCollectionDate !== undefined && firstCollectionDate < today)
    faults.push(inconsistent('/occurrences/firstCollectionDate', `Must be ${today} or later.`));
  const earliest = firstCollectionDate ?? today;
  if (finalCollectionDate !== undefined && finalCollectionDate < earliest)
    faults.push(inconsistent('/occurrences/finalCollectionDate', `Must be ${earliest} or later.`));
  return faults;
}

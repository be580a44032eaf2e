import { isDate, type Fault } from '@open-banking/messages';
import Type from 'typebox';

/** The part of the bank's calendar that validation uses: the current day, and the first day whose entries are still served. */
export interface BankDay {
  readonly today: string;
  readonly earliest: string;
}

/** Days, both included; a missing `from` has no lower bound. */
export interface Period {
  readonly from?: string;
  readonly to: string;
}

export interface PeriodQuery {
  readonly dateFrom?: string;
  readonly dateTo?: string;
  readonly cursor?: string;
}

/** Query parameters of a list over time. Dates are judged by `periodFaults`, as PERIOD_INVALID and not FORMAT_ERROR. */
export const periodQuery = {
  dateFrom: Type.Optional(
    Type.String({
      description:
        'First day of the period, `YYYY-MM-DD`. Accounts require it unless `bookingStatus` is `pending` or `information`; savings, loans and cards default to 90 days before the last day, securities and arrears to everything the bank keeps.',
      examples: ['2026-11-01'],
    }),
  ),
  dateTo: Type.Optional(
    Type.String({ description: "Last day of the period, `YYYY-MM-DD`; default the bank's today.", examples: ['2026-11-21'] }),
  ),
};

/** Parameters of the standard that this bank answers PARAMETER_NOT_SUPPORTED: listed to distinguish them from unknown ones. */
export const unsupportedQuery = {
  entryReferenceFrom: Type.Optional(
    Type.String({ description: 'Not supported by this bank: a request with it is answered 400 `PARAMETER_NOT_SUPPORTED`.' }),
  ),
  deltaList: Type.Optional(
    Type.String({ description: 'Not supported by this bank: a request with it is answered 400 `PARAMETER_NOT_SUPPORTED`.' }),
  ),
};

/** Whether the schema of a parameter is one of those. */
export const isUnsupported = ({ description = '' }: { readonly description?: string }): boolean =>
  description.startsWith('Not supported by this bank:');

/** The alternative for a client that sends one of them. */
const instead: Readonly<Record<string, string>> = {
  entryReferenceFrom: 'name the first day with dateFrom and follow the next links',
  deltaList: 'name the first day with dateFrom and follow the next links',
  evaluationCurrency: 'values are in the currency of the instrument, with the exchange rates to convert them',
};

export const unsupportedFaults = (
  query: Readonly<Record<string, unknown>>,
  names: readonly string[] = Object.keys(unsupportedQuery),
): Fault[] =>
  names
    .filter((name) => name in query)
    .map((name) => ({
      code: 'PARAMETER_NOT_SUPPORTED',
      path: name,
      text: `This bank does not support the parameter. Leave it out${name in instead ? `: ${instead[name]}` : ''}.`,
    }));

/** The faults of the requested period. Pages after the first are not checked against the range: the first was within it. */
export function periodFaults({ dateFrom, dateTo, cursor }: PeriodQuery, day: BankDay, { required = false } = {}): Fault[] {
  const missing: Fault[] =
    required && dateFrom === undefined
      ? [{ code: 'FORMAT_ERROR', path: 'dateFrom', text: 'This parameter is required: the first day, as YYYY-MM-DD.' }]
      : [];
  const fault = (path: string, why: string): Fault => ({
    code: 'PERIOD_INVALID',
    path,
    text: `${why} Days from ${day.earliest} to ${day.today} are served.`,
  });
  const faults = [...missing, ...notADay('dateFrom', dateFrom, fault), ...notADay('dateTo', dateTo, fault)];
  if (faults.length > 0) return faults;
  const old = Object.entries({ dateFrom, dateTo }).filter(
    ([, value]) => cursor === undefined && value !== undefined && value < day.earliest,
  );
  if (old.length > 0) return old.map(([name]) => fault(name, 'The bank does not keep entries that old.'));
  const last = dateTo ?? day.today;
  return dateFrom !== undefined && dateFrom > last ? [fault('dateFrom', `The first day is after the last, ${last}.`)] : [];
}

const notADay = (name: string, value: string | undefined, fault: (path: string, why: string) => Fault): Fault[] =>
  value === undefined || isDate(value) ? [] : [fault(name, 'Must be a day that exists, as YYYY-MM-DD.')];

/** The period asked for, where nothing is wrong with it; `otherwise` is the first day where none was named. */
export const periodOf = ({ dateFrom, dateTo }: PeriodQuery, today: string, otherwise?: string): Period => ({
  from: dateFrom ?? otherwise,
  to: dateTo ?? today,
});

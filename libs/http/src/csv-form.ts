import { acceptedRanges, Refusal } from '@open-banking/messages';

/**
 * How a table is written: parameters of `text/csv` in `Accept` besides those of RFC 4180 and RFC 7111. The first value of each is the
 * default.
 */
export const csvParameters = {
  /** `text`: cells of digits are texts to a spreadsheet, which would drop zeros before them, or round them. */
  digits: ['plain', 'text'],
  /** `present`: the file begins with a byte order mark. */
  bom: ['absent', 'present'],
} as const;

export type CsvForm = { readonly [Name in keyof typeof csvParameters]: (typeof csvParameters)[Name][number] };

export const plainCsv: CsvForm = { digits: 'plain', bom: 'absent' };

/**
 * The form in which a client wants a table, by the parameters of the `text/csv` that it likes best in `Accept`, the first of equals.
 * Unknown parameters, `charset` and `header` among them, are ignored. Throws a `Refusal` with 406 for a value that a parameter does not
 * have.
 */
export function csvForm(accept: string | undefined): CsvForm {
  const [best] = acceptedRanges(accept ?? '')
    .filter(({ type }) => type === 'text/csv')
    .sort((a, b) => b.quality - a.quality);
  return best
    ? { digits: chosen(best.parameters, 'digits', csvParameters.digits), bom: chosen(best.parameters, 'bom', csvParameters.bom) }
    : plainCsv;
}

function chosen<Value extends string>(parameters: ReadonlyMap<string, string>, name: string, values: readonly Value[]): Value {
  const asked = parameters.get(name)?.toLowerCase() ?? values[0]!;
  const found = values.find((value) => value === asked);
  if (found !== undefined) return found;
  const text = `The parameter ${name} of text/csv must be ${values.join(' or ')}.`;
  throw new Refusal([{ code: 'REQUESTED_FORMATS_INVALID', path: 'Accept', text }]);
}

/** The content type of an answer in this form. Parameters that stand for the default are left out. */
export const csvContentType = ({ digits, bom }: CsvForm): string =>
  [
    'text/csv; charset=utf-8; header=present',
    ...(digits === 'text' ? ['digits=text'] : []),
    ...(bom === 'present' ? ['bom=present'] : []),
  ].join('; ');

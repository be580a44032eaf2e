import { Refusal } from '@open-banking/messages';

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

/** A quoted string (RFC 9110 §5.6.4) may have separators in it; one that does not end goes on to the end of the header. */
const pieces = {
  ',': /(?:"(?:\\.|[^"\\])*\\?(?:"|$)|[^,"])+/g,
  ';': /(?:"(?:\\.|[^"\\])*\\?(?:"|$)|[^;"])+/g,
};
const piecesOf = (text: string, separator: keyof typeof pieces): string[] =>
  (text.match(pieces[separator]) ?? []).map((piece) => piece.trim());

const unquoted = (value: string): string => (/^".*"$/s.test(value) ? value.slice(1, -1).replace(/\\(.)/gs, '$1') : value);

/** The parameters of a media range by their names, in lower case (RFC 9110 §8.3.1). */
function parametersOf(range: string): ReadonlyMap<string, string> {
  const parameters = piecesOf(range, ';').slice(1);
  return new Map(
    parameters.map((parameter) => {
      const at = parameter.indexOf('=');
      const [name, value] = at < 0 ? [parameter, ''] : [parameter.slice(0, at), parameter.slice(at + 1)];
      return [name.trim().toLowerCase(), unquoted(value.trim()).toLowerCase()];
    }),
  );
}

const qualityOf = (parameters: ReadonlyMap<string, string>): number => {
  const quality = Number(parameters.get('q') ?? 1);
  return Number.isFinite(quality) ? quality : 0;
};

/**
 * The form in which a client wants a table, by the parameters of the `text/csv` that it likes best in `Accept`, the first of equals.
 * Unknown parameters, `charset` and `header` among them, are ignored. Throws a `Refusal` with 406 for a value that a parameter does not
 * have.
 */
export function csvForm(accept: string | undefined): CsvForm {
  const ranges = piecesOf(accept ?? '', ',').filter((range) => /^text\/csv\s*(;|$)/i.test(range));
  const [best] = ranges.map(parametersOf).sort((a, b) => qualityOf(b) - qualityOf(a));
  return best ? { digits: chosen(best, 'digits', csvParameters.digits), bom: chosen(best, 'bom', csvParameters.bom) } : plainCsv;
}

function chosen<Value extends string>(parameters: ReadonlyMap<string, string>, name: string, values: readonly Value[]): Value {
  const asked = parameters.get(name) ?? values[0]!;
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

import type { Schema } from './openapi-documents.js';

/** The type of a value in words, and the pattern behind it where people may want to see it. */
export interface TypeInWords {
  readonly words: string;
  readonly pattern?: string;
}

/** Formats of JSON Schema and of this bank (`x-format`). */
const formatWords: Readonly<Record<string, string>> = {
  iban: 'IBAN',
  bic: 'BIC (ISO 9362)',
  currency: 'currency code (ISO 4217)',
  date: 'date (YYYY-MM-DD)',
  'date-time': 'date and time with offset (ISO 8601)',
  uuid: 'UUID',
  uri: 'link',
  email: 'e-mail address',
  line: 'text',
  identification: 'text',
};

/** Patterns of the documents. The words of one that is not here are those of its type. */
const patternWords: Readonly<Record<string, string>> = {
  [String.raw`^-?[0-9]{1,14}(\.[0-9]{1,4})?$`]: 'amount',
  [String.raw`^(0|[1-9][0-9]*)(\.[0-9]{1,4})?$`]: 'amount without sign',
  [String.raw`^-?[0-9]+\.[0-9]+$`]: 'decimal number as text',
  [String.raw`^-?[0-9]+\.[0-9]$`]: 'decimal number as text, one decimal',
  [String.raw`^-?[0-9]{1,2}(\.[0-9]{1,6})?$`]: 'per cent from -100 to 100, as text',
  [String.raw`^(100(\.0{1,6})?|[0-9]{1,2}(\.[0-9]{1,6})?)$`]: 'per cent from 0 to 100, as text',
  [String.raw`^-?[0-9]{1,7}(\.[0-9]{1,2})?$`]: 'amount of at most 7 digits before the point and 2 behind it',
  [String.raw`^[0-9]{1,7}(\.[0-9]{1,2})?$`]: 'amount without sign, of at most 7 digits before the point and 2 behind it',
  [String.raw`^[0-9]{1,2}(\.[0-9]{1,2})?$`]: 'per cent from 0 to 99.99, as text',
  '^[A-Z]{2}$': 'country code (ISO 3166-1)',
  '^[A-Z0-9]{4}$': 'code of 4 capital letters or digits',
  '^[A-Z0-9]{1,4}$': 'code of 1 to 4 capital letters or digits',
  '^[a-zA-Z0-9]{1,30}$': 'domestic account number (BBAN), 1 to 30 letters and digits',
  '^[0-9]{0,6}[*xX]{4,13}[0-9]{0,4}$': 'masked card number',
  [String.raw`^\+?[0-9]{5,34}$`]: 'telephone number',
  '^[A-Z]{2}[A-Z0-9]{9}[0-9]$': 'ISIN (ISO 6166)',
  '^[0-9]{4}$': '4 digits',
  '^[0-9]{16}$': '16 digits',
  '^[0-9]{1,4}$': '1 to 4 digits',
  '^[0-9]{1,5}$': '1 to 5 digits',
  '^[0-9]{1,10}$': '1 to 10 digits',
  '^[A-Za-z0-9_-]+$': 'cursor of a link',
  '^[0-9]{1,13}-[0-9]{1,18}$': 'cursor',
  '^[!-~]{1,100}$': 'id of a client',
  '^[A-Za-z0-9._-]+$': 'letters, digits, dots, hyphens and underscores',
  '^(GET|POST|PUT|PATCH|DELETE)$': 'method of HTTP',
  '^(true|false)$': 'true or false',
  '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$': 'UUID',
};

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
};

/** Patterns for programs alone: any visible text, and the exclusion of U+0000. */
const isForPrograms = (pattern: string): boolean => pattern === String.raw`\S` || pattern.includes(String.raw`\u0000`);

/** The type of a value that is no list and has no list of allowed values. */
export function typeInWords(schema: Schema): TypeInWords {
  const { type, format, 'x-format': own, pattern } = schema;
  const kinds = [type ?? 'object'].flat().map((one) => typeWords[one] ?? one);
  const named = formatWords[own ?? format ?? ''] ?? (pattern === undefined ? undefined : patternWords[pattern]);
  const words = [named ?? kinds.join(' or '), ...bounds(schema)].join(', ');
  return pattern === undefined || isForPrograms(pattern) ? { words } : { words, pattern };
}

function bounds({ minLength = 0, maxLength, minimum, maximum }: Schema): string[] {
  const length =
    maxLength === undefined ? undefined : minLength > 1 ? `${minLength} to ${maxLength} characters` : `at most ${maxLength} characters`;
  const range =
    minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${maximum}`
      : (minimum !== undefined && `at least ${minimum}`) || (maximum !== undefined && `at most ${maximum}`) || undefined;
  return [length, range].filter((one) => one !== undefined);
}

/** True for a pattern that has words here; for the test that looks at every pattern of the documents. */
export const hasWords = ({ pattern, format, 'x-format': own }: Schema): boolean =>
  pattern === undefined || (own ?? format) !== undefined || isForPrograms(pattern) || pattern in patternWords;

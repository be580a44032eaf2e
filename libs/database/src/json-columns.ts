// SQL expressions of type text that write a column as JSON. Each is null where its column is null.

/** A JSON string of any text. */
export const jsonString = (column: string): string => `to_json(${column})::text`;

/** A JSON string of a value in which nothing needs escaping: a day, a number, a code of digits and letters. */
export const jsonToken = (column: string): string => `'"' || ${column}::text || '"'`;

/** An instant as JavaScript writes it: UTC, with milliseconds. */
export const jsonInstant = (column: string): string => jsonToken(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** A Berlin Group amount: the currency, and a decimal number as a string. */
export const jsonAmount = (currency: string, amount: string): string =>
  `'{"currency":"' || ${currency} || '","amount":"' || ${amount}::text || '"}'`;

/** A column of type jsonb, or an expression that is JSON already. */
export const jsonColumn = (column: string): string => `(${column})::text`;

/** The members of a JSON object without its braces. A member that is null is omitted; the first one must not be null. */
export function jsonMembers(members: Readonly<Record<string, string>>): string {
  const written = Object.entries(members).map(([name, json], place) => `'${place === 0 ? '' : ','}"${name}":' || ${json}`);
  // concat skips what is null.
  return `concat(${written.join(',\n    ')})`;
}

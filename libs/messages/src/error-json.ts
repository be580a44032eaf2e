/**
 * An error as JSON text in ASCII: other characters are escaped (RFC 8259 §7). Errors name no charset, and libraries that then read them as
 * ISO-8859-1 still find every name and text intact (docs/decisions/0138).
 */
export const errorJson = (error: object): string =>
  JSON.stringify(error).replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

// Written by `npm run generate` from package.json. Change that, not this.

/** `User-Agent` of the requests that the bank makes: a product token of its software (RFC 9110 §10.1.5). */
export const userAgent = 'open-banking/0.2.0';

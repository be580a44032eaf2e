import Type from 'typebox';

export const CountryCode = Type.String({
  pattern: '^[A-Z]{2}$',
  'x-must': 'be a country code of ISO 3166-1, like "DE"',
  description: 'Country as an ISO 3166-1 alpha-2 code.',
});

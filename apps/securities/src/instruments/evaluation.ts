import { unsupportedFaults } from '@open-banking/http';
import type { Fault } from '@open-banking/messages';
import Type from 'typebox';

/** The query parameter of lists whose values could be converted to another currency. */
export const evaluationQuery = {
  evaluationCurrency: Type.Optional(
    Type.String({ description: 'Not supported by this bank: a request with it is answered 400 `PARAMETER_NOT_SUPPORTED`.' }),
  ),
};

export const evaluationFaults = (query: { readonly evaluationCurrency?: string }): Fault[] =>
  unsupportedFaults(query, ['evaluationCurrency']);

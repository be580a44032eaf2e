import { IsOneOf, Setting } from '@open-banking/config';

/** Injectable. */
export class LedgerSettings {
  @Setting(
    'Who keeps the books: `own`, this interface; or `core`, the core system of the bank, which books what it is instructed and sends balances and entries by its feed (docs/core.md).',
    {
      needs: [
        {
          anyOf: ['CORE_URL'],
          value: 'core',
          otherwise: 'no payment is booked until a connector asks for its instruction (docs/core.md)',
        },
      ],
    },
  )
  @IsOneOf(['own', 'core'])
  readonly ledger: 'own' | 'core' = 'own';
}

import { Injectable } from '@nestjs/common';
import { grantsOn, type CustomerPrincipal } from '@open-banking/access';
import { BankClock, Database } from '@open-banking/database';
import { omitNullish, Refusal } from '@open-banking/messages';
import { toBalances, toReference } from '../accounts/accounts.service.js';
import { valuesOfAccounts } from '../accounts/accounts.statements.js';
import { isNominal, nominal, toInstrument, type Instrument } from '../instruments/instrument.js';
import type { Position, Positions } from './positions.messages.js';
import { positionsOfAccount, type AccountWithPosition, type PositionRow } from './positions.statements.js';

@Injectable()
export class PositionsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
  ) {}

  async list(principal: CustomerPrincipal, accountId: string): Promise<Positions> {
    const rows = await this.database.rows(positionsOfAccount, principal.psuId, principal.granted, accountId, this.clock.today());
    const [account] = rows;
    if (!account) throw new Refusal('RESOURCE_UNKNOWN', { accountId });
    const values = await this.database.rows(valuesOfAccounts, principal.psuId, grantsOn(principal.granted, accountId), this.clock.today());
    const total = values.find((row) => row.accountId === accountId);
    return {
      securitiesAccount: toReference(account),
      reportDateTime: this.clock.now().toISOString(),
      balances: toBalances(total!),
      positionList: rows.filter((row): row is AccountWithPosition & PositionRow => row.units !== null).map(toPosition),
    };
  }
}

function toPosition(row: AccountWithPosition & PositionRow): Position {
  const currency = row.instrumentCurrency;
  const amount = (of: string | null) => (of === null ? null : { currency, amount: of });
  return omitNullish({
    financialInstrument: priced(row),
    unitsNumber: isNominal(row) ? null : Number(row.units),
    unitsNominal: isNominal(row) ? nominal(row, row.units) : null,
    safekeepingPlace: row.safekeepingPlace,
    safekeepingCountry: row.safekeepingCountry,
    balanceType: row.balanceType,
    averageBuyingPrice: isNominal(row) ? null : amount(row.averageBuyingPrice),
    totalBuyingPrice: amount(row.totalBuyingPrice),
    estimatedCurrentValue: row.value === null ? null : { amount: { currency, amount: row.value }, evaluationDate: row.priceDate! },
    accruedInterest:
      row.daysAccrued === null || row.accrued === null
        ? null
        : { daysAccrued: row.daysAccrued, amounts: [{ currency, amount: row.accrued }] },
    currencyExchange:
      row.rate === null
        ? null
        : [
            {
              sourceCurrency: currency,
              exchangeRate: row.rate,
              unitCurrency: currency,
              targetCurrency: row.currency,
              quotationDate: row.rateDate!,
            },
          ],
    details: row.details,
  }) as Position;
}

const priced = (row: AccountWithPosition & PositionRow): Instrument =>
  omitNullish({
    ...toInstrument(row),
    normalisedPrice:
      row.price === null
        ? null
        : {
            ...(isNominal(row) ? { percentage: row.price } : { amount: nominal(row, row.price) }),
            priceDate: row.priceDate!,
            priceType: row.priceType,
            sourceOfPrice: row.kind === 'fund' ? { type: 'FUND' } : { type: 'LMAR', mic: row.mic },
          },
  }) as Instrument;

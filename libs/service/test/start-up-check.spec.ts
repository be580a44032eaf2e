import { Controller, Get } from '@nestjs/common';
import { Serves } from '@open-banking/http';
import { handlersOf, startUpFaults } from '@open-banking/service';
import { cards, operationsOf, savingsLoans } from '@open-banking/spec';
import Type from 'typebox';

const answers = Type.Object({});
const rows = operationsOf('cards');

@Controller()
class Reading {
  @Serves(cards.listCards, { answers }) list() { return {}; }
  @Serves(cards.readCard, { answers }) one() { return {}; }
  @Serves(cards.readCardBalances, { answers }) balances() { return {}; }
}
@Controller()
class Transactions {
  @Serves(cards.listCardTransactions, { answers }) list() { return {}; }
}
@Controller()
class Again {
  @Serves(cards.readCard, { answers }) another() { return {}; }
}
@Controller()
class Elsewhere {
  @Serves(savingsLoans.listLoans, { answers }) loans() { return {}; }
  @Serves({ ...cards.readCard, id: 'readPan', path: '/v1.7/cards/{card-id}/pan' }, { answers }) pan() { return {}; }
}
@Controller()
class Unmarked {
  @Get('/health') health() { return {}; }
}

const faults = (...controllers: (new () => object)[]) => startUpFaults(rows, handlersOf(controllers));

describe('a service starts', () => {
  it('with one handler for each of its rows', () => {
    expect(faults(Reading, Transactions, Unmarked)).toEqual([]);
  });

  it('not with a row that nobody handles', () => {
    expect(faults(Reading)).toEqual(['listCardTransactions (GET /v1.7/cards/{card-id}/transactions) has no handler']);
    expect(faults()).toHaveLength(rows.length);
  });

  it('not with a row that two handle', () => {
    expect(faults(Reading, Transactions, Again)).toEqual(['readCard has 2 handlers: Reading.one, Again.another']);
  });

  it('not with a handler of a row that is another service\'s, or nobody\'s', () => {
    expect(faults(Reading, Transactions, Elsewhere)).toEqual([
      'Elsewhere.loans serves GET /v1.5/loans, which is not in this service\'s table',
      'Elsewhere.pan serves GET /v1.7/cards/{card-id}/pan, which is not in this service\'s table',
    ]);
  });
});

import 'reflect-metadata';
import { Serves } from '@open-banking/http';
import { cards, operationsOf, securities } from '@open-banking/spec';
import Type from 'typebox';
import { handlersOf, startUpFaults } from '../src/start-up-check.js';

const answers = Type.Object({});
const rows = operationsOf('cards');

class Balances {
  @Serves(cards.readCardBalances, { description: 'What this test asks for.', answers })
  balances(): object {
    return {};
  }
}

class Rest {
  @Serves(cards.listCards, { description: 'What this test asks for.', answers })
  list(): object {
    return {};
  }

  @Serves(cards.readCard, { description: 'What this test asks for.', answers })
  one(): object {
    return {};
  }

  @Serves(cards.listCardTransactions, { description: 'What this test asks for.', answers })
  transactions(): object {
    return {};
  }
}

class Foreign {
  @Serves(securities.listPositions, { description: 'What this test asks for.', answers })
  positions(): object {
    return {};
  }
}

describe('a service starts only if its handlers match the table', () => {
  it('accepts one handler per row', () => {
    expect(startUpFaults(rows, handlersOf([Balances, Rest]))).toEqual([]);
  });

  it('names a row without a handler', () => {
    expect(startUpFaults(rows, handlersOf([Rest]))).toEqual(['readCardBalances (GET /v1.7/cards/{card-id}/balances) has no handler']);
  });

  it('counts a handler that a controller inherits, as Nest routes it', () => {
    class Again extends Balances {}
    expect(startUpFaults(rows, handlersOf([Balances, Rest, Again]))).toEqual([
      'readCardBalances has 2 handlers: Balances.balances, Again.balances',
    ]);
  });

  it('names a row with two handlers, and both of them', () => {
    class Again {
      @Serves(cards.readCardBalances, { description: 'What this test asks for.', answers })
      again(): object {
        return {};
      }
    }
    expect(startUpFaults(rows, handlersOf([Balances, Rest, Again]))).toEqual([
      'readCardBalances has 2 handlers: Balances.balances, Again.again',
    ]);
  });

  it("names a handler whose path is not in the service's table", () => {
    expect(startUpFaults(rows, handlersOf([Balances, Rest, Foreign]))).toEqual([
      "Foreign.positions serves GET /v1.0/securities-accounts/{securities-account-id}/positions, which is not in this service's table",
    ]);
  });
});

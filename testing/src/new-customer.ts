import { randomUUID } from 'node:crypto';
import type { RunningBank } from './running-bank.js';
import type { TestCustomer } from './test-customer.js';

/** Creates a customer for one test, who signs in like a demo customer and has no products. Other tests do not see what the test adds. */
export async function newCustomer(bank: RunningBank): Promise<TestCustomer> {
  const psuId = randomUUID();
  const login = `test-${psuId}`;
  await bank
    .database('ais-pis')
    .query(
      "insert into psu (psu_id, login, password_hash, name, language) select $1, $2, password_hash, 'Test Customer', 'en' from psu where psu_id = $3",
      [psuId, login, bank.demo.psuId],
    );
  return { ...bank.demo, psuId, login, accounts: [] };
}

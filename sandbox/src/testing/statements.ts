import type { Service } from '@open-banking/spec';
import pg from 'pg';
import { freshDatabase } from './fresh-database.js';

/**
 * Declares the test of a service's statements: each fits the migrated schema, may be run by the service's role, and
 * reaches its tables by an index. `readWhole` names tables that do not grow with customers. The file that calls this
 * imports the modules that declare the statements.
 */
export function explainsEveryStatement(service: Service, { readWhole = [] }: { readonly readWhole?: readonly string[] } = {}): void {
  it(`every statement of ${service} fits the schema and finds its rows by an index`, async () => {
    const [{ statements }, { planOf }, own] = await Promise.all([import('@open-banking/database'), import('@open-banking/database/testing'), freshDatabase(service)]);
    const pool = new pg.Pool({ connectionString: own.serviceUrl, max: 1 });
    const wrong: Record<string, string> = {};
    for (const { name, text } of statements()) {
      const plan = await planOf(pool, { text }).catch((error: Error) => error.message);
      const scanned = [...plan.matchAll(/Seq Scan on (\w+)/g)].some(([, table]) => !readWhole.includes(table!));
      if (scanned || !plan.includes('cost=')) wrong[name] = plan;
    }
    await pool.end();
    await own.close();
    expect(statements().length).toBeGreaterThan(0);
    expect(wrong).toEqual({});
  }, 120_000);
}

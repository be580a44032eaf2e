import type { AddressInfo } from 'node:net';
import type { Statement } from '@open-banking/database';
import fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';

/** Input of a floor. The routes find in `asked` what the service derives from token and consent. */
export interface FloorFacts {
  readonly kind: 'account' | 'card';
  readonly databaseUrl: string;
  readonly poolSize: number;
  readonly today: string;
  /** By resource: the owner and the ids named in the consent. */
  readonly asked: Readonly<Record<string, { readonly psuId: string; readonly granted: readonly string[] }>>;
}

export type Routes = (server: FastifyInstance, pool: pg.Pool, facts: FloorFacts) => void;

/** Runs a statement with minimal overhead, prepared under the same name. */
export async function queryRows<Row, Args extends readonly unknown[]>(
  pool: pg.Pool,
  { name, text }: Statement<Row, Args>,
  ...values: Args
): Promise<Row[]> {
  return (await pool.query({ name, text, values: [...values] })).rows as Row[];
}

/** JSON omits undefined values. */
export const definedOrUndefined = <T>(value: T | null): T | undefined => value ?? undefined;

// Runs in its own process, like a service.
process.once('message', (facts: FloorFacts) => {
  void (async () => {
    const { routes } = (await import(`./floor-of-${facts.kind}s.js`)) as { routes: Routes };
    const server = fastify();
    routes(server, new pg.Pool({ connectionString: facts.databaseUrl, max: facts.poolSize }), facts);
    await server.listen({ host: '127.0.0.1', port: 0 });
    process.send!((server.server.address() as AddressInfo).port);
  })();
});

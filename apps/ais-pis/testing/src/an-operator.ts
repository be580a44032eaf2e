import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { internalCall, type RunningBank } from '@open-banking/testing';
import { operatorsInternal, type Operation, type OperatorRole } from '@open-banking/spec';

/** Creates a named operator with its own key, as the operator commands do. */
export async function anOperator(bank: RunningBank, roles: readonly OperatorRole[], name = `test-${randomBytes(6).toString('hex')}`) {
  const pair = generateKeyPairSync('ed25519');
  const jwk = (key: typeof pair.publicKey) => ({ ...key.export({ format: 'jwk' }), alg: 'EdDSA' });
  expect(
    await internalCall(
      bank.operator,
      'ais-pis',
      operatorsInternal.addOperator,
      { roles, publicKey: jwk(pair.publicKey) },
      { operatorName: name },
    ),
  ).toAnswer(200, { name, roles });
  const signsAs = { ...bank.operator, operatorName: name, operatorKey: jwk(pair.privateKey) };
  const call = (
    row: Pick<Operation, 'id' | 'method' | 'path'>,
    body?: unknown,
    params?: Record<string, string>,
    service: 'ais-pis' | 'mandates' = 'ais-pis',
  ) => internalCall(signsAs, service, row, body, params);
  return { name, signsAs, call };
}

/** The audited operations on a subject with their operators, in order. */
export async function auditedOperations(
  bank: RunningBank,
  subject: string,
  service: 'ais-pis' | 'mandates' = 'ais-pis',
): Promise<string[]> {
  const { rows } = await bank
    .database(service)
    .query<{ line: string }>(`select operator || ' ' || operation as line from audit where subject = $1 order by audit_id`, [subject]);
  return rows.map(({ line }) => line);
}

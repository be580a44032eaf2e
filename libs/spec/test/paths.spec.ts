import { asPattern, asRoute, parametersOf, routingPath } from '../src/path.js';
import { digits, type Operation } from '../src/operation.js';
import { services } from '../src/services.js';
import * as infrastructure from '../src/infrastructure-operations.js';
import * as sandbox from '../src/sandbox-operations.js';
import { operations } from '../src/table.js';

describe('a path', () => {
  it('becomes a route with parameter names in camel case', () => {
    expect(asRoute('/v1.7/cards/{card-id}/balances')).toBe('/v1.7/cards/:cardId/balances');
    expect(asRoute('/account/{BranchNumber}-{AccountNumber}/loans')).toBe('/account/:BranchNumber([^]+)-:AccountNumber([^]+)/loans');
  });

  it('becomes a pattern that matches itself, and no longer or shorter path', () => {
    const pattern = new RegExp(asPattern('/v1.7/cards/{card-id}/balances'));
    expect('/v1.7/cards/8a9/balances').toMatch(pattern);
    for (const other of [
      '/v1x7/cards/8a9/balances',
      '/v1.7/cards/8a9/balances/',
      '/v1.7/cards//balances',
      '/v1.7/cards/8/9/balances',
      '/x/v1.7/cards/8a9/balances',
    ]) {
      expect(other).not.toMatch(pattern);
    }
  });

  it('is compared with its unreserved characters decoded once, and no dot decoded that makes a segment', () => {
    const unreserved = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~'];
    for (let code = 0; code < 256; code += 1) {
      const digits = code.toString(16).padStart(2, '0');
      const char = String.fromCharCode(code);
      for (const sent of [`/x%${digits}`, `/x%${digits.toUpperCase()}`])
        expect([sent, routingPath(sent)]).toEqual([sent, unreserved.includes(char) ? `/x${char}` : sent]);
    }
    for (const [sent, routed] of [
      ['/%252D', '/%252D'],
      ['/%%32D', '/%2D'],
      ['/%', '/%'],
      ['/%2', '/%2'],
      ['/%zz%2D', '/%zz-'],
      ['/lo%61ns/%2e', '/lo%61ns/%2e'],
      ['/%2E%2e/loans', '/%2E%2e/loans'],
      ['/.%2e/lo%61ns', '/.%2e/lo%61ns'],
      ['/%2e%2e%2e/lo%61ns', '/.../loans'],
      ['/%2eloans', '/.loans'],
    ])
      expect([sent, routingPath(sent!)]).toEqual([sent, routed]);
  });

  it('matches no other operation of the same method', () => {
    for (const { method, path } of operations) {
      const example = path.replace(/\{[^}]+\}/g, '12');
      expect(
        operations.filter((row) => row.method === method && new RegExp(asPattern(row.path)).test(example)).map((row) => row.path),
      ).toEqual([path]);
    }
  });

  it('lists its parameters in order, as spelled in the specification', () => {
    expect(parametersOf('/loan/{BranchNumber}-{AccountNumber}/arrears/transactions')).toEqual(['BranchNumber', 'AccountNumber']);
  });

  it('has a format in its row for each parameter, and for nothing else', () => {
    const { everyInternal, clockInternal, issuerInternal, directoryInternal, mandatesInternal, collectionsInternal } = infrastructure;
    const { clearingInternal, operatorsInternal, adjustmentsInternal, creditTransfersInternal, maintenanceInternal, recoveryInternal } =
      infrastructure;
    const { feedInternal } = infrastructure;
    const { developerClientsInternal, developerNotificationsInternal, notificationKeysInternal, requestLogInternal } = infrastructure;
    const internal = [everyInternal, clockInternal, issuerInternal, directoryInternal, mandatesInternal, collectionsInternal].concat([
      clearingInternal,
      feedInternal,
      infrastructure.erasureInternal,
      operatorsInternal,
      adjustmentsInternal,
      creditTransfersInternal,
      maintenanceInternal,
      recoveryInternal,
      notificationKeysInternal,
      developerClientsInternal,
      developerNotificationsInternal,
      requestLogInternal,
      infrastructure.receiptsInternal,
      sandbox.scenariosInternal,
      sandbox.mandateScenariosInternal,
      sandbox.developerObjectsInternal,
      sandbox.developerMandatesInternal,
      sandbox.sandboxDataInternal,
    ] as never);
    const rows: readonly Pick<Operation, 'id' | 'path' | 'formats'>[] = [
      ...operations,
      ...internal.flatMap((of) => Object.values(of) as Operation[]),
      ...services.flatMap((service) => [
        ...infrastructure.issuerRowsOf(service),
        ...infrastructure.pageRowsOf(service),
        ...infrastructure.statusRowsOf(service),
        ...sandbox.sandboxRowsOf(service),
      ]),
    ];
    expect(rows.filter(({ path }) => path.includes('{')).length).toBeGreaterThan(60);
    const formatted = ({ formats = {} }: Pick<Operation, 'formats'>) => Object.keys(formats).filter((name) => formats[name] !== undefined);
    for (const row of rows) expect({ id: row.id, formats: formatted(row) }).toEqual({ id: row.id, formats: parametersOf(row.path) });
  });

  it('accepts the specified number of digits, and nothing after a line break', () => {
    const { pattern, text } = digits(1, 4);
    expect(text).toBe('1 to 4 digits');
    for (const good of ['0', '1234']) expect(good).toMatch(pattern);
    for (const bad of ['', '12345', '12a', '-1', '１２', '12\n']) expect(bad).not.toMatch(pattern);
  });
});

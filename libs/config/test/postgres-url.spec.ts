import {
  IsPostgresUrl,
  postgresAddressOf,
  postgresHosts,
  postgresUrlAt,
  postgresUrlWith,
  readSettings,
  Setting,
} from '@open-banking/config';

class Store {
  @Setting('Where the data is.') @IsPostgresUrl() readonly databaseUrl!: string;
}
const read = (text: string): string => readSettings(Store, { DATABASE_URL: text }).databaseUrl;

describe('DATABASE_URL', () => {
  it.each([
    ['postgres://cards:p%40ss@10.0.0.5/cards', { urls: ['postgres://cards:p%40ss@10.0.0.5/cards'], wanted: 'any' }],
    ['postgresql://cards@[::1]:5433/cards/', { urls: ['postgresql://cards@[::1]:5433/cards'], wanted: 'any' }],
    [
      'postgres://cards:x@one:5432,two/cards?sslmode=verify-full&target_session_attrs=read-write&sslrootcert=/run/ca.pem',
      {
        urls: [
          'postgres://cards:x@one:5432/cards?sslmode=verify-full&sslrootcert=/run/ca.pem',
          'postgres://cards:x@two/cards?sslmode=verify-full&sslrootcert=/run/ca.pem',
        ],
        wanted: 'read-write',
      },
    ],
  ])('%s names its servers', (text, address) => {
    expect(postgresAddressOf(text)).toEqual(address);
    expect(read(text)).toBe(text.replace(/\/$/, ''));
  });

  it.each([
    ['http://10.0.0.5/cards'],
    ['postgres://cards@one:70000/cards'],
    ['postgres://cards@one,/cards'],
    ['postgres://cards@one/cards?target_session_attrs=prefer-standby'],
    ['postgres://cards@one/cards?sslmode=require'],
    ['postgres://cards@one/cards?sslmode=no-verify'],
  ])('%s is refused with the forms it may have', (text) => {
    expect(() => read(text)).toThrow(/^DATABASE_URL must be a URL such as postgres:.*sslmode=verify-full: Where the data is\.$/);
  });

  it('keeps servers and parameters when the role or the servers change', () => {
    const text = 'postgres://owner:x@one:5432,two:5433/cards?target_session_attrs=read-write';
    expect(postgresHosts(text)).toBe('one:5432,two:5433');
    expect(postgresUrlWith(text, { database: 'bank', user: 'cards', password: 'p@ss' })).toBe(
      'postgres://cards:p%40ss@one:5432,two:5433/bank?target_session_attrs=read-write',
    );
    expect(postgresUrlAt(text, 'pooler:6432')).toBe('postgres://owner:x@pooler:6432/cards?target_session_attrs=read-write');
  });
});

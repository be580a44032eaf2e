import { ValkeyServer } from '@open-banking/testing/valkey';

/** Starts a store of limits whose user may not SELECT, and reads what the doctor says of a URL with the number of a database. */
export async function databaseThatIsNotSelected(findingsWith: (url: string) => Promise<readonly object[]>): Promise<void> {
  const store = await ValkeyServer.start(['--user', 'lim', 'on', '>pw', '~*', '+@all', '-select']);
  try {
    const [, host] = store.url.split('//');
    expect(await findingsWith(`valkey://lim:pw@${host}/2`)).toContainEqual(
      expect.objectContaining({ subject: 'Valkey', status: 'fault', text: expect.stringContaining('VALKEY_URL names database 2') }),
    );
  } finally {
    await store.stop();
  }
}

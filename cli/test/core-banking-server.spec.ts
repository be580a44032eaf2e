import { publicationFault, slotFault, type Followed, type PublishedTables } from '../src/operator/core-banking-server.js';

describe('a publication of a core', () => {
  const followed: Followed = { publication: 'openbank', tables: ['bank_change'], ignored: [] };
  const table = (name: string, schema = 'public', columns = ['change_id', 'service', 'change']) => ({ schema, name, columns });
  const has = (...tables: PublishedTables['tables']): PublishedTables => ({ inserts: true, tables, partitioned: [] });

  it.each<[string, Partial<Followed>, PublishedTables | undefined, undefined | RegExp]>([
    ['with the table can be followed', {}, has(table('bank_change')), undefined],
    ['with the table in a schema can be followed', { tables: ['core.bank_change'] }, has(table('bank_change', 'core')), undefined],
    [
      'with other tables can be followed where they are ignored',
      { ignored: ['note'] },
      has(table('bank_change'), table('note')),
      undefined,
    ],
    ['with partitions can be followed by their names', { tables: ['p1', 'p2'] }, has(table('p1'), table('p2')), undefined],
    ['that is not there stops the follower', {}, undefined, /has no publication openbank/],
    ['without inserts stops it', {}, { ...has(table('bank_change')), inserts: false }, /publish = 'insert'/],
    [
      'without the table stops it',
      { tables: ['bank_changes'] },
      has(table('bank_change')),
      /has bank_change, and not bank_changes.*--table/,
    ],
    ['without any table stops it', {}, has(), /has no table/],
    ['with the table in another schema stops it', { tables: ['core.bank_change'] }, has(table('bank_change')), /not core\.bank_change/],
    [
      'with partitions alone stops it',
      {},
      { ...has(table('bank_change_2026')), partitioned: ['bank_change'] },
      /partitions of bank_change \(bank_change_2026\).*publish_via_partition_root = true/,
    ],
    ['with a table that nobody names stops it', {}, has(table('bank_change'), table('note')), /also has note.*--ignore-table/],
    ['without the column of the change stops it', {}, has(table('bank_change', 'public', ['service'])), /leaves out the column change/],
  ])('%s', (_, options, published, fault) => {
    const said = publicationFault({ ...followed, ...options }, published);
    expect(said).toEqual(fault === undefined ? undefined : expect.stringMatching(fault));
  });

  it('is followed from a slot that has everything since the last change that was taken', () => {
    expect(slotFault('s', 'core', -1n, undefined)).toBeUndefined();
    expect(slotFault('s', 'core', 7n, { isLost: false })).toBeUndefined();
    expect(slotFault('s', 'core', 7n, undefined)).toMatch(/slot s is not there/);
    expect(slotFault('s', 'core', -1n, { isLost: true })).toMatch(/slot s has lost its log/);
  });
});

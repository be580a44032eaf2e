import { readFileSync } from 'node:fs';
import { statementFormats } from '@open-banking/http';
import { disclosedFields, discloses } from '@open-banking/messages';
import { operations } from '@open-banking/spec';
import { Type } from 'typebox';
import { handledOperations } from '../src/handlers.js';
import { disclosurePage, exceptionalFields, readingFields, type ReadingField } from '../src/pages/disclosure.js';

let handled: Awaited<ReturnType<typeof handledOperations>>;
let fields: ReadingField[];
// All services are loaded for their schemas.
beforeAll(async () => {
  handled = await handledOperations();
  fields = readingFields(handled);
});

describe('the disclosure class of a response field', () => {
  it('is declared in the schema of every field of every operation that reads customer data', () => {
    expect(
      fields
        .filter(({ disclosure }) => disclosure === undefined)
        .map(({ operation, path }) => `${operation.id}: ${path} has no class: put it into discloses(…)`),
    ).toEqual([]);
    expect(new Set(fields.map(({ operation }) => operation.id)).size).toBe(operations.filter(({ token }) => token?.consent).length);
  });

  it('is checked in JSON, from which the other formats of transactions are written (sandbox/test/statement-formats.spec.ts)', () => {
    const others = [...new Set(fields.map(({ operation }) => operation.id))].filter((id) => handled.get(id)!.shapes.produces !== undefined);
    expect(others.sort()).toEqual(['listCardTransactions', 'listLoanTransactions', 'listSavingsTransactions', 'listTransactions']);
    for (const id of others) expect(handled.get(id)!.shapes.produces).toEqual(statementFormats);
  });

  it('is reported as missing for a new field at any depth, and applies to everything below a classified field', () => {
    const answer = Type.Object({
      list: Type.Array(Type.Object({ ...discloses('none', { id: Type.String() }), added: Type.String() })),
      ...discloses('balance', { balances: Type.Array(Type.Object({ amount: Type.String() })) }),
    });
    expect(disclosedFields(answer)).toEqual([
      { path: 'list[].id', disclosure: 'none' },
      { path: 'list[].added' },
      { path: 'balances', disclosure: 'balance', permission: 'balances' },
    ]);
    expect(() => disclosurePage([{ operation: fields[0]!.operation, path: 'list[].added' }])).toThrow('list[].added');
  });

  it('does not change whether a field is optional or required', () => {
    expect(Type.Object(discloses('owner', { a: Type.Optional(Type.String()), b: Type.String() })).required).toEqual(['b']);
  });

  it('has a different permission only where docs/consents.md lists it', () => {
    const page = readFileSync(new URL('../../docs/consents.md', import.meta.url), 'utf8');
    const listed = [...page.matchAll(/^\| (`.+`)[^|`]* \| (balance|owner|address|otherAccount) \| `(\w+)` \|/gm)].flatMap(
      ([, names, disclosure, permission]) => [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => `${name}: ${disclosure}, ${permission}`),
    );
    const exceptional = exceptionalFields(fields).map(
      ({ path, disclosure, permission }) => `${path.split('.').at(-1)!}: ${disclosure}, ${permission}`,
    );
    expect(listed.sort()).toEqual([...new Set(exceptional)].sort());
  });
});

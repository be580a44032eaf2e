import { readFileSync } from 'node:fs';
import { disclosedFields, discloses } from '@open-banking/messages';
import { Type } from 'typebox';
import { handledOperations } from '../src/handlers.js';
import { disclosurePage, exceptionalFields, readingFields, type ReadingField } from '../src/pages/disclosure.js';

let handled: Awaited<ReturnType<typeof handledOperations>>;
let fields: ReadingField[];
// All six services are loaded for their schemas.
beforeAll(async () => {
  handled = await handledOperations();
  fields = readingFields(handled);
}, 120_000);

describe('what a field of an answer reveals', () => {
  it("is said beside the schema, of every field of every operation that reads customers' data", () => {
    expect(
      fields
        .filter(({ disclosure }) => disclosure === undefined)
        .map(({ operation, path }) => `${operation.id}: ${path} has no class: put it into discloses(…)`),
    ).toEqual([]);
    expect(new Set(fields.map(({ operation }) => operation.id)).size).toBe(27);
  });

  it('is looked for in JSON, which is all that these operations answer in: another form has to be swept too', () => {
    expect(
      [...new Set(fields.map(({ operation }) => operation.id))].filter((id) => handled.get(id)!.shapes.produces !== undefined),
    ).toEqual([]);
  });

  it('is missed where a new field has no class, however deep, and holds for all below a field that has one', () => {
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

  it('leaves a field as optional or required as it was', () => {
    expect(Type.Object(discloses('owner', { a: Type.Optional(Type.String()), b: Type.String() })).required).toEqual(['b']);
  });

  it('is opened by another permission than its class has only where docs/consents.md lists it', () => {
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

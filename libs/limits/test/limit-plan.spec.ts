import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits, loanServices, operations, aisPis } from '@open-banking/spec';
import { RateLimitsModule } from '../src/limits.module.js';
import { noPlan, numbersFor, planIn, planText } from '../src/limit-plan.js';

const folder = mkdtempSync(join(tmpdir(), 'plan-'));
const file = join(folder, 'plan.json');
afterAll(() => rmSync(folder, { recursive: true }));

const parsePlan = (content: unknown) => {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return planIn(file, planText(file));
};
const lines = (content: unknown): string[] => {
  try {
    parsePlan(content);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').map((line) => line.replace(`PLAN_FILE ${file}: `, ''));
  }
};

describe('The numbers of an operation', () => {
  it('are those of its class in the table if there is no plan', () => {
    for (const operation of operations) expect(numbersFor(operation, noPlan)).toBe(limits[operation.limits]);
    expect(numbersFor(loanServices.listAllLoans, noPlan)).toEqual({ hour: 100 });
  });

  it('are never those of a name that every object has', () => {
    expect(numbersFor({ id: 'constructor', limits: 'read' }, noPlan)).toBe(limits.read);
  });

  it("are replaced entirely by the plan's class, and again by its operation", () => {
    const plan = parsePlan({
      classes: { write: { second: 100, minute: 3_000, day: 200_000 } },
      operations: { createPayment: { second: 5 } },
    });
    expect(numbersFor(aisPis.createConsent, plan)).toEqual({ second: 100, minute: 3_000, day: 200_000 });
    expect(numbersFor(aisPis.createPayment, plan)).toEqual({ second: 5 });
    expect(numbersFor(aisPis.readConsent, plan)).toBe(limits.read);
  });

  it('may be limited by any window', () => {
    expect(
      numbersFor(loanServices.listAllLoans, parsePlan({ classes: { loanServices: { second: 1, minute: 2, hour: 3, day: 4 } } })),
    ).toEqual({ second: 1, minute: 2, hour: 3, day: 4 });
  });

  it('are unchanged by an empty plan', () => {
    expect(parsePlan({})).toEqual({ classes: {}, operations: {} });
  });
});

describe('A bad plan is refused with its file, its place and what would be right', () => {
  const known = 'names are among';
  it.each<[unknown, string[]]>([
    [[], ['the file must be an object with names among classes, operations; it is a list']],
    [{ class: {} }, [`class is not known here; ${known} classes, operations`]],
    [
      { classes: { reads: { second: 1 } } },
      [`classes.reads is not known here; ${known} read, hotRead, write, metadata, loanServices, signIn`],
    ],
    [
      { classes: { token: { second: 1 } } },
      [`classes.token is not known here; ${known} read, hotRead, write, metadata, loanServices, signIn`],
    ],
    [
      { operations: { createPayments: { second: 1 } } },
      [`operations.createPayments is not known here; ${known} the operation ids of docs/operations.md`],
    ],
    [
      { operations: { constructor: { second: 1 } } },
      [`operations.constructor is not known here; ${known} the operation ids of docs/operations.md`],
    ],
    [{ classes: { read: { week: 1 } } }, [`classes.read.week is not known here; ${known} second, minute, hour, day`]],
    [{ classes: { read: {} } }, ['classes.read must have at least one window among second, minute, hour, day']],
    [{ classes: { read: 25 } }, ['classes.read must be an object with names among second, minute, hour, day; it is 25']],
    [{ classes: null }, ['classes must be an object with names among read, hotRead, write, metadata, loanServices, signIn; it is null']],
    [
      { classes: { write: { second: 0, minute: -1, hour: 1.5, day: '20' } } },
      [
        'second must be a whole number from 1 to 999,999,999,999,999; it is 0',
        'minute must be a whole number from 1 to 999,999,999,999,999; it is -1',
        'hour must be a whole number from 1 to 999,999,999,999,999; it is 1.5',
        'day must be a whole number from 1 to 999,999,999,999,999; it is "20"',
      ].map((line) => `classes.write.${line}`),
    ],
    [
      { operations: { createPayment: { second: 1e15 } }, classes: { raed: { second: 1 } } },
      [
        `classes.raed is not known here; ${known} read, hotRead, write, metadata, loanServices, signIn`,
        'operations.createPayment.second must be a whole number from 1 to 999,999,999,999,999; it is 1000000000000000',
      ],
    ],
  ])('%j', (content, expected) => {
    expect(lines(content)).toEqual(expected);
  });

  it('if a name occurs twice', () => {
    expect(lines('{"operations":{"createPayment":{"second":5},"createPayment":{"second":9}}}')).toEqual([
      '"createPayment" stands twice in one object',
    ]);
  });

  it('if it is nested too deeply to be a plan', () => {
    expect(lines(`{"classes":${'['.repeat(200)}${']'.repeat(200)}}`)).toEqual([
      expect.stringMatching(/^the file is nested deeper than \d+ levels$/),
    ]);
  });

  it('if it is not JSON or cannot be read', () => {
    expect(lines('{"classes":')[0]).toMatch(/^the file is not JSON: .+/);
    const missing = join(folder, 'missing.json');
    expect(() => planText(missing)).toThrow(`PLAN_FILE ${missing}: the file cannot be read (ENOENT)`);
  });

  it('before anything is started with it', () => {
    writeFileSync(file, '{"classes":{"write":{"second":"many"}}}');
    expect(() => RateLimitsModule.forRoot({ planFile: file })).toThrow(`PLAN_FILE ${file}: classes.write.second must be a whole number`);
  });
});

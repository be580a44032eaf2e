import { readFileSync } from 'node:fs';
import { allOf, validatePlain, dottedPath, IsNested, KnownNames, MayBeMissing, shownValue } from '@open-banking/config';
import { IsInt, Max, Min, ValidateBy, type ValidationArguments } from '@open-banking/config/class-validator';
import { jsonFlaws } from '@open-banking/messages';
import { limits, operations, windows, type LimitClass, type Numbers, type Operation } from '@open-banking/spec';

/** An operator's limits in place of the table's. An entry replaces the windows of its class or operation whole. */
export interface LimitPlan {
  readonly classes: Readonly<Partial<Record<LimitClass, Numbers>>>;
  readonly operations: Readonly<Record<string, Numbers | undefined>>;
}

/** The table as it stands. */
export const noPlan: LimitPlan = { classes: {}, operations: {} };

/** The operation's own numbers, else its class's, each from the plan before the table. */
export const numbersFor = ({ id, limits: of }: Pick<Operation, 'id' | 'limits'>, plan: LimitPlan): Numbers =>
  own(plan.operations, id) ?? own(plan.classes, of) ?? limits[of];

const own = <T>(of: Readonly<Record<string, T>>, name: string): T | undefined => (Object.hasOwn(of, name) ? of[name] : undefined);

/** The largest integer a structured field can carry (RFC 9651 §3.3.1). */
const greatest = 999_999_999_999_999;

function IsRequestCount(): PropertyDecorator {
  const said = {
    message: ({ value }: ValidationArguments) =>
      `must be a whole number from 1 to ${greatest.toLocaleString('en')}; it is ${shownValue(value)}`,
  };
  return allOf(MayBeMissing(), IsInt(said), Min(1, said), Max(greatest, said));
}

/** How many requests each window allows. */
class WindowCounts implements Numbers {
  @IsRequestCount() readonly second?: number;
  @IsRequestCount() readonly minute?: number;
  @IsRequestCount() readonly hour?: number;
  @IsRequestCount() readonly day?: number;
}

const HasWindows = (): PropertyDecorator =>
  ValidateBy(
    { name: 'hasWindows', validator: { validate: (counts) => Object.values((counts ?? {}) as object).some((one) => one !== undefined) } },
    { message: `must have at least one window among ${Object.keys(windows).join(', ')}` },
  );
const AreWindowCounts = (): PropertyDecorator =>
  allOf(
    MayBeMissing(),
    IsNested(() => WindowCounts),
    HasWindows(),
  );

class ClassLimits implements Partial<Record<LimitClass, Numbers>> {
  @AreWindowCounts() readonly read?: WindowCounts;
  @AreWindowCounts() readonly hotRead?: WindowCounts;
  @AreWindowCounts() readonly write?: WindowCounts;
  @AreWindowCounts() readonly metadata?: WindowCounts;
  @AreWindowCounts() readonly loanServices?: WindowCounts;
  @AreWindowCounts() readonly signIn?: WindowCounts;
}

@KnownNames('the operation ids of docs/operations.md')
class OperationLimits {
  readonly [id: string]: WindowCounts | undefined;
}
for (const { id } of operations) AreWindowCounts()(OperationLimits.prototype, id);

/** The plan file of an operator. */
class PlanFile implements LimitPlan {
  @MayBeMissing() @IsNested(() => ClassLimits) readonly classes: ClassLimits = new ClassLimits();
  @MayBeMissing() @IsNested(() => OperationLimits) readonly operations: OperationLimits = new OperationLimits();
}

/** The plan in a file's text. Throws one error that names the file and every place in it that is wrong, and says what would be right. */
export function planIn(file: string, text: string): LimitPlan {
  const wrong: string[] = [];
  const { value, faults } = validatePlain(PlanFile, parsed(file, text, wrong), dottedPath);
  wrong.push(...faults.map(({ path, sentence }) => `${path || 'the file'} ${sentence}`));
  if (wrong.length > 0) throw bad(file, wrong);
  return value;
}

const bad = (file: string, wrong: readonly string[]): Error => new Error(wrong.map((line) => `PLAN_FILE ${file}: ${line}`).join('\n'));

function parsed(file: string, text: string, wrong: string[]): unknown {
  let plan: unknown;
  try {
    plan = JSON.parse(text);
  } catch (error) {
    throw bad(file, [`the file is not JSON: ${(error as Error).message}`]);
  }
  for (const flaw of jsonFlaws(text)) {
    if ('deeperThan' in flaw) throw bad(file, [...wrong, `the file is nested deeper than ${flaw.deeperThan} levels`]);
    wrong.push(`"${flaw.repeated}" stands twice in one object`);
  }
  return plan;
}

/** The text of a plan file. Throws an error that names the file and the reason. */
export function planText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw unreadablePlan(file, error);
  }
}

/** The error of a plan file that cannot be read. */
export const unreadablePlan = (file: string, error: unknown): Error =>
  bad(file, [`the file cannot be read (${(error as NodeJS.ErrnoException).code})`]);

import { readFileSync } from 'node:fs';
import { allOf, validatePlain, dottedPath, IsNested, MayBeMissing, shownValue } from '@open-banking/config';
import { ValidateBy, type ValidationArguments } from '@open-banking/config/class-validator';
import { jsonFlaws } from '@open-banking/messages';
import { schemes, unreadable, type Colours, type ThemeColours } from './theme-colours.js';

/** A member that may be missing and otherwise passes; `form` continues "must be". */
const Is = (form: string, passes: (value: unknown) => boolean): PropertyDecorator =>
  allOf(
    MayBeMissing(),
    ValidateBy(
      { name: 'is', validator: { validate: passes } },
      { message: ({ value }: ValidationArguments) => `must be ${form}; it is ${short(shownValue(value))}` },
    ),
  );
const short = (said: string): string => (said.length > 60 ? `${said.slice(0, 57)}…` : said);

const isText = (value: unknown): value is string => typeof value === 'string';
const IsColour = (): PropertyDecorator => Is('a colour such as "#0b4f6c"', (value) => isText(value) && /^#[0-9a-f]{6}$/i.test(value));
const isHttps = (value: unknown): boolean => isText(value) && URL.parse(value)?.protocol === 'https:';
const IsAddress = (): PropertyDecorator => Is('an address that begins with https://', isHttps);

const nameCharacters = 60;
const IsBankName = (): PropertyDecorator =>
  Is(
    `a text of 1 to ${nameCharacters} characters`,
    (value) => isText(value) && value.trim() === value && value.length > 0 && value.length <= nameCharacters,
  );

/** It is in every page. */
const logoBytes = 24_576;
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
function isLogo(value: unknown): boolean {
  if (!isText(value) || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return false;
  const png = Buffer.from(value, 'base64');
  return png.length <= logoBytes && png.subarray(0, pngSignature.length).equals(pngSignature);
}
const IsLogo = (): PropertyDecorator => Is(`a PNG of at most ${logoBytes / 1_024} KiB in base64`, isLogo);

class SchemeColours implements Colours {
  @IsColour() readonly brand?: string;
  @IsColour() readonly ink?: string;
  @IsColour() readonly soft?: string;
  @IsColour() readonly ground?: string;
  @IsColour() readonly card?: string;
  @IsColour() readonly line?: string;
  @IsColour() readonly tint?: string;
}

const AreColours = (): PropertyDecorator =>
  allOf(
    MayBeMissing(),
    IsNested(() => SchemeColours),
  );

class ColourSchemes implements ThemeColours {
  @AreColours() readonly light?: SchemeColours;
  @AreColours() readonly dark?: SchemeColours;
}

/** Pages of the bank that all its pages here link to. */
class FooterLinks {
  @IsAddress() readonly help?: string;
  @IsAddress() readonly privacy?: string;
  @IsAddress() readonly accessibility?: string;
}

/** The file with which a bank makes the pages its own. */
export class ThemeFile {
  @IsBankName() readonly bankName?: string;
  @IsLogo() readonly logo?: string;
  @MayBeMissing() @IsNested(() => ColourSchemes) readonly colours?: ColourSchemes;
  @MayBeMissing() @IsNested(() => FooterLinks) readonly links?: FooterLinks;
}

/** Reads the file of `THEME_FILE`. Throws one error that names the file, each wrong place and what would be right. */
export function readThemeFile(file: string): ThemeFile {
  const { value, faults } = validatePlain(ThemeFile, parsed(file), dottedPath);
  const wrong = faults.map(({ path, sentence }) => `${path || 'the file'} ${sentence}`);
  if (wrong.length > 0) throw bad(file, wrong);
  const hard = schemes.flatMap((scheme) => unreadable(scheme, value.colours?.[scheme] ?? {}));
  if (hard.length > 0) throw bad(file, hard);
  return value;
}

const bad = (file: string, wrong: readonly string[]): Error => new Error(wrong.map((line) => `THEME_FILE ${file}: ${line}`).join('\n'));

function parsed(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw bad(file, [`the file cannot be read (${(error as NodeJS.ErrnoException).code})`]);
  }
  let theme: unknown;
  try {
    theme = JSON.parse(text);
  } catch (error) {
    throw bad(file, [`the file is not JSON: ${(error as Error).message}`]);
  }
  const flaws = [...jsonFlaws(text)];
  if (flaws.length > 0)
    throw bad(
      file,
      flaws.map((flaw) =>
        'deeperThan' in flaw ? `the file is nested deeper than ${flaw.deeperThan} levels` : `"${flaw.repeated}" stands twice in one object`,
      ),
    );
  return theme;
}

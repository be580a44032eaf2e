import { firstOutside, isLatinName, latinCharacters, printableCharacters, type CharacterSet, type Fault } from '@open-banking/messages';
import type { Scheme } from '../payment-products.js';
import type { PaymentRequest } from '../payments.messages.js';
import { isInSepa } from './sepa-countries.js';

/** The demands of a payment scheme on a payment to another bank: texts that its messages can carry, and accounts that it reaches. */
interface SchemeRules {
  /** The document that the rules come from, as refusals name it. */
  readonly source: string;
  /** The characters of references and identifications. */
  readonly identifiers: CharacterSet;
  /** The characters of names, addresses and remittance information. */
  readonly texts: CharacterSet;
  /** References and identifications neither begin nor end with `/` and contain no `//`. */
  readonly slashes?: 'inside';
  /** Whether the scheme reaches the account of an IBAN; absent: it reaches every bank. `says`: the accounts, as the end of a sentence. */
  readonly reach?: { readonly says: string; readonly is: (iban: string) => boolean };
}

/**
 * The rules by the sub-family of a product's `transactionCode` (ISO 20022 ExternalBankTransactionSubFamily1Code), which names the scheme:
 * SEPA credit transfers, priority credit transfers (T2), and cross-border ones. Other schemes carry every text, such as those in shekels.
 */
const rulesBySubFamily: Readonly<Record<string, SchemeRules>> = {
  ESCT: {
    source: 'EPC217-08',
    identifiers: latinCharacters,
    texts: latinCharacters,
    slashes: 'inside',
    reach: { says: 'accounts in SEPA (EPC409-09)', is: isInSepa },
  },
  // Banks all over the world can be addressed in T2.
  PRCT: { source: 'HVPS+', identifiers: latinCharacters, texts: printableCharacters },
  // The last bank of a chain may still read MT messages, in which each other character becomes a full stop.
  XBCT: { source: 'SWIFT character set x', identifiers: latinCharacters, texts: latinCharacters },
};

const rulesOf = ({ transactionCode }: Scheme): SchemeRules | undefined => rulesBySubFamily[transactionCode.slice(-4)];

/** The fields that are references or identifications. */
const identifiers: ReadonlySet<string> = new Set([
  '/endToEndIdentification',
  '/instructionIdentification',
  '/creditorId',
  '/creditorAccount/other/identification',
  '/remittanceInformationStructured/reference',
]);

type Text = readonly [path: string, text: string];

/** All texts of a value, each with its JSON pointer. */
const textsOf = (value: unknown, path = ''): Text[] => {
  if (typeof value === 'string') return [[path, value]];
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => textsOf(member, `${path}/${name}`))
    : [];
};

/** The texts that the message to the creditor's bank carries: of the debtor's account it has the account's own number. */
const carriedTexts = ({ debtorAccount: _, ...carried }: PaymentRequest): Text[] => textsOf(carried);

/** The faults of a well-formed payment to another bank that its scheme could not carry out; each names its field, and the character. */
export function schemeFaults(request: PaymentRequest, scheme: Scheme, product: string): Fault[] {
  const rules = rulesOf(scheme);
  if (!rules) return [];
  const { iban } = request.creditorAccount;
  const unreached: Fault[] =
    iban !== undefined && rules.reach?.is(iban) === false
      ? [{ code: 'PAYMENT_FAILED', path: '/creditorAccount/iban', text: `${product} reaches only ${rules.reach.says}.` }]
      : [];
  return [...unreached, ...carriedTexts(request).flatMap((text) => textFaults(text, rules, product))];
}

function textFaults([path, text]: Text, { source, slashes, ...sets }: SchemeRules, product: string): Fault[] {
  const isIdentifier = identifiers.has(path);
  const allowed = isIdentifier ? sets.identifiers : sets.texts;
  const stray = firstOutside(text, allowed);
  if (stray !== undefined)
    return [{ code: 'PAYMENT_FAILED', path, text: `${product} cannot carry ${named(stray)}; it carries ${allowed.says} (${source}).` }];
  if (!isIdentifier || slashes !== 'inside' || !/^\/|\/\/|\/$/.test(text)) return [];
  return [
    { code: 'PAYMENT_FAILED', path, text: `${product} carries no / at the beginning or end of a reference, and no // in it (${source}).` },
  ];
}

/** A character as people see it, where it can be seen, and its code point. */
function named(character: string): string {
  const code = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `"${character}" (${code})` : code;
}

export interface AccountOwner {
  readonly ownerName: string;
  /** The owner's name in Latin letters, if the bank has stored one beside `ownerName`. */
  readonly ownerLatinName: string | null;
}

/** The owner's name as the product's scheme can carry it; undefined: it can carry neither name that the bank has. */
export function debtorNameFor(scheme: Scheme, { ownerName, ownerLatinName }: AccountOwner): string | undefined {
  const rules = rulesOf(scheme);
  if (!rules || isCarried(ownerName, rules)) return ownerName;
  return ownerLatinName ?? undefined;
}

const isCarried = (name: string, { texts }: SchemeRules): boolean =>
  texts === latinCharacters ? isLatinName(name) : firstOutside(name, texts) === undefined;

import type { Fault } from '@open-banking/messages';
import { abroad, inEuro, inShekel } from '@open-banking/ais-pis-testing/a-payment';
import { PaymentRequest } from '../src/payments.messages.js';
import { schemes } from '../src/payment-products.js';
import { debtorNameFor, schemeFaults } from '../src/scheme/scheme-rules.js';
import { isInSepa, sepaCountries } from '../src/scheme/sepa-countries.js';

const products = Object.keys(schemes);
const sepa = ['sepa-credit-transfers', 'instant-sepa-credit-transfers'];
const latin = [...sepa, 'cross-border-credit-transfers'];
const inShekels = ['masav', 'zahav', 'fp'];
const bodyOf = (product: string): object => (inShekels.includes(product) ? inShekel : product.startsWith('cross') ? abroad : inEuro);
const faultsOf = (product: string, besides: object = {}): Fault[] =>
  schemeFaults({ ...bodyOf(product), ...besides } as PaymentRequest, schemes[product]!, product);
const paths = (faults: readonly Fault[]) => faults.map(({ path }) => path);

interface Schema {
  readonly $id?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}
/** The JSON pointers of all texts of the request whose characters the document leaves free, and a value with a text there. */
function freeTexts(
  schema: Schema,
  path = '',
  within: (value: unknown) => object = (value) => value as object,
): [path: string, at: (text: string) => object][] {
  if (schema.$id === 'AccountReference') return [];
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, field]) =>
      freeTexts(field, `${path}/${name}`, (value) => within({ [name]: value })),
    );
  if (schema.items) return freeTexts(schema.items, `${path}/0`, (value) => within([value]));
  const isFree = schema.type === 'string' && schema.enum === undefined && (schema.format === undefined || schema.format === 'line');
  return isFree && (schema.pattern === undefined || schema.pattern === '\\S') ? [[path, (text) => within(text)]] : [];
}
const texts = freeTexts(PaymentRequest as Schema);

describe('a payment scheme', () => {
  it('reaches the 41 countries of SEPA and Gibraltar with a SEPA product, and every country with another', () => {
    expect([sepaCountries.length, new Set(sepaCountries).size]).toEqual([41, 41]);
    const reached = ['AL12', 'MD12', 'ME12', 'MK12', 'RS12', 'DE12', 'GB12', 'GI12', 'VA12', 'CH12'];
    const beyond = ['IL12', 'TR12', 'XK12', 'UA12', 'US12', 'BA12', 'FO12'];
    expect([reached.filter(isInSepa), beyond.filter(isInSepa)]).toEqual([reached, []]);
    const turkish = { creditorAccount: { iban: 'TR330006100519786457841326' } };
    expect(products.filter((product) => faultsOf(product, turkish).length > 0)).toEqual(sepa);
    expect(faultsOf(sepa[0]!, turkish)).toEqual([
      { code: 'PAYMENT_FAILED', path: '/creditorAccount/iban', text: 'sepa-credit-transfers reaches only accounts in SEPA (EPC409-09).' },
    ]);
    expect(faultsOf(sepa[0]!, { creditorAccount: { iban: 'AL47212110090000000235698741' } })).toEqual([]);
  });

  it('carries the usual payment of each product', () => {
    expect(products.flatMap((product) => faultsOf(product))).toEqual([]);
  });

  it('has more than fifteen texts that its messages carry', () => {
    expect(texts.length).toBeGreaterThan(15);
    expect(texts.map(([path]) => path)).toEqual(
      expect.arrayContaining(['/creditorName', '/creditorAddress/townName', '/remittanceInformationUnstructuredArray/0']),
    );
  });

  it.each(texts)('carries Latin letters in %s, and Hebrew ones with the products in shekels alone', (path, at) => {
    expect(products.filter((product) => faultsOf(product, at("Zz 09 / - ? : ( ) . , ' + x")).length > 0)).toEqual([]);
    const refusing = products.filter((product) => paths(faultsOf(product, at('Rent \u05d0'))).includes(path));
    expect(refusing).toEqual(products.filter((product) => !inShekels.includes(product)));
  });

  it.each<[character: string, named: string]>([
    ['€', '"€" (U+20AC)'],
    ['é', '"é" (U+00E9)'],
    ['α', '"α" (U+03B1)'],
    ['_', '"_" (U+005F)'],
    ['&', '"&" (U+0026)'],
    ['\u200f', 'U+200F'],
    ['😀', '"😀" (U+1F600)'],
  ])('of SEPA and beyond names %s where it cannot carry it', (character, named) => {
    for (const product of latin) {
      const [fault, ...more] = faultsOf(product, { creditorName: `Shop ${character} Ltd` });
      expect([fault?.path, more]).toEqual(['/creditorName', []]);
      expect(fault!.text).toContain(`${product} cannot carry ${named}; it carries a to z, A to Z, 0 to 9, space and / - ? : ( ) . , ' +`);
    }
  });

  it('of T2 carries the other characters of ASCII in names, addresses and remittance information, and not in references', () => {
    const ascii = 'A & B_C "D" <E> #1 50% @ {x} [y] ~ ^ | $ = * ; ! `';
    const refused = texts.flatMap(([path, at]) => paths(faultsOf('target-2-payments', at(ascii))).filter((found) => found === path));
    expect(refused.sort()).toEqual([
      '/creditorId',
      '/endToEndIdentification',
      '/instructionIdentification',
      '/remittanceInformationStructured/reference',
    ]);
  });

  it.each(['/A', 'A/', 'A//B', '/'])('of SEPA refuses the reference %s, and carries the same as a text', (text) => {
    for (const field of ['endToEndIdentification', 'instructionIdentification', 'creditorId'])
      expect(products.filter((product) => paths(faultsOf(product, { [field]: text })).includes(`/${field}`))).toEqual(sepa);
    expect(paths(faultsOf(sepa[0]!, { remittanceInformationStructured: { reference: text } }))).toEqual([
      '/remittanceInformationStructured/reference',
    ]);
    expect(faultsOf(sepa[0]!, { remittanceInformationUnstructured: text, endToEndIdentification: 'A/B' })).toEqual([]);
  });

  it('says nothing of the debtor’s account, which it does not carry as the request names it', () => {
    expect(faultsOf(sepa[0]!, { debtorAccount: { other: { identification: 'חשבון' } } })).toEqual([]);
  });

  it.each<[ownerName: string, ownerLatinName: string | null, sepa: string | undefined, t2: string | undefined]>([
    ['Dana Levi', null, 'Dana Levi', 'Dana Levi'],
    ['Dana Levi', 'D Levi', 'Dana Levi', 'Dana Levi'],
    ['דנה לוי', 'Dana Levi', 'Dana Levi', 'Dana Levi'],
    ['דנה לוי', null, undefined, undefined],
    ['Anna Müller', 'Anna Mueller', 'Anna Mueller', 'Anna Mueller'],
    ['Green & Sons', null, undefined, 'Green & Sons'],
    ['x'.repeat(71), null, undefined, 'x'.repeat(71)],
  ])('has the name of the debtor %s or %s', (ownerName, ownerLatinName, forSepa, forT2) => {
    const nameFor = (product: string) => debtorNameFor(schemes[product]!, { ownerName, ownerLatinName });
    expect(latin.map(nameFor)).toEqual(latin.map(() => forSepa));
    expect(nameFor('target-2-payments')).toBe(forT2);
    expect(inShekels.map(nameFor)).toEqual(inShekels.map(() => ownerName));
  });
});

import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '@open-banking/messages';
import type { CustomerData } from '../customer-data/customer-data.messages.js';
import { customerPresets, isPreset, type PresetName } from '../customer-data/customer-presets.js';
import { customerProducts, type NewCustomer } from './scenarios.messages.js';
import type { CustomerRow } from './scenarios.statements.js';

/** A customer as it is to be made: the seed, who there is, and what they have: products that are generated, or given data. */
export interface CustomerPlan {
  readonly seed: string;
  readonly products: readonly string[];
  readonly secondOwner: boolean;
  readonly people?: CustomerData['people'];
  readonly data?: CustomerData;
}

const parts = ['accounts', 'savings', 'cards', 'loans', 'securities'] as const;

const fault = (path: string, text: string): Fault => ({ code: 'FORMAT_ERROR', path, text });

/** The contradictions of a body whose form is right. */
export function contradictionsOf(body: NewCustomer): Fault[] {
  const { people, secondOwner } = body;
  const isAlone = secondOwner === false && people?.length === 2;
  return [...sources(body), ...(isAlone ? [fault('/people/1', 'There is no second owner: "secondOwner" is false.')] : [])];
}

/** The accounts of a customer come from a preset, from the developer or from the generator, and from one of them only. */
function sources(body: NewCustomer): Fault[] {
  const given = parts.filter((part) => body[part] !== undefined);
  if (body.preset !== undefined) {
    const besides = [...given, ...(body.products ? ['products'] : [])];
    return besides.map((part) => fault(`/${part}`, 'A preset brings what the customer has. Leave out "preset", or this.'));
  }
  if (body.accounts === undefined) return given.map((part) => fault(`/${part}`, 'Needs "accounts": it belongs to one of them.'));
  return body.products ? [fault('/products', 'Products are generated; the customer has "accounts" of your own.')] : [];
}

/** The plan of a body on this day of the bank. */
export function customerPlan(body: NewCustomer, today: string): CustomerPlan {
  const { seed = '1', people } = body;
  const data = dataOf(body, today);
  const products = data ? [] : (body.products ?? [...customerProducts]);
  const who = data?.people ?? people;
  return { seed, products, secondOwner: who?.length === 2 || body.secondOwner === true, ...(people && { people }), ...(data && { data }) };
}

function dataOf(body: NewCustomer, today: string): CustomerData | undefined {
  const { preset } = body;
  return preset !== undefined && isPreset(preset) ? presetData(preset, body, today) : givenData(body);
}

function givenData(body: NewCustomer): CustomerData | undefined {
  if (!body.accounts) return undefined;
  return Object.fromEntries((['people', ...parts] as const).flatMap((part) => (body[part] ? [[part, body[part]]] : [])));
}

function presetData(preset: PresetName, { people = [], secondOwner }: NewCustomer, today: string): CustomerData {
  const data = customerPresets[preset].data(today);
  const usual = data.people ?? [];
  const named = { ...data, people: [...people, ...usual.slice(people.length)] };
  // A second owner approves what is done with the accounts of a preset that has one owner.
  const isShared = secondOwner === true && usual.length === 1;
  return isShared ? { ...named, accounts: (data.accounts ?? []).map((account) => ({ ...account, owners: 'both' })) } : named;
}

/** True for two bodies that ask for the same customer. */
export const isSameRequest = (one: NewCustomer, other: NewCustomer): boolean => isDeepStrictEqual(withDefaults(one), withDefaults(other));

function withDefaults(body: NewCustomer): object {
  const { seed = '1', secondOwner = body.people?.length === 2, products, ...others } = body;
  const isGenerated = body.preset === undefined && body.accounts === undefined;
  return { ...others, seed, secondOwner, ...(isGenerated && { products: [...(products ?? customerProducts)].sort() }) };
}

type StoredRequest = Pick<CustomerRow, 'body' | 'seed' | 'products' | 'secondOwner'>;

/** The body with which a customer was made, or one that says the same. */
export const requestOf = ({ body, seed, products, secondOwner }: StoredRequest): NewCustomer =>
  body ?? { seed, products: [...products], secondOwner };

export { productKind } from './bank.js';
export { iban } from './iban.js';
export { demoPassword } from './customers.js';
export { resourceIds } from './resource-ids.js';
export {
  generate,
  generateInto,
  writeCustomers,
  type BankSize,
  type Generated,
  type GeneratedBank,
  type GenerateOptions,
} from './generate.js';
export type { LineTarget } from './load-lines.js';

export { productKind, type Customer, type CustomerResource } from './bank.js';
export { demoPassword } from './customers.js';
export { resourceIds } from './resource-ids.js';
export { generate, type Generated, type GenerateOptions } from './generate.js';

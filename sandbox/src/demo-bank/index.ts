export { type Customer, type CustomerResource } from './bank.js';
export { demoPassword } from './customers.js';
export { generate, type Generated, type GenerateOptions } from './generate.js';

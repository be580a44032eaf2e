export type { Customer, CustomerResource } from './bank.js';
export { demoPassword } from './customers.js';
export { generate, type Generated, type GenerateOptions } from './generate.js';
export { loadedServices, type LoadedService } from './load-files.js';

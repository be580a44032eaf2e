export { Insistence } from './insistence.js';
export { freeze } from './process-signals.js';

export { CollectionsModule } from './collections.module.js';

import { fileURLToPath } from 'node:url';
import type { GeneratedFile } from '../generated-file.js';
import { billOfMaterials } from './bill-of-materials.js';
import { licencesPage } from './licences.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The licences of what the image is made of. */
export function supplyChainFiles(): GeneratedFile[] {
  return [licencesPage(billOfMaterials(root).components)];
}

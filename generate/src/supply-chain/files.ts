import { fileURLToPath } from 'node:url';
import type { GeneratedFile } from '../generated-file.js';
import { billFile, billOfMaterials } from './bill-of-materials.js';
import { licencesPage } from './licences.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What the image is made of: its bill of materials and its licences. */
export function supplyChainFiles(): GeneratedFile[] {
  const bill = billOfMaterials(root);
  return [billFile(bill), licencesPage(bill.components)];
}

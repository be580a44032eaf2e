// `npm run generate -- sbom`: writes the bill of materials of the image (CycloneDX) to `sbom.cdx.json` in the current folder, or to the
// file that is named. The image is built with it, and a release has it; it is not committed.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { billOfMaterials, billText } from './supply-chain/bill-of-materials.js';

const [file = 'sbom.cdx.json'] = process.argv.slice(2);
writeFileSync(file, billText(billOfMaterials(fileURLToPath(new URL('../..', import.meta.url)))));

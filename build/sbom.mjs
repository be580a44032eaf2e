// Prints the bill of materials of the image (CycloneDX 1.5): the packages that a service runs with, with versions, licences and hashes.
// Two builds of one commit print the same: what npm adds of the moment, a serial number and the time, is left out.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const printed = execFileSync('npm', ['sbom', '--omit=dev', '--omit=optional', '--sbom-format', 'cyclonedx'], {
  cwd: root,
  maxBuffer: 64 << 20,
});
const { serialNumber: _, ...bill } = JSON.parse(printed.toString());
delete bill.metadata.timestamp;
// npm takes the name of the folder.
bill.metadata.component.name = 'open-banking';
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);

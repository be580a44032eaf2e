// Makes the wheel of client/python (PEP 427), which the portal serves, without Python. A wheel is a zip archive with a list of hashes.
// Its version, and so its name, contains a hash of its content: uv keeps the first wheel of a name for ever.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { packedFolder, wheelSources } from './sources.mjs';
import { zip } from './zip.mjs';

const distribution = 'open_banking_client';
const tag = 'py3-none-any';

const sha256 = (content) => createHash('sha256').update(content).digest();

/** Core metadata 2.1. The dependencies: BSD, Apache-2.0 or BSD, and (before Python 3.11) PSF. */
const metadata = (version, description) => `Metadata-Version: 2.1
Name: open-banking-client
Version: ${version}
Summary: A typed client of an open-banking interface (Berlin Group NextGenPSD2), blocking and for asyncio.
License: Apache-2.0
Classifier: License :: OSI Approved :: Apache Software License
Classifier: Programming Language :: Python :: 3
Classifier: Private :: Do Not Upload
Classifier: Typing :: Typed
Requires-Python: >=3.10
Requires-Dist: httpx<1,>=0.27
Requires-Dist: cryptography>=42
Requires-Dist: typing-extensions>=4.6; python_version < "3.11"
Description-Content-Type: text/markdown

${description}`;

const wheelFile = `Wheel-Version: 1.0
Generator: open-banking build/client-wheel.mjs
Root-Is-Purelib: true
Tag: ${tag}
`;

/** A line of RECORD: the path, the hash in base64url without padding, and the size. */
const recorded = ([path, content]) => `${path},sha256=${sha256(content).toString('base64url')},${Buffer.byteLength(content)}\n`;

/**
 * The name and the bytes of the wheel. `c` stands before the hash because a version that ends with digits alone loses its zeros in front
 * (PEP 440).
 */
export function wheel(release, sources, { readme, licence }) {
  const content = createHash('sha256');
  for (const [path, text] of [...sources, ['METADATA', metadata(release, readme)], ['WHEEL', wheelFile], ['LICENSE', licence]])
    content.update(`${path}\0${Buffer.byteLength(text)}\0`).update(text);
  const version = `${release}+c${content.digest('hex').slice(0, 8)}`;
  const info = `${distribution}-${version}.dist-info`;
  const files = [...sources, [`${info}/METADATA`, metadata(version, readme)], [`${info}/WHEEL`, wheelFile], [`${info}/LICENSE`, licence]];
  const record = `${info}/RECORD`;
  files.push([record, `${files.map(recorded).join('')}${record},,\n`]);
  return { name: `${distribution}-${version}-${tag}.whl`, bytes: zip(files) };
}

/** Writes the wheel, in place of the one before. */
export function packWheel(root) {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const folder = join(root, 'client/python/src');
  const sources = wheelSources(root).map((file) => [relative(folder, file).replaceAll(sep, '/'), readFileSync(file, 'utf8')]);
  const { version } = JSON.parse(read('client/package.json'));
  const { name, bytes } = wheel(version, sources, { readme: read('client/python/README.md'), licence: read('client/LICENSE') });
  const target = packedFolder(root, 'client/python');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, name), bytes);
}

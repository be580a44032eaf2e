// Checks a file of receipts (docs/receipts.md) with nothing but Node: node receipts-verify.mjs receipts-2026-11-25.json keys.json
// keys.json is the JWK Set of the bank, /v1.7/oauth/consents/jwks. Without it the keys in the file are used, which proves only that it agrees with itself.
import { createPublicKey, hash as digest, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const end = (code, say) => (text) => {
  say(text);
  process.exit(code);
};
const [fail, stop] = [end(1, (text) => console.log(`WRONG ${text}`)), end(2, console.error)];
const jsonIn = (name) => {
  try {
    return JSON.parse(readFileSync(name, 'utf8'));
  } catch (error) {
    return stop(`${name}: ${error.message}`);
  }
};
const [fileName, keysName, ...more] = process.argv.slice(2);
if (!fileName || more.length > 0) stop('usage: node receipts-verify.mjs <file of receipts> [<keys of the bank>]');
// What a changed file makes impossible to read is not sound either.
process.on('uncaughtException', ({ message }) => fail(`the file cannot be read as receipts: ${message}`));
const file = jsonIn(fileName);
// The form that docs/receipts.md describes; a place is a JSON Pointer.
const must = (fits, place, what) => fits || stop(`${fileName} is no file of receipts: ${place} must be ${what}`);
const [isText, isWhole] = [(value) => typeof value === 'string', Number.isInteger];
const isProof = (value) => Array.isArray(value) && value.every((hash) => /^[\w-]{43}$/.test(hash));
const isPlace = (index, size) => isWhole(index) && index >= 0 && index < size;
must(file && typeof file === 'object' && !Array.isArray(file), 'it', 'an object');
for (const name of ['customer', 'day']) must(isText(file[name]), `/${name}`, 'a string');
must(isWhole(file.after), '/after', 'a whole number');
must(/^[\w-]+\.[\w-]+\.[\w-]+$/.test(file.head), '/head', 'a compact JWS');
for (const list of ['receipts', 'lost']) {
  must(Array.isArray(file[list]), `/${list}`, 'an array');
  for (const [at, one] of file[list].entries()) {
    must(isWhole(one?.index), `/${list}/${at}/index`, 'a whole number');
    must(isText(one.leaf), `/${list}/${at}/leaf`, 'a string');
    must(isProof(one.proof), `/${list}/${at}/proof`, 'an array of SHA-256 in base64url');
  }
}
const keys = (keysName ? jsonIn(keysName) : file.keys)?.keys;
if (!Array.isArray(keys)) stop(`${keysName ?? fileName} holds no JWK Set`);
const sha256 = (...parts) => digest('sha256', Buffer.concat(parts.map((part) => Buffer.from(part))), 'buffer');

// The head: a compact JWS (RFC 7515) with ES256.
const [header, payload, signature] = file.head.split('.');
const decoded = (part) => JSON.parse(Buffer.from(part, 'base64url').toString());
const { alg, kid } = decoded(header);
const jwk = keys.find((key) => key.kid === kid);
if (alg !== 'ES256' || !jwk) fail(`the key ${kid} of the head is not among the keys`);
const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' };
if (!verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))) fail('the signature of the head');
const head = decoded(payload);
if (head.day !== file.day) fail(`the head is of ${head.day}`);

// RFC 9162 §2.1.3.2: the root that a leaf and its proof lead to.
function rootBy(leaf, index, size, proof) {
  if (!isPlace(index, size)) return undefined;
  let [at, last, root] = [index, size - 1, sha256(Buffer.of(0), leaf)];
  for (const text of proof) {
    const hash = Buffer.from(text, 'base64url');
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      root = sha256(Buffer.of(1), hash, root);
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else root = sha256(Buffer.of(1), root, hash);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root.toString('base64url') : undefined;
}

// A leaf of version 1 has the digest of an opening; one of version 2 has all in it, beside a salt.
const opened = (leaf, opening) => {
  const { v, customer, consent, client, receipts, at, operation } = JSON.parse(leaf);
  if (v === 2)
    return { customer, receipts: receipts.map(([, time, what, of]) => [new Date(time).toISOString(), client, what, of, consent]) };
  if (typeof opening !== 'string' || sha256(opening).toString('base64url') !== customer) return undefined;
  const [, whose, of, resource] = JSON.parse(opening);
  return { customer: whose, receipts: [[at, client, operation, resource, of]] };
};

const lines = [];
let before = file.after;
for (const { index, leaf, opening, proof } of file.receipts) {
  if (index <= before) fail(`receipt ${index} is not in its place`);
  before = index;
  if (rootBy(leaf, index, head.size, proof) !== head.root) fail(`receipt ${index} is not in the signed log`);
  const read = opened(leaf, opening);
  if (!read) fail(`receipt ${index} says something else of its customer`);
  if (read.customer !== file.customer) fail(`receipt ${index} is of another customer`);
  lines.push(...read.receipts.map((parts) => parts.filter(Boolean).join('  ')));
}
before = -1;
for (const { index, leaf, proof } of file.lost) {
  if (index <= before) fail(`the gap ${index} is not in its place`);
  before = index;
  if (rootBy(leaf, index, head.size, proof) !== head.root) fail(`the gap ${index} is not in the signed log`);
  if (!Array.isArray(JSON.parse(leaf).lost)) fail(`the gap ${index} is a receipt`);
}

for (const line of lines) console.log(line);
for (const { leaf } of file.lost) console.log(`lost at most: ${leaf}`);
const signer = keysName ? head.iss : 'the keys in the file';
console.log(`ok: ${lines.length} receipts are in the log of ${head.day}, of ${head.size} leaves, as ${signer} signed it`);
const warning = 'warning: this proves only that the file agrees with itself: anybody can put keys into a file. Name the keys of the bank.';
if (!keysName) console.error(warning);

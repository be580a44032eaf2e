import { createHash } from 'node:crypto';
import {
  append,
  consistencyProof,
  inclusionProof,
  isConsistent,
  leafHash,
  rootByInclusion,
  rootOf,
  type NodeAt,
} from '../src/merkle-tree.js';

// The leaves and roots that implementations of Certificate Transparency test with.
const knownLeaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map((hex) =>
  Buffer.from(hex, 'hex'),
);
const knownRoots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

/** RFC 9162 §2.1.1 word for word, on leaves: the independent witness of what is tested. */
function merkleTreeHash(leaves: readonly Buffer[]): Buffer {
  const hash = (...parts: readonly Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  if (leaves.length === 0) return hash();
  if (leaves.length === 1) return hash(Buffer.of(0), leaves[0]!);
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return hash(Buffer.of(1), merkleTreeHash(leaves.slice(0, k)), merkleTreeHash(leaves.slice(k)));
}

const grown = (leaves: readonly Buffer[]) => {
  const peaks: Buffer[] = [];
  const nodes = new Map<string, Buffer>();
  leaves.forEach((leaf, size) => {
    append(peaks, size, leafHash(leaf), (level, position, hash) => nodes.set(`${level} ${position}`, hash));
  });
  const node: NodeAt = (level, position) => Promise.resolve(nodes.get(`${level} ${position}`)!);
  return { root: rootOf(peaks), node };
};
const leavesOf = (count: number): Buffer[] => Array.from({ length: count }, (_, at) => Buffer.from(`leaf ${at}`));

describe('a Merkle tree as RFC 9162 defines it', () => {
  it.each(knownRoots.map((root, at) => ({ root, size: at + 1 })))('has the known root of $size leaves', ({ root, size }) => {
    expect(grown(knownLeaves.slice(0, size)).root.toString('hex')).toBe(root);
  });

  it('has the root that the definition gives, and is the hash of nothing when it is empty', () => {
    for (let size = 0; size <= 70; size += 1) expect(grown(leavesOf(size)).root).toEqual(merkleTreeHash(leavesOf(size)));
  });

  it('proves that each leaf is in it at its place, and at no other place or size', async () => {
    for (let size = 1; size <= 33; size += 1) {
      const { root, node } = grown(leavesOf(size));
      for (let index = 0; index < size; index += 1) {
        const leaf = leafHash(leavesOf(size)[index]!);
        const proof = await inclusionProof(node, index, size);
        expect(rootByInclusion(leaf, index, size, proof)).toEqual(root);
        expect(rootByInclusion(leafHash('altered'), index, size, proof)).not.toEqual(root);
        expect(rootByInclusion(leaf, (index + 1) % (size + 1), size, proof)).not.toEqual(root);
        expect(rootByInclusion(leaf, index, size, [...proof, root])).toBeUndefined();
        if (proof.length > 0) expect(rootByInclusion(leaf, index, size, proof.slice(1))).not.toEqual(root);
      }
    }
  });

  it('proves that it only grew from each earlier size, and not where a leaf was altered, removed or moved', async () => {
    const leaves = leavesOf(33);
    const swapped = [leaves[1]!, leaves[0]!, ...leaves.slice(2)];
    for (let second = 1; second <= 33; second += 1) {
      const later = grown(leaves.slice(0, second));
      for (let first = 0; first <= second; first += 1) {
        const proof = await consistencyProof(later.node, first, second);
        const newHead = { size: second, root: later.root };
        const judged = (of: readonly Buffer[]) => isConsistent({ size: first, root: merkleTreeHash(of) }, newHead, proof);
        expect(judged(leaves.slice(0, first))).toBe(true);
        if (first >= 2) {
          expect(judged(swapped.slice(0, first))).toBe(false);
          expect(judged(leaves.slice(1, first + 1))).toBe(false);
          expect(judged([leafHash('x'), ...leaves.slice(1, first)])).toBe(false);
        }
      }
      expect(isConsistent({ size: second + 1, root: later.root }, { size: second, root: later.root }, [])).toBe(false);
    }
  });
});

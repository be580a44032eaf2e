// The systems on which `npm start` does not run the bank, and the sentence for each. PostgreSQL has its own, as it may be elsewhere
// (libs/postgres-server/src/binaries.ts). Imports nothing that an old Node.js lacks.
const oldestNode = 20;

/** The reason why the bank cannot run here, and what to do about it; `undefined` where it can. `node`: a version such as `v24.21.0`. */
export function platformRefusal(platform = process.platform, node = process.version) {
  if (Number(/^v(\d+)/.exec(node)[1]) < oldestNode)
    return `The bank needs Node.js ${oldestNode} or later, and this is ${node}. npm ci installs Node.js 24 for it, which npm start uses.`;
  if (platform === 'win32')
    return 'The bank does not run on Windows itself: install WSL (wsl --install), and run npm ci and npm start there (docs/getting-started.md#platforms).';
  return undefined;
}

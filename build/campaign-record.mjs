// The result of a commit's campaign, kept as a git note of the commit (`git notes --ref campaign show <commit>`). A note belongs to
// exactly one commit, and is pushed and fetched beside it: `git push origin refs/notes/campaign`.
import { execFileSync } from 'node:child_process';

const git = (folder, ...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

export const headOf = (folder) => git(folder, 'rev-parse', 'HEAD');

/** Files that differ from the commit, or that it does not have. */
export const changesIn = (folder) => git(folder, 'status', '--porcelain').split('\n').filter(Boolean);

/** The record of a commit; undefined: it has none. */
export function campaignOf(folder, commit) {
  try {
    return JSON.parse(git(folder, 'notes', '--ref', 'campaign', 'show', commit));
  } catch {
    return undefined;
  }
}

export const recordCampaign = (folder, commit, record) =>
  git(folder, 'notes', '--ref', 'campaign', 'add', '--force', '--message', JSON.stringify(record), commit);

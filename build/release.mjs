// `npm run release`: tags the current commit as the version of package.json (`v0.2.0`). Refuses while files differ from the commit,
// without a campaign of exactly this commit that has passed, and where the tag exists. `--check` tags nothing.
// It works in the current folder.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { campaignOf, changesIn, headOf } from './campaign-record.mjs';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const root = process.cwd();
const tag = `v${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}`;
const commit = headOf(root);
const campaign = campaignOf(root, commit);
const changes = changesIn(root);
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const tagged = git('tag', '--list', tag) && git('rev-list', '-n', '1', tag);

const refusals = [
  ...(changes.length > 0 ? [`these files are not those of the commit: ${changes.join(', ')}`] : []),
  ...(campaign === undefined
    ? [`commit ${commit} has no campaign: run npm run campaign, or git fetch origin refs/notes/campaign:refs/notes/campaign`]
    : []),
  ...(campaign && !campaign.passed
    ? [`the campaign of commit ${commit} has failed: ${campaign.parts.filter((part) => !part.passed).map(({ name }) => name)}`]
    : []),
  ...(tagged && (!values.check || tagged !== commit) ? [`${tag} is already the tag of commit ${tagged}`] : []),
];
for (const refusal of refusals) console.error(`not released: ${refusal}`);
if (refusals.length > 0) process.exit(1);
if (values.check) console.log(`${commit} may be released as ${tag}`);
else {
  git('tag', '--annotate', '--message', `Release ${tag}`, tag);
  console.log(`${commit} is ${tag}: git push origin ${tag}`);
}

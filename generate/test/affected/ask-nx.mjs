// Asks Nx several times in one process, by the functions of its commands: a command makes the graph of projects anew, 0.7 s of processor
// time. Run in the folder of a workspace. Prints JSON.
//   node ask-nx.mjs affected <file> …            the names of projects that `nx show projects --affected --files=<file>` prints, by file
//   node ask-nx.mjs keys <project> <file> …      the key in the cache of the project's tests at first, and with a line added to each file in turn
import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const workspace = process.cwd();
const require = createRequire(join(workspace, 'package.json'));
// Nx exports none of these.
const nx = (file) => require(join(workspace, 'node_modules/nx/dist/src', `${file}.js`));
const { readNxJson } = nx('config/nx-json');
const { createTaskHasher } = nx('hasher/create-task-hasher');
const { filterAffected } = nx('project-graph/affected/affected-project-graph');
const { calculateFileChanges } = nx('project-graph/file-utils');
const { createProjectGraphAsync } = nx('project-graph/project-graph');
const { createTaskGraph } = nx('tasks-runner/create-task-graph');
const { resetWorkspaceContext, setupWorkspaceContext } = nx('utils/workspace-context');

async function affected(...files) {
  const graph = await createProjectGraphAsync();
  const found = {};
  for (const file of files)
    found[file] = Object.keys((await filterAffected(graph, calculateFileChanges([file], { files: [file] }), readNxJson())).nodes);
  return found;
}

async function keyOf(project) {
  // It keeps the hashes of files.
  resetWorkspaceContext();
  setupWorkspaceContext(workspace);
  const graph = await createProjectGraphAsync();
  const tasks = createTaskGraph(graph, {}, [project], ['test'], undefined, {});
  const { value } = await createTaskHasher(graph, readNxJson()).hashTask(tasks.tasks[`${project}:test`], tasks, process.env);
  return value;
}

async function keys(project, ...files) {
  const found = [await keyOf(project)];
  for (const file of files) {
    appendFileSync(join(workspace, file), '\n');
    found.push(await keyOf(project));
  }
  return found;
}

const [question, ...given] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await { affected, keys }[question](...given)));
process.exit(0);

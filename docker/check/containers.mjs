import assert from 'node:assert/strict';
import { operations, services } from '@open-banking/spec';
import { call, compose, containersOf, docker, expect, json, printed, within } from './stack.mjs';

/** The rights of each container: none that it does not need. */
export async function confined(service) {
  const script =
    'grep -E "^(CapEff|CapBnd|NoNewPrivs|Uid):" /proc/1/status; (touch /x && echo writable) 2>/dev/null; ls /run/secrets/keys 2>/dev/null | grep private; true';
  const seen = await compose('exec', '-T', service, 'sh', '-c', script);
  assert.match(seen, /CapEff:\s0+$/m);
  assert.match(seen, /CapBnd:\s0+$/m);
  assert.match(seen, /NoNewPrivs:\s1$/m);
  assert.doesNotMatch(seen, /Uid:\s0\s|writable/);
  const others = services.filter((other) => other !== service && seen.includes(`${other}.private`));
  assert.deepEqual(others, [], 'keys of others');
}

/** Passwords come from files: no process of a container has one in the environment it was started with. */
export async function environments(container) {
  const script = 'cat /proc/[0-9]*/environ | tr "\\0" "\\n" | grep -E "(PASSWORD|TOKEN|SECRET)=.|://[^@/]*:[^@/]+@"; true';
  assert.equal(await compose('exec', '-T', container, 'sh', '-c', script), '');
}

/** The image of the services can install nothing, and says which packages it has. */
export async function contents() {
  const tools = 'for tool in npm npx corepack yarn apt apt-get dpkg; do command -v $tool; done; true';
  assert.equal(await compose('exec', '-T', 'cards', 'sh', '-c', tools), '');
  const { bomFormat, metadata, components } = JSON.parse(await compose('exec', '-T', 'cards', 'cat', 'sbom.cdx.json'));
  assert.deepEqual([bomFormat, metadata.component.name], ['CycloneDX', 'open-banking']);
  const listed = new Set(components.map(({ purl }) => purl.replace(/@[^@]*$/, '')));
  const present = (await compose('exec', '-T', 'cards', 'sh', '-c', 'cd node_modules && ls -d [!@.]* @*/* | grep -v @open-banking')).split(
    '\n',
  );
  const purlOf = (name) => `pkg:npm/${name.replace('@', '%40')}`;
  assert.deepEqual(
    present.filter((name) => !listed.has(purlOf(name))),
    [],
    'not in the bill of materials',
  );
}

/** Replaces a replica that was ended here. */
async function replaced(ended) {
  await docker('rm', '-f', ended);
  await compose('up', '-d', '--no-deps', '--no-recreate', '--wait', 'cards');
}

export async function replicas() {
  const [one] = await containersOf('cards');
  let killed;
  const seen = new Set();
  for (let at = 0; at < 200; at += 1) {
    if (at === 50) killed = docker('kill', one);
    seen.add((await call('/v1.7/cards')).status);
  }
  await killed;
  await replaced(one);
  assert.deepEqual([...seen], [401]);
}

/** A replica that has to stop goes on answering until the gateway sends nothing to it. */
export async function stopped() {
  const [one] = await containersOf('cards');
  let over = false;
  const stopping = docker('stop', one).finally(() => {
    over = true;
  });
  const seen = new Set();
  for (let at = 0; !over; at += 1) {
    const [read, write] = [await call('/v1.7/cards'), await call('/v1.7/cards', { method: 'POST', headers: json, body: '{}' })];
    for (const { status } of [read, write]) seen.add(status);
  }
  await stopping;
  await replaced(one);
  // 405: no POST there; the service says so.
  assert.deepEqual([...seen].sort(), [401, 405]);
}

export async function databaseGone(balances) {
  await compose('stop', 'postgres');
  const before = performance.now();
  const answer = await balances();
  expect(answer, 503);
  assert.ok(performance.now() - before < 2_000, `after ${Math.round(performance.now() - before)} ms`);
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
  assert.equal(answer.body.tppMessages[0].code, 'SERVICE_UNAVAILABLE');
}

export async function databaseBack(balances) {
  await compose('start', 'postgres');
  await within(30_000, async () => expect(await balances(), 200));
  for (const { path } of operations.filter(({ method }) => method === 'GET'))
    await within(10_000, async () => assert.notEqual((await call(path.replaceAll(/\{[^}]+\}/g, '1'))).status, 503, path));
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

/** Each line that a container prints is JSON with its time and severity. */
export async function jsonLogs() {
  const names = (await compose('ps', '-a', '--format', '{{.Name}}')).split('\n');
  assert.ok(names.length > 2 * services.length, names.join(' '));
  for (const name of names) {
    const { stdout, stderr } = await printed(name);
    const lines = `${stdout}${stderr}`.split('\n').filter(Boolean);
    const unlike = lines.filter((line) => {
      const { level, time, service } = parsed(line) ?? {};
      return !levels.includes(level) || Number.isNaN(Date.parse(time)) || typeof service !== 'string';
    });
    assert.deepEqual(unlike.slice(0, 5), [], `${name}: ${unlike.length} of ${lines.length} lines`);
  }
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

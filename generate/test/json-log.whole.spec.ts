import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../docker/servers/json-log.pl', import.meta.url));
const hasPerl = spawnSync('perl', ['-v']).status === 0;
if (!hasPerl) console.warn('perl is not on the PATH: what json-log.pl makes of the lines of a server is not tested.');

interface Line {
  readonly level: string;
  readonly time: string;
  readonly service: string;
  readonly message: string;
}

const folder = mkdtempSync(join(tmpdir(), 'json-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a shell script as the server. */
function serverOf(script: string, fifos: readonly string[] = []) {
  const child = spawn('perl', [program, 'example', ...fifos, '--', 'bash', '-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (data: Buffer) => {
    said += data.toString();
  });
  const ended = once(child, 'close').then(([status]) => ({
    status: status as number,
    lines: said
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line),
  }));
  return {
    ended,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    said: async (text: string) => {
      while (!said.includes(text)) await once(child.stdout, 'data');
    },
  };
}

it.each(['postgres', 'standby', 'valkey', 'gateway'])('is the first process of the container %s, which logs text by itself', (service) => {
  const compose = readFileSync(fileURLToPath(new URL('../../docker-compose.yml', import.meta.url)), 'utf8');
  const [, container] = new RegExp(`\\n  ${service}:\\n((?: {4}.*\\n)+)`).exec(compose)!;
  expect(container).toContain(`entrypoint: [perl, /opt/servers/json-log.pl, ${service}, `);
});

describe.each(hasPerl ? ['a server in a container'] : [])('the log of %s', () => {
  it.each([
    ['2026-01-02 03:04:05.678 UTC [7] LOG:  starting', 'info', 'starting', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02 03:04:05.678 UTC [7] FATAL:  no space', 'fatal', 'no space', '2026-01-02T03:04:05.678Z'],
    ['1:M 02 Jan 2026 03:04:05.678 # low memory', 'warn', 'low memory', undefined],
    ['1:M 02 Jan 2026 03:04:05.678 * Ready', 'info', 'Ready', undefined],
    ['[ALERT]    (1) : config: faulty', 'error', 'config: faulty', undefined],
    ['[NOTICE]   (1) : New worker (8) forked', 'info', 'New worker (8) forked', undefined],
    ['Server cards/replica1 is DOWN, info: "gone"', 'warn', 'Server cards/replica1 is DOWN, info: "gone"', undefined],
    ["backend 'cards' has no server available!", 'error', "backend 'cards' has no server available!", undefined],
    ['a tab\tand a \\', 'info', 'a tab\tand a \\', undefined],
  ])('has for %j the level %s', async (text, level, message, time) => {
    const { lines } = await serverOf(`cat <<'end' >&2\n${text}\nend`).ended;
    expect(lines).toEqual([{ level, time: time ?? (expect.stringMatching(/^\d{4}-.*Z$/) as string), service: 'example', message }]);
  });

  it('keeps the fields that PostgreSQL writes as JSON and adds level, time and service', async () => {
    const fifo = join(folder, 'log.json');
    const line = (more: string) => `{"timestamp":"2026-01-02 03:04:05.678 UTC","pid":7,${more}}`;
    const { lines } = await serverOf(
      `cat >${fifo} <<'end'
${line('"error_severity":"ERROR","message":"says \\"error_severity\\":\\"LOG\\""')}
${line('"error_severity":"FATAL","message":"gone","backend_type":"postmaster"')}
${line('"error_severity":"FATAL","state_code":"57P03","message":"starting","backend_type":"client backend"')}
end`,
      [fifo],
    ).ended;
    expect(lines.map(({ level, message }) => [level, message])).toEqual([
      ['error', 'says "error_severity":"LOG"'],
      ['fatal', 'gone'],
      ['warn', 'starting'],
    ]);
    expect(lines[0]).toMatchObject({ time: '2026-01-02T03:04:05.678Z', service: 'example', pid: 7 });
  });

  it('leaves out the data that PostgreSQL adds to an error: the row that breaks a rule, the value that cannot be read', async () => {
    const fifo = join(folder, 'log-of-data.json');
    const said = (code: string, message: string, more: object) =>
      JSON.stringify({ timestamp: '2026-01-02 03:04:05.678 UTC', pid: 7, error_severity: 'ERROR', state_code: code, message, ...more });
    const { lines } = await serverOf(
      `cat >${fifo} <<'end'
${said('23514', 'new row for relation "payment" violates check constraint "one"', { detail: 'Failing row contains (Dana "D" Levi, 7).', dbname: 'cards' })}
${said('22P02', 'invalid input syntax for type integer: "Dana \\ Levi"', { context: 'unnamed portal parameter $1 = "Dana Levi"', dbname: 'cards' })}
${said('40P01', 'deadlock detected', { detail: 'Process 7 waits for Process 8.', dbname: 'cards' })}
end`,
      [fifo],
    ).ended;
    expect(JSON.stringify(lines)).not.toMatch(/Dana|Levi/);
    expect(lines).toMatchObject([
      { message: 'new row for relation "payment" violates check constraint "one"', dbname: 'cards' },
      { message: 'invalid input syntax for type integer: ...', dbname: 'cards' },
      { message: 'deadlock detected', detail: 'Process 7 waits for Process 8.', dbname: 'cards' },
    ]);
  });

  it('passes lines on that are in the form of the services already', async () => {
    const { lines } = await serverOf(`echo '{"level":"info","time":"2026-01-02T03:04:05Z","service":"gateway","message":"request"}'`).ended;
    expect(lines).toEqual([{ level: 'info', time: '2026-01-02T03:04:05Z', service: 'gateway', message: 'request' }]);
  });

  it.each(['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGUSR1', 'SIGUSR2'] as const)(
    'passes %s on to the server, and ends with its exit status after its last line',
    async (signal) => {
      const server = serverOf(`trap 'echo received; printf last; exit 3' ${signal}; echo ready; while :; do read -rt 0.1 <> <(:); done`);
      await server.said('ready');
      server.kill(signal);
      const { status, lines } = await server.ended;
      expect(lines.map(({ message }) => message)).toEqual(['ready', 'received', 'last']);
      expect(status).toBe(3);
    },
  );

  it('ends with 128 and the signal where the server is killed, and with 127 where there is none', async () => {
    expect((await serverOf('kill -KILL $$').ended).status).toBe(137);
    expect(spawnSync('perl', [program, 'example', '--', '/nonexistent']).status).toBe(127);
  });
});

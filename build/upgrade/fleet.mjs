// Two replicas of some services behind a gateway. Each can be replaced by one of another release, at the same addresses.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceSetting, variableOf } from '@open-banking/config';
import { startGateway } from '@open-banking/gateway';
import { freePorts } from '@open-banking/installation/ports';
import { services } from '@open-banking/spec';

const fleetServices = ['ais-pis', 'cards'];
const replicasOfEach = 2;
const startMs = 150_000;
const address = (port) => `http://127.0.0.1:${port}`;

export class Fleet {
  #replicas = [];

  /** `prepared` is the folder that `openbank prepare` has written. */
  static async open(prepared) {
    const fleet = new Fleet();
    const [port, ...ports] = await freePorts(Array.from({ length: 1 + 2 * replicasOfEach * fleetServices.length }));
    fleet.prepared = prepared;
    fleet.baseUrl = address(port);
    fleet.#replicas = fleetServices.flatMap((service, at) =>
      Array.from({ length: replicasOfEach }, (_, replica) => {
        const first = 2 * (at * replicasOfEach + replica);
        return { service, name: `${service}-${replica + 1}`, port: ports[first], internalPort: ports[first + 1] };
      }),
    );
    const targets = Object.fromEntries(fleetServices.map((service) => [service, fleet.of(service).map((one) => address(one.port))]));
    fleet.gateway = await startGateway({ port, targets });
    return fleet;
  }

  of(service) {
    return this.#replicas.filter((replica) => replica.service === service);
  }

  get operator() {
    const key = JSON.parse(readFileSync(join(this.prepared, 'keys/operator.private.jwk.json'), 'utf8'));
    const each = (value) => Object.fromEntries(fleetServices.map((service) => [service, value(service)]));
    return {
      baseUrl: this.baseUrl,
      profile: 'baseline',
      sandbox: true,
      operatorKey: key,
      internal: each((service) => address(this.of(service)[0].internalPort)),
      clients: [],
    };
  }

  start(root) {
    return Promise.all(this.#replicas.map((replica) => this.#begin(replica, root)));
  }

  /** Replaces one replica after the other, each when the one before is ready. */
  async roll(root) {
    for (const replica of this.#replicas) {
      await this.#end(replica);
      await this.#begin(replica, root);
      // The gateway asks once a second who is ready.
      await pause(3_000);
    }
  }

  async close() {
    await Promise.all(this.#replicas.map((replica) => this.#end(replica)));
    await this.gateway.close();
  }

  async #begin(replica, root) {
    const { service, name, port, internalPort } = replica;
    const env = {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      INTERNAL_PORT: String(internalPort),
      BASE_URL: this.baseUrl,
      SANDBOX: '1',
      DATABASE_URL_FILE: join(this.prepared, `${service}.url`),
      KEYS_DIR: join(this.prepared, 'keys'),
      HIGH_WATER_DIR: join(this.prepared, 'high-water'),
      TRUSTED_PROXIES: '127.0.0.1',
      ...this.#internalAddresses(),
      DRAIN_MS: '3000',
      REPLICAS: String(replicasOfEach),
    };
    replica.process = spawn(process.execPath, [join(root, `apps/${service}/dist/bundle/main.js`)], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(join(this.prepared, `${name}.log`), { flags: 'a' });
    replica.process.stdout.pipe(log);
    replica.process.stderr.pipe(log);
    for (const until = performance.now() + startMs; ; await pause(200)) {
      const ready = await fetch(`${address(port)}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (ready) return;
      if (replica.process.exitCode !== null || performance.now() > until)
        throw new Error(`${name} is not ready: see ${this.prepared}/${name}.log`);
    }
  }

  /** Services that do not run have an address at which nothing answers. */
  #internalAddresses() {
    return Object.fromEntries(
      services.map((service) => {
        const running = this.of(service).map(({ internalPort }) => address(internalPort));
        return [variableOf(serviceSetting(service, 'InternalUrl')), running.join(',') || address(9)];
      }),
    );
  }

  async #end({ process: running }) {
    if (!running || running.exitCode !== null) return;
    const ended = once(running, 'close');
    running.kill('SIGTERM');
    await ended;
  }
}

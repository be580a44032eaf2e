import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceSettings, settingsOf } from '@open-banking/config';
import { haproxyConfig, haproxyMap } from '@open-banking/gateway';
import { everyService, services } from '@open-banking/spec';
import { parse } from 'yaml';
import { ownSettingsOf } from '../src/handlers.js';
import { kubernetes } from '../src/kubernetes/files.js';
import { kubernetesFolder, objectsIn, objectsOf, type ManifestObject, type PodSpec } from './manifests.js';

const isThere = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;
const [hasKubectl, hasHaproxy] = [isThere('kubectl', 'kustomize', '--help'), isThere('haproxy', '-v')];
if (!hasKubectl) process.stderr.write('kubectl is not on the PATH: the overlays of deploy/kubernetes are not built.\n');
if (!hasHaproxy) process.stderr.write("haproxy is not on the PATH: the gateway's configuration for Kubernetes is not checked.\n");

const all = objectsIn();
const base = objectsIn('base');
const find = (kind: string, name: string): ManifestObject => {
  const found = base.find((object) => object.kind === kind && object.metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}`);
  return found;
};
const podsOf = (objects: readonly ManifestObject[]): [name: string, PodSpec][] =>
  objects.flatMap(({ kind, metadata, spec }) =>
    (kind === 'Deployment' || kind === 'Job') && spec.template ? [[metadata.name, spec.template.spec] as [string, PodSpec]] : [],
  );
const settingsFiles = all.filter(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'settings');
const baseSettings = find('ConfigMap', 'settings').data!;

describe('deploy/kubernetes', () => {
  it.each(services)('runs %s: deployment, addresses, disruption budget, network policy, account', (service) => {
    const selector = { 'app.kubernetes.io/name': service };
    const { template, selector: selected } = find('Deployment', service).spec;
    expect(selected!.matchLabels).toEqual(selector);
    expect(template!.metadata.labels).toMatchObject({ ...selector, 'app.kubernetes.io/component': 'service' });
    expect(find('Service', service).spec.selector).toEqual(selector);
    expect(find('Service', `${service}-replicas`).spec).toMatchObject({ selector, clusterIP: 'None', publishNotReadyAddresses: true });
    expect(find('PodDisruptionBudget', service).spec.selector!.matchLabels).toEqual(selector);
    expect(find('NetworkPolicy', service).spec.podSelector!.matchLabels).toEqual(selector);
    expect(find('ServiceAccount', service)).toMatchObject({ automountServiceAccountToken: false });
  });

  it.each(services)('probes %s at paths that exist, and waits for its database as long as it does', (service) => {
    const [container] = find('Deployment', service).spec.template!.spec.containers;
    const { livenessProbe, readinessProbe, startupProbe } = container!;
    expect(livenessProbe!.httpGet!.path).toBe(everyService.readLiveness.path);
    expect(readinessProbe!.httpGet!.path).toBe(everyService.readReadiness.path);
    expect(startupProbe!.httpGet!.path).toBe(everyService.readLiveness.path);
    for (const probe of [livenessProbe, readinessProbe, startupProbe])
      expect(container!.ports!.map(({ name, containerPort }) => `${name} ${containerPort}`)).toContain(
        `${probe!.httpGet!.port} ${baseSettings['PORT']}`,
      );
    const startTimeoutMs = new ServiceSettings().startTimeoutMs;
    expect(startupProbe!.periodSeconds * startupProbe!.failureThreshold * 1_000).toBeGreaterThan(startTimeoutMs);
  });

  it('gives Node.js the options that it has in the containers of docker-compose.yml', () => {
    const { services: composed } = parse(readFileSync(join(kubernetesFolder, '../../docker-compose.yml'), 'utf8'), { merge: true }) as {
      services: Record<string, { entrypoint: string[]; command: string[]; environment: Record<string, string> }>;
    };
    for (const service of services) {
      const { entrypoint, command, environment } = composed[service]!;
      expect(baseSettings['NODE_OPTIONS']).toBe(environment['NODE_OPTIONS']);
      const [container] = find('Deployment', service).spec.template!.spec.containers;
      expect(container!.command).toEqual([...entrypoint, ...command]);
    }
  });

  it('sets only variables that are settings', async () => {
    const own = (await Promise.all(services.map(ownSettingsOf))).flat();
    const known = new Set([ServiceSettings, ...own].flatMap(settingsOf).flatMap(({ variable }) => [variable, `${variable}_FILE`]));
    known.add('NODE_OPTIONS');
    const ofServices = services.flatMap((service) =>
      find('Deployment', service).spec.template!.spec.containers.flatMap(({ env = [] }) => env),
    );
    const patched = [
      ...['base', 'overlays/production']
        .map((folder) => readFileSync(join(kubernetesFolder, folder, 'kustomization.yaml'), 'utf8'))
        .join()
        .matchAll(/name: ([A-Z_]{3,}),/g),
    ];
    const set = [
      ...settingsFiles.flatMap(({ data }) => Object.keys(data!)),
      ...Object.keys(find('ConfigMap', 'internal-addresses').data!),
      ...ofServices.map(({ name }) => name),
      ...patched.map(([, name]) => name!),
    ];
    expect(settingsFiles.length).toBe(3);
    expect(set).toEqual(
      expect.arrayContaining(['DATABASE_URL_FILE', 'HIGH_WATER_DIR', 'VALKEY_URL_FILE', 'CARDS_INTERNAL_URL', 'DRAIN_MS']),
    );
    expect(set.filter((name) => !known.has(name))).toEqual([]);
  });

  it('gives a service longer to stop than it takes to drain and to finish', () => {
    const stopping = (Number(baseSettings['DRAIN_MS']) + Number(baseSettings['SHUTDOWN_MS'])) / 1_000;
    expect(stopping).toBeGreaterThan(0);
    for (const service of services)
      expect(find('Deployment', service).spec.template!.spec.terminationGracePeriodSeconds).toBeGreaterThan(stopping);
  });

  it('denies every container what it does not need', () => {
    const pods = podsOf(all);
    expect(pods.map(([name]) => name).sort()).toEqual([...services, 'gateway', 'migration'].sort());
    for (const [, { automountServiceAccountToken, securityContext, containers, initContainers = [] }] of pods) {
      expect(automountServiceAccountToken).toBe(false);
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      for (const container of [...containers, ...initContainers])
        expect(container).toMatchObject({
          securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
          resources: { requests: { cpu: expect.anything(), memory: expect.anything() }, limits: { memory: expect.anything() } },
        });
    }
  });

  it('lets only the gateway reach public ports, and only services, operators and metrics reach internal ones', () => {
    expect(find('NetworkPolicy', 'nothing-else').spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    for (const service of services) {
      const allowed = find('NetworkPolicy', service).spec.ingress!.map(({ from, ports }) => [
        ports.map(({ port }) => port),
        from!.map(({ podSelector, ...other }) => podSelector?.matchLabels['app.kubernetes.io/component'] ?? Object.keys(other).join()),
      ]);
      expect(allowed).toEqual([
        [[Number(baseSettings['PORT'])], ['gateway']],
        [[Number(baseSettings['INTERNAL_PORT'])], ['service', 'operator', 'namespaceSelector']],
      ]);
    }
  });

  it('lets services, the migration and operators reach the database, and not the gateway', () => {
    const reaching = base.filter(
      ({ kind, spec }) => kind === 'NetworkPolicy' && spec.egress?.some(({ ports }) => ports.some(({ port }) => port === 5432)),
    );
    expect(reaching.map(({ metadata }) => metadata.name)).toEqual(['stores']);
    const components = reaching[0]!.spec.podSelector!.matchExpressions!.find(({ key }) => key === 'app.kubernetes.io/component')!;
    expect(components.values).toEqual(['service', 'migration', 'operator']);
    for (const [name, { template }] of all.flatMap(({ metadata, spec }) => (spec?.template ? [[metadata.name, spec] as const] : [])))
      expect(components.values.includes(template!.metadata.labels['app.kubernetes.io/component']!)).toBe(name !== 'gateway');
  });

  it('contains no secret; the page names every one that must be there', () => {
    expect(all.filter(({ kind }) => kind === 'Secret')).toEqual([]);
    const page = readFileSync(join(kubernetesFolder, '../../docs/kubernetes.md'), 'utf8');
    const named = [
      ...JSON.stringify(podsOf(all).map(([, { volumes }]) => volumes)).matchAll(/"(?:secretName|secret":\{"name)":"([^"]+)"/g),
    ];
    const valkey = /secretName: (valkey)/.exec(readFileSync(join(kubernetesFolder, 'overlays/production/kustomization.yaml'), 'utf8'))!;
    const secrets = new Set(
      [...named, valkey].map(([, name]) => services.reduce((text, service) => text.replace(`${service}-`, '<service>-'), name!)),
    );
    expect([...secrets].sort()).toEqual(['<service>-database', '<service>-key', 'gateway-tls', 'migration', 'trust', 'valkey']);
    for (const secret of secrets) expect(page).toContain(`\`${secret}\``);
  });

  if (hasKubectl)
    it.each(['sandbox', 'production', 'sandbox/migration', 'production/migration'])(
      'builds the overlay %s in a namespace of its own, with images of the bank',
      (overlay) => {
        const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', join(kubernetesFolder, 'overlays', overlay)], {
          encoding: 'utf8',
        });
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
        const objects = objectsOf(stdout);
        const pods = podsOf(objects);
        expect(pods.length).toBe(overlay.endsWith('migration') ? 1 : services.length + 1);
        expect(stdout.match(/image: \S+/g)!.filter((image) => !image.startsWith('image: registry.example/'))).toEqual([]);
        const namespace = `open-banking${overlay.startsWith('sandbox') ? '-sandbox' : ''}`;
        for (const { kind, metadata } of objects) if (kind !== 'Namespace') expect(metadata).toMatchObject({ namespace });
        if (!overlay.endsWith('migration')) {
          const aisPis = JSON.stringify(pods.find(([name]) => name === 'ais-pis')![1]);
          expect(aisPis).toContain('{"mountPath":"/run/high-water","name":"high-water"}');
          expect(JSON.stringify(pods.find(([name]) => name === 'cards')![1])).not.toContain('high-water');
        }
        if (overlay === 'production') {
          const { data } = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'settings')!;
          for (const service of services) {
            const { spec } = objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === service)!;
            expect(String(spec.replicas)).toBe(data!['REPLICAS']);
            expect(JSON.stringify(spec)).toContain('"name":"VALKEY_URL_FILE"');
          }
        }
      },
    );

  if (hasHaproxy)
    it("has a gateway's configuration that HAProxy accepts", () => {
      const folder = mkdtempSync(join(tmpdir(), 'haproxy-kubernetes-'));
      const [file, map] = [join(folder, 'haproxy.cfg'), join(folder, 'routes.map')];
      writeFileSync(map, haproxyMap());
      writeFileSync(file, haproxyConfig({ ...kubernetes, map, tls: undefined as never }));
      const env = { ...process.env, PORT: '8080', SERVICE_DOMAIN: 'bank.svc.cluster.local' };
      const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8', env });
      rmSync(folder, { recursive: true });
      expect({ status, stderr }).toMatchObject({ status: 0 });
    });
});

import { spawnSync } from 'node:child_process';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { services } from '@open-banking/spec';
import { kubernetesFolder, objectsOf, type ManifestObject } from './manifests.js';

const hasKubectl = spawnSync('kubectl', ['kustomize', '--help']).status === 0;

/** A place outside the bank's namespace: pods of another namespace, or an address. */
type Place = { readonly namespace: string } | { readonly address: string };
type Labels = Readonly<Record<string, string>>;

const rendered = (overlay: string): ManifestObject[] =>
  objectsOf(spawnSync('kubectl', ['kustomize', join(kubernetesFolder, 'overlays', overlay)], { encoding: 'utf8' }).stdout);

function isWithin(address: string, cidr: string): boolean {
  const [network, prefix] = cidr.split('/');
  const block = new BlockList();
  block.addSubnet(network!, Number(prefix));
  return block.check(address);
}

const selects = ({ podSelector }: ManifestObject['spec'], labels: Labels): boolean =>
  Object.entries(podSelector!.matchLabels ?? {}).every(([name, value]) => labels[name] === value) &&
  (podSelector!.matchExpressions ?? []).every(({ key, values }) => values.includes(labels[key] ?? ''));

/** Whether a pod with these labels reaches a port of a place: some policy that selects it allows it. */
const reaches = (objects: readonly ManifestObject[], labels: Labels, place: Place, port: number, protocol = 'TCP'): boolean =>
  objects
    .filter(({ kind, spec }) => kind === 'NetworkPolicy' && selects(spec, labels))
    .flatMap(({ spec }) => spec.egress ?? [])
    .filter(({ ports }) => ports.some((one) => one.port === port && (one.protocol ?? 'TCP') === protocol))
    .flatMap(({ to = [] }) => to)
    .some(({ namespaceSelector, ipBlock }) =>
      'namespace' in place
        ? namespaceSelector?.matchLabels['kubernetes.io/metadata.name'] === place.namespace
        : ipBlock !== undefined &&
          isWithin(place.address, ipBlock.cidr) &&
          !(ipBlock.except ?? []).some((cidr) => isWithin(place.address, cidr)),
    );

const labelsOf = (name: string, component = 'service'): Labels => ({
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/component': component,
  'app.kubernetes.io/part-of': 'open-banking',
});
const gateway = labelsOf('gateway', 'gateway');
const nodeLocal = { address: '169.254.20.10' };
const inside = { address: '10.1.2.3' };

it('of deploy/kubernetes are rendered where kubectl is on the PATH', () => {
  if (hasKubectl) expect(rendered('production').length).toBeGreaterThan(20);
  else process.stderr.write('kubectl is not on the PATH: the network policies of deploy/kubernetes are not rendered.\n');
});

if (hasKubectl)
  describe.each(['sandbox', 'production'])('the network policies of the overlay %s, rendered', (overlay) => {
    let objects: ManifestObject[] = [];
    beforeAll(() => {
      objects = rendered(overlay);
    });
    const pods = [
      ...services.map((service) => labelsOf(service)),
      gateway,
      labelsOf('operator', 'operator'),
      labelsOf('migration', 'migration'),
    ];

    it('let every pod ask for names: of the cluster, of OpenShift, and of a cache on the machine', () => {
      for (const labels of pods)
        for (const protocol of ['UDP', 'TCP']) {
          expect(reaches(objects, labels, { namespace: 'kube-system' }, 53, protocol)).toBe(true);
          expect(reaches(objects, labels, { namespace: 'openshift-dns' }, 5353, protocol)).toBe(true);
          expect(reaches(objects, labels, nodeLocal, 53, protocol)).toBe(true);
          expect(reaches(objects, labels, { namespace: 'default' }, 53, protocol)).toBe(false);
          expect(reaches(objects, labels, { address: '169.254.169.254' }, 53, protocol)).toBe(false);
        }
    });

    it.each([5432, 6432, 6379, 6380])(
      'let services, migration and operators reach port %i of the stores in a private network, and not the gateway',
      (port) => {
        for (const labels of pods) expect(reaches(objects, labels, inside, port)).toBe(labels !== gateway);
        for (const labels of pods) expect(reaches(objects, labels, { address: '203.0.113.7' }, port)).toBe(false);
      },
    );

    it("let services reach the bank's own servers where the overlay names them, and no other private address over HTTPS", () => {
      const own = { address: '192.0.2.10' };
      for (const service of ['cards', 'portal']) expect(reaches(objects, labelsOf(service), own, 443)).toBe(overlay === 'production');
      expect(reaches(objects, labelsOf('ais-pis'), { address: '203.0.113.7' }, 443)).toBe(true);
      for (const labels of pods) {
        expect(reaches(objects, labels, inside, 443)).toBe(false);
        expect(reaches(objects, labels, { address: '169.254.169.254' }, 443)).toBe(false);
      }
      expect(reaches(objects, gateway, own, 443)).toBe(false);
    });
  });

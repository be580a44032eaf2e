import { serviceSetting, variableOf } from '@open-banking/config';
import { compose, haproxyConfig, haproxyMap, type Place } from '@open-banking/gateway';
import { services } from '@open-banking/spec';
import yaml from 'yaml';
import type { GeneratedFile } from '../generated-file.js';
import { ports, type Manifest } from './pod.js';
import { serviceManifests } from './service-manifests.js';

const base = 'deploy/kubernetes/base';
const written = (from: string): string => `# Written by \`npm run generate\` from ${from}. Change that, not this.\n`;
const fromTable = 'the table of services (libs/spec) and generate/src/kubernetes';

const manifests = (path: string, objects: readonly Manifest[]): GeneratedFile => ({
  path: `${base}/${path}`,
  content: written(fromTable) + objects.map((object) => yaml.stringify(object)).join('---\n'),
});

/** Most replicas of a service that the gateway knows. */
const maxReplicas = 10;

/** HAProxy completes no names by the search list of resolv.conf, so SERVICE_DOMAIN has the rest: `<namespace>.svc.cluster.local`. */
export const kubernetes: Place = {
  ...compose,
  health: '"*:8081"',
  resolvers: ['resolvers cluster', '  parse-resolv-conf', '  hold valid 1s', '  hold obsolete 2s', '  accepted_payload_size 8192'],
  servers: (service) => [
    `server-template replica ${maxReplicas} "${service}-replicas.\${SERVICE_DOMAIN}:${ports.public}" resolvers cluster init-addr none`,
  ],
};

const internalAddresses = (): Manifest => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'internal-addresses' },
  data: Object.fromEntries(
    services.map((service) => [variableOf(serviceSetting(service, 'InternalUrl')), `http://${service}:${ports.internal}`]),
  ),
});

/** The manifests that follow from the table of services, and the gateway's configuration in a cluster. */
export const kubernetesFiles = (): GeneratedFile[] => [
  ...services.map((service) => manifests(`services/${service}.yaml`, serviceManifests(service))),
  manifests('services/internal-addresses.yaml', [internalAddresses()]),
  manifests('services/kustomization.yaml', [
    {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      resources: [...services, 'internal-addresses'].map((name) => `${name}.yaml`),
    },
  ]),
  {
    path: `${base}/haproxy/haproxy.cfg`,
    content: written('gateway/src/haproxy.ts and generate/src/kubernetes/files.ts') + haproxyConfig(kubernetes),
  },
  { path: `${base}/haproxy/routes.map`, content: written('the table (libs/spec)') + haproxyMap() },
];

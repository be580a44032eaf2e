import ownPackage from '../../package.json' with { type: 'json' };

/** An object of the Kubernetes API. */
export type Manifest = Readonly<Record<string, unknown>>;

/** The image all manifests name; an overlay replaces it by the bank's own (`images` of its kustomization). */
export const image = `open-banking:${ownPackage.version}`;

/** Ports of a service's container. */
export const ports = { public: 8080, internal: 9090 };

/** No user of the image or of a machine: what it may read, everybody may. */
const user = 10_001;

/** The restrictions of every pod. */
export const podSecurity = {
  runAsNonRoot: true,
  runAsUser: user,
  runAsGroup: user,
  fsGroup: user,
  fsGroupChangePolicy: 'OnRootMismatch',
  seccompProfile: { type: 'RuntimeDefault' },
};

/** The restrictions of every container. */
export const containerSecurity = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

export const partOf = { 'app.kubernetes.io/part-of': 'open-banking' };

/** Labels of a service's objects; its pods are selected by the first one. */
export const labelsOf = (name: string, component: 'service' | 'gateway') => ({
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/component': component,
  ...partOf,
});

/** Spreads replicas over machines and zones as far as possible: one that cannot be spread is better than none. */
export const spread = (name: string): readonly object[] =>
  ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map((topologyKey) => ({
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchLabels: { 'app.kubernetes.io/name': name } },
    matchLabelKeys: ['pod-template-hash'],
  }));

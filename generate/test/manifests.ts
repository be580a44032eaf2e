import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import yaml from 'yaml';

export const kubernetesFolder = fileURLToPath(new URL('../../deploy/kubernetes/', import.meta.url));

export interface Container {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: readonly { readonly name: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext?: unknown;
  readonly resources?: unknown;
  readonly [probe: `${string}Probe`]: Readonly<Record<string, never>> & {
    readonly httpGet?: { readonly path: string; readonly port: string };
    readonly periodSeconds: number;
    readonly failureThreshold: number;
  };
}

export interface PodSpec {
  readonly automountServiceAccountToken?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext?: unknown;
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly unknown[];
}

interface Peer {
  readonly podSelector?: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly namespaceSelector?: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}
interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports: readonly { readonly port: number; readonly protocol?: string }[];
}

/** An object of a manifest, with the fields that the tests read. */
export interface ManifestObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly template?: { readonly metadata: { readonly labels: Readonly<Record<string, string>> }; readonly spec: PodSpec };
    readonly selector?: { readonly matchLabels?: Readonly<Record<string, string>> } & Readonly<Record<string, unknown>>;
    readonly podSelector?: {
      readonly matchLabels?: Readonly<Record<string, string>>;
      readonly matchExpressions?: readonly { readonly key: string; readonly values: readonly string[] }[];
    };
    readonly ingress?: readonly Rule[];
    readonly egress?: readonly Rule[];
    readonly clusterIP?: string;
    readonly replicas?: number;
  };
}

const yamlFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? yamlFiles(join(folder, entry.name)) : /\.yaml$/.test(entry.name) ? [join(folder, entry.name)] : [],
  );

/** The objects in the files of a folder of deploy/kubernetes. A kustomization is no object of the cluster. */
export const objectsIn = (folder = ''): ManifestObject[] =>
  yamlFiles(join(kubernetesFolder, folder))
    .flatMap((file) =>
      yaml.parseAllDocuments(readFileSync(file, 'utf8'), { merge: true }).map((document) => document.toJSON() as ManifestObject),
    )
    .filter(({ kind }) => kind !== 'Kustomization');

/** The objects that `kubectl kustomize` prints. */
export const objectsOf = (printed: string): ManifestObject[] =>
  yaml.parseAllDocuments(printed).map((document) => document.toJSON() as ManifestObject);

import { everyService, type Service } from '@open-banking/spec';
import { containerSecurity, image, labelsOf, podSecurity, ports, spread, type Manifest } from './pod.js';

// Where the container finds its secrets; docs/kubernetes.md names them.
const [databaseFolder, keysFolder, trustFolder] = ['/run/secrets/database', '/run/secrets/keys', '/run/trust'];

/** More than DRAIN_MS and SHUTDOWN_MS together, as base/settings.yaml sets them. */
const terminationGraceSeconds = 30;

/** The objects that run one service. */
export const serviceManifests = (service: Service): Manifest[] => [
  serviceAccount(service),
  deployment(service),
  internalService(service),
  replicasService(service),
  disruptionBudget(service),
  networkPolicy(service),
];

const named = (service: Service, name: string = service) => ({ name, labels: labelsOf(service, 'service') });
const selector = (service: Service) => ({ 'app.kubernetes.io/name': service });

const serviceAccount = (service: Service): Manifest => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: named(service),
  automountServiceAccountToken: false,
});

const deployment = (service: Service): Manifest => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: named(service),
  spec: {
    replicas: 2,
    revisionHistoryLimit: 5,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
    selector: { matchLabels: selector(service) },
    template: {
      metadata: { labels: labelsOf(service, 'service') },
      spec: {
        serviceAccountName: service,
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        terminationGracePeriodSeconds: terminationGraceSeconds,
        securityContext: podSecurity,
        topologySpreadConstraints: spread(service),
        containers: [container(service)],
        volumes: [
          { name: 'tmp', emptyDir: { sizeLimit: '64Mi' } },
          { name: 'database', secret: { secretName: `${service}-database`, defaultMode: 0o440 } },
          {
            name: 'keys',
            projected: {
              defaultMode: 0o440,
              sources: [{ secret: { name: `${service}-key` } }, { configMap: { name: 'public-keys' } }],
            },
          },
          { name: 'trust', secret: { secretName: 'trust', defaultMode: 0o440 } },
        ],
      },
    },
  },
});

const container = (service: Service): Manifest => ({
  name: 'service',
  image,
  imagePullPolicy: 'IfNotPresent',
  // As in docker-compose.yml; the other options of Node.js are a setting.
  command: ['node', '--heap-growing-percent=150', `apps/${service}/dist/bundle/main.js`],
  envFrom: [{ configMapRef: { name: 'settings' } }, { configMapRef: { name: 'internal-addresses' } }],
  env: Object.entries({ DATABASE_URL_FILE: `${databaseFolder}/database.url`, KEYS_DIR: keysFolder }).map(([name, value]) => ({
    name,
    value,
  })),
  ports: Object.entries(ports).map(([name, containerPort]) => ({ name, containerPort, protocol: 'TCP' })),
  ...probes,
  resources: { requests: { cpu: '100m', memory: '192Mi' }, limits: { cpu: '1', memory: '448Mi' } },
  securityContext: containerSecurity,
  volumeMounts: [
    { name: 'tmp', mountPath: '/tmp' },
    { name: 'database', mountPath: databaseFolder, readOnly: true },
    { name: 'keys', mountPath: keysFolder, readOnly: true },
    { name: 'trust', mountPath: trustFolder, readOnly: true },
  ],
});

const asks = ({ path }: { readonly path: string }) => ({ httpGet: { path, port: 'public' } });

const probes = {
  // Longer than START_TIMEOUT_MS: a service waits for its database before it listens.
  startupProbe: { ...asks(everyService.readLiveness), periodSeconds: 2, timeoutSeconds: 2, failureThreshold: 75 },
  // Not readiness: a restart does not bring a database back.
  livenessProbe: { ...asks(everyService.readLiveness), periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 3 },
  readinessProbe: { ...asks(everyService.readReadiness), periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 2 },
};

/** What other services call: the internal port of replicas that are ready. */
const internalService = (service: Service): Manifest => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: named(service),
  spec: { selector: selector(service), ports: [{ name: 'internal', port: ports.internal, targetPort: 'internal', protocol: 'TCP' }] },
});

/**
 * The addresses of all replicas, for the gateway. It checks readiness itself, once a second; replicas that are not ready are listed
 * too, because they answer what they cannot do where no other replica is.
 */
const replicasService = (service: Service): Manifest => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: named(service, `${service}-replicas`),
  spec: {
    clusterIP: 'None',
    publishNotReadyAddresses: true,
    selector: selector(service),
    ports: [{ name: 'public', port: ports.public, targetPort: 'public', protocol: 'TCP' }],
  },
});

const disruptionBudget = (service: Service): Manifest => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: named(service),
  spec: { maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow', selector: { matchLabels: selector(service) } },
});

const component = (name: string) => ({
  podSelector: { matchLabels: { 'app.kubernetes.io/component': name, 'app.kubernetes.io/part-of': 'open-banking' } },
});

/** Who may reach a service: the gateway its public port; services, operators and metrics collectors its internal port. */
const networkPolicy = (service: Service): Manifest => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: named(service),
  spec: {
    podSelector: { matchLabels: selector(service) },
    policyTypes: ['Ingress', 'Egress'],
    ingress: [
      { from: [component('gateway')], ports: [{ port: ports.public, protocol: 'TCP' }] },
      {
        from: [
          component('service'),
          component('operator'),
          { namespaceSelector: { matchLabels: { 'open-banking/collects-metrics': 'true' } } },
        ],
        ports: [{ port: ports.internal, protocol: 'TCP' }],
      },
    ],
    egress: [
      { to: [component('service')], ports: [{ port: ports.internal, protocol: 'TCP' }] },
      // Probes of the availability report.
      { to: [component('gateway')], ports: [{ port: ports.public, protocol: 'TCP' }] },
    ],
  },
});

import * as z from 'zod';

const object = z.record(z.string(), z.unknown());
const texts = z.record(z.string(), z.string());
const name = z.string().min(1);
const replicas = z.int().min(1);

/** Those of the dashboard's container: admission has one of its own. The last three are former names. */
const ROLES = [
  'recommender',
  'nodes',
  'hpa',
  'rules',
  'updater',
  'messages',
  'telling',
  'horizontal',
  'fleet',
] as const;

const settings = z.record(
  z.string().regex(/^PLUMBLINE_[A-Z0-9_]+$/),
  z.union([z.string(), z.number(), z.boolean()]),
);
const extraEnv = z.array(
  z.strictObject({ name, value: z.string().optional(), valueFrom: object.optional() }),
);
const persistence = z.strictObject({ enabled: z.boolean(), size: name, storageClassName: z.string() });
const service = z.strictObject({ enabled: z.boolean(), port: z.int().min(1).max(65_535) });
const serviceAccount = z.strictObject({ annotations: texts });
const ingress = z.strictObject({
  enabled: z.boolean(),
  className: z.string(),
  host: z.string(),
  tlsSecretName: z.string(),
  annotations: texts,
});

/** The values of the Helm chart; what they are by default is in its values.yaml. */
export const VALUES = z.strictObject({
  global: object.optional(),
  image: z.strictObject({
    repository: name,
    tag: z.string(),
    pullPolicy: z.enum(['Always', 'IfNotPresent', 'Never']),
  }),
  imagePullSecrets: z.array(z.strictObject({ name })),
  highAvailability: z.strictObject({ enabled: z.boolean() }),
  perRole: z.strictObject({ enabled: z.boolean() }),
  replicas: z.strictObject({
    dashboard: replicas,
    admission: replicas,
    recommender: replicas,
    updater: replicas,
  }),
  roles: z.array(z.enum(ROLES)),
  settings,
  extraEnv,
  systemNamespace: name,
  resources: object,
  admission: z.strictObject({ resources: object }),
  nodeSelector: texts,
  tolerations: z.array(object),
  affinity: object,
  podSecurityContext: object,
  serviceAccount,
  podAnnotations: texts,
  database: z.strictObject({ secretName: name, key: name }),
  telling: z.strictObject({ secretName: name, key: name }),
  persistence,
  service,
  ingress,
  hub: z.strictObject({
    enabled: z.boolean(),
    alone: z.boolean(),
    clusters: z.strictObject({ secretName: name, configMapName: z.string(), file: name.regex(/^[\w.-]+$/) }),
    settings,
    extraEnv,
    resources: object,
    serviceAccount,
    persistence,
    service,
    ingress,
  }),
  networkPolicy: z.strictObject({ enabled: z.boolean() }),
  podDisruptionBudget: z.strictObject({ enabled: z.boolean() }),
  priorityClass: z.strictObject({ create: z.boolean(), name: z.string() }),
  serviceMonitor: z.strictObject({ enabled: z.boolean(), interval: name }),
  crds: z.strictObject({ install: z.boolean() }),
  optional: z.strictObject({
    annotatePods: z.boolean(),
    editFromDashboard: z.boolean(),
    editHpas: z.boolean(),
    editPolicies: z.boolean(),
    egress: z.boolean(),
    horizontalController: z.boolean(),
    keepThreshold: z.boolean(),
    nodeAutoscaling: z.boolean(),
    ownPriority: z.boolean(),
    people: z.boolean(),
    publishIdle: z.boolean(),
    readKubelets: z.boolean(),
    revertFromDashboard: z.boolean(),
  }),
});

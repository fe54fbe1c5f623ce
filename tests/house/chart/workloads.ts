import type { Manifest } from './index';
import type { Slots } from './slots';

interface Variable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string; optional?: boolean } };
}

interface PodSpec {
  affinity?: object;
  securityContext: object;
  priorityClassName?: string;
  containers: { name: string; image: string; env: (Variable | string)[]; resources: object | string }[];
  volumes: (
    | { name: string; persistentVolumeClaim?: { claimName: string }; secret?: { secretName: string } }
    | string
  )[];
}

interface WorkloadSpec {
  replicas: number | string;
  template: { metadata: object; spec: PodSpec };
}

/** The Secret of the file of a hub. */
const CLUSTERS = 'plumbline-clusters';
const NAMESPACE = '"{{ .Release.Namespace }}"';
const SECRETS: Record<string, string> = {
  'plumbline-database': '.Values.database',
  'plumbline-telling': '.Values.telling',
};

/** A part of a release that has values of its own, and what these do not change of its environment. */
export interface Part {
  /** Where they are: `.Values`, or `.Values.hub`. */
  values: string;
  kept?: readonly string[];
}

/** A manifest whose values are, where the chart has a value for them, places of a template. */
export function templated(manifest: Manifest, slots: Slots, part: Part): object {
  const { values } = part;
  const copy = structuredClone(manifest) as Manifest & { subjects?: { namespace?: string }[]; spec?: object };
  const { metadata } = copy;
  if (metadata.namespace === 'kube-system')
    metadata.namespace = slots.value('"{{ .Values.systemNamespace }}"');
  else if (metadata.namespace) metadata.namespace = slots.value(NAMESPACE);
  for (const subject of copy.subjects ?? [])
    if (subject.namespace) subject.namespace = slots.value(NAMESPACE);
  if (copy.kind === 'CustomResourceDefinition')
    metadata.annotations = { ...metadata.annotations, 'helm.sh/resource-policy': 'keep' };
  if (copy.kind === 'ServiceAccount')
    Object.assign(metadata, { annotations: slots.optional(`${values}.serviceAccount.annotations`) });
  if (copy.kind === 'PersistentVolumeClaim')
    Object.assign(copy.spec ?? {}, {
      storageClassName: slots.optional(`${values}.persistence.storageClassName`),
      resources: { requests: { storage: slots.value(`{{ ${values}.persistence.size }}`) } },
    });
  if (copy.kind === 'ServiceMonitor')
    for (const endpoint of (copy.spec as { endpoints: { interval: string }[] }).endpoints)
      endpoint.interval = slots.value('{{ .Values.serviceMonitor.interval }}');
  if (copy.kind === 'ValidatingAdmissionPolicy')
    for (const validation of (copy.spec as { validations: { expression: string }[] }).validations)
      validation.expression = slots.value(`"namespaceObject.metadata.name == '{{ .Release.Namespace }}'"`);
  if (copy.kind === 'Deployment') workload(metadata.name, copy.spec as WorkloadSpec, slots, part);
  return copy;
}

/** A Deployment of one role. */
const APART = /^plumbline-(admission|recommender|updater)$/;

function workload(name: string, spec: WorkloadSpec, slots: Slots, part: Part): void {
  if (Number(spec.replicas) > 1) {
    const pods = APART.exec(name)?.[1] ?? 'dashboard';
    spec.replicas = slots.value(`{{ .Values.replicas.${pods} }}`);
  }
  Object.assign(spec.template.metadata, { annotations: slots.optional('.Values.podAnnotations') });
  const pod = spec.template.spec;
  Object.assign(pod, {
    imagePullSecrets: slots.optional('.Values.imagePullSecrets'),
    nodeSelector: slots.optional('.Values.nodeSelector'),
    tolerations: slots.optional('.Values.tolerations'),
    affinity: pod.affinity
      ? slots.orElse('affinity', '.Values.affinity', pod.affinity)
      : slots.optional('.Values.affinity'),
    securityContext: slots.orElse('securityContext', '.Values.podSecurityContext', pod.securityContext),
    ...(pod.priorityClassName && { priorityClassName: priorityClass(pod.priorityClassName, slots) }),
  });
  for (const container of pod.containers) {
    container.image = slots.value(
      '"{{ .Values.image.repository }}:{{ if .Values.image.tag }}{{ .Values.image.tag }}{{ else }}{{ .Chart.AppVersion }}{{ end }}"',
    );
    Object.assign(container, { imagePullPolicy: slots.value('{{ .Values.image.pullPolicy }}') });
    const admits = container.name === ADMITS;
    const isApart = hasVariable(container.env, FOLLOW_ONLY) || APART.test(name);
    const kept =
      admits || isApart ? ITS_OWN.filter((one) => hasVariable(container.env, one)) : (part.kept ?? []);
    const own = { ...part, kept };
    container.resources = slots.optional(`${part.values}.${admits ? 'admission.' : ''}resources`);
    container.env = [
      ...environment(container.env as Variable[], own, slots),
      settings(own, slots),
      extraEnv(own, slots),
    ];
  }
  pod.volumes = pod.volumes.map((volume) =>
    typeof volume === 'string' ? volume : volumeOf(volume, slots, part),
  );
}

function environment(variables: Variable[], part: OwnPart, slots: Slots): (Variable | string)[] {
  return variables.flatMap((variable) => {
    if (part.kept.includes(variable.name)) return [keptVariable(variable, slots)];
    return unlessGiven(variable.name, [variableOf(variable, slots)], slots, part);
  });
}

function keptVariable(variable: Variable, slots: Slots): Variable {
  if (variable.name !== 'PLUMBLINE_CLUSTERS') return variable;
  const file = '{{ printf "/etc/plumbline/clusters/%s" .Values.hub.clusters.file | printf "%q" }}';
  return { ...variable, value: slots.value(file) };
}

function variableOf({ name, value, valueFrom }: Variable, slots: Slots): Variable {
  if (IN_THE_NAMESPACE.includes(name)) return { name, value: slots.value(NAMESPACE) };
  if (name === ROLES_SETTING && value)
    return { name, value: slots.value(`"{{ if .Values.roles }}${ROLES}{{ else }}${value}{{ end }}"`) };
  const at = SECRETS[valueFrom?.secretKeyRef.name ?? ''];
  if (!valueFrom || !at) return value === undefined ? { name, valueFrom } : { name, value };
  const { secretKeyRef } = valueFrom;
  const named = { name: slots.value(`{{ ${at}.secretName }}`), key: slots.value(`{{ ${at}.key }}`) };
  return { name, valueFrom: { secretKeyRef: { ...secretKeyRef, ...named } } };
}

/** What is in the namespace of the release. */
const IN_THE_NAMESPACE = ['PLUMBLINE_ADMISSION_SERVICE_NAMESPACE', 'PLUMBLINE_OWN_NAMESPACE'];

const ROLES_SETTING = 'PLUMBLINE_ROLES';
const FOLLOW_ONLY = 'PLUMBLINE_FOLLOW_ONLY';

/** The container that admits, alone in its pod or beside the dashboard. */
const ADMITS = 'admission';

/**
 * What `settings` and `extraEnv` do not change where it admits: it does nothing else, has no folder on a volume, and
 * beside the dashboard has other ports.
 */
const ITS_OWN = [
  ROLES_SETTING,
  FOLLOW_ONLY,
  'PLUMBLINE_LEADER_ELECT',
  'PLUMBLINE_DATA_DIR',
  'PLUMBLINE_PORT',
  'PLUMBLINE_METRICS_PORT',
];

const hasVariable = (env: readonly (Variable | string)[], name: string) =>
  env.some((one) => typeof one === 'object' && one.name === name);

type OwnPart = Required<Part>;

/** Whether `settings` has this name: by its type, since a setting may be false or empty. */
const givenBySettings = (name: string, { values }: Part) =>
  `(ne (printf "%T" (index $${values}.settings "${name}")) "<nil>")`;

/** Sets `$given` to whether `extraEnv` has this name, which is an expression. */
const givenByMore = (name: string, { values }: Part) =>
  `{{- range $${values}.extraEnv }}{{- if eq .name ${name} }}{{- $given = true }}{{- end }}{{- end }}`;

/**
 * Variables of the manifest, unless `settings` or `extraEnv` has the name: an environment that states a name twice is
 * refused by a server-side apply.
 */
function unlessGiven<T>(name: string, variables: T[], slots: Slots, part: Part): (T | string)[] {
  const before = slots.lines(
    `{{- $given := ${givenBySettings(name, part)} }}`,
    givenByMore(`"${name}"`, part),
    '{{- if not $given }}',
  );
  return [before, ...variables, slots.lines('{{- end }}')];
}

const ROLES = '{{ range $index, $role := .Values.roles }}{{ if $index }},{{ end }}{{ $role }}{{ end }}';

/** Whether the name, which is an expression, is one of these. */
const isOneOf = (name: string, names: readonly string[]) =>
  names.length === 0 ? 'false' : `or ${names.map((one) => `(eq ${name} "${one}")`).join(' ')}`;

const settings = (part: OwnPart, slots: Slots) =>
  slots.lines(
    ...(isHub(part) ? [] : systemNamespace(part)),
    `{{- $given := or (not ${part.values}.ingress.enabled) ${givenBySettings('PLUMBLINE_ALLOWED_HOSTS', part)} }}`,
    givenByMore('"PLUMBLINE_ALLOWED_HOSTS"', part),
    '{{- if not $given }}',
    '- name: PLUMBLINE_ALLOWED_HOSTS',
    `  value: {{ printf "%q" ${part.values}.ingress.host }}`,
    '{{- end }}',
    `{{- range $name, $value := ${part.values}.settings }}`,
    `{{- $given := ${isOneOf('$name', part.kept)} }}`,
    givenByMore('$name', part),
    '{{- if not $given }}',
    '- name: {{ $name }}',
    '  value: {{ template "plumbline.text" $value }}',
    '{{- end }}',
    '{{- end }}',
  );

/** A hub without a cluster asks no API server. */
const isHub = ({ values }: Part) => values !== '.Values';

const systemNamespace = (part: Part) => [
  `{{- $given := or (eq .Values.systemNamespace "kube-system") ${givenBySettings('PLUMBLINE_SYSTEM_NAMESPACE', part)} }}`,
  givenByMore('"PLUMBLINE_SYSTEM_NAMESPACE"', part),
  '{{- if not $given }}',
  '- name: PLUMBLINE_SYSTEM_NAMESPACE',
  '  value: {{ printf "%q" .Values.systemNamespace }}',
  '{{- end }}',
];

const extraEnv = ({ values, kept }: OwnPart, slots: Slots) =>
  slots.lines(
    `{{- range ${values}.extraEnv }}`,
    `{{- if not (${isOneOf('.name', kept)}) }}`,
    '- {{ template "plumbline.json" . }}',
    '{{- end }}',
    '{{- end }}',
  );

const priorityClass = (made: string, slots: Slots) =>
  slots.lines(
    '{{- if .Values.priorityClass.name }}',
    'priorityClassName: {{ printf "%q" .Values.priorityClass.name }}',
    '{{- else if .Values.priorityClass.create }}',
    `priorityClassName: ${made}`,
    '{{- end }}',
  );

type Volume = Exclude<PodSpec['volumes'][number], string>;

function volumeOf(volume: Volume, slots: Slots, { values }: Part): Volume | string {
  const { name, persistentVolumeClaim: claim, secret } = volume;
  if (claim)
    return slots.lines(
      `- name: ${name}`,
      `{{- if ${values}.persistence.enabled }}`,
      '  persistentVolumeClaim:',
      `    claimName: ${claim.claimName}`,
      '{{- else }}',
      '  emptyDir: {}',
      '{{- end }}',
    );
  return secret?.secretName === CLUSTERS ? clustersVolume(name, slots) : volume;
}

/** The file of the clusters: a Secret, or a ConfigMap where it names no secret of a proxy. */
const clustersVolume = (name: string, slots: Slots) =>
  slots.lines(
    `- name: ${name}`,
    '{{- if .Values.hub.clusters.configMapName }}',
    '  configMap:',
    '    name: {{ printf "%q" .Values.hub.clusters.configMapName }}',
    '{{- else }}',
    '  secret:',
    '    secretName: {{ printf "%q" .Values.hub.clusters.secretName }}',
    '{{- end }}',
  );

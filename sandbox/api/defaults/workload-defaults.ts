import { completePodSpec } from '@/sandbox/api/defaults/pod-defaults';
import { isJsonObject, type JsonObject, objectAt, setDefault } from '@/sandbox/api/json';

function completeTemplate(holder: JsonObject, kindName: string): void {
  const template = objectAt(holder, 'template');
  template.metadata = {
    creationTimestamp: null,
    ...(isJsonObject(template.metadata) ? template.metadata : {}),
  };
  completePodSpec(objectAt(template, 'spec'), kindName);
}

export function completeDeployment(object: JsonObject): void {
  const spec = objectAt(object, 'spec');
  setDefault(spec, 'replicas', 1);
  completeTemplate(spec, String(object.kind));
  const strategy = objectAt(spec, 'strategy');
  setDefault(strategy, 'type', 'RollingUpdate');
  if (strategy.type === 'RollingUpdate') {
    const rolling = objectAt(strategy, 'rollingUpdate');
    setDefault(rolling, 'maxUnavailable', '25%');
    setDefault(rolling, 'maxSurge', '25%');
  }
  setDefault(spec, 'revisionHistoryLimit', 10);
  setDefault(spec, 'progressDeadlineSeconds', 600);
  setDefault(object, 'status', {});
}

export function completeReplicaSet(object: JsonObject): void {
  const spec = objectAt(object, 'spec');
  setDefault(spec, 'replicas', 1);
  completeTemplate(spec, String(object.kind));
  setDefault(objectAt(object, 'status'), 'replicas', 0);
}

export function completeReplicationController(object: JsonObject): void {
  completeReplicaSet(object);
  const spec = objectAt(object, 'spec');
  const template = objectAt(spec, 'template');
  const labels = isJsonObject(template.metadata) ? template.metadata.labels : undefined;
  if (isJsonObject(labels)) setDefault(spec, 'selector', { ...labels });
}

export function completeStatefulSet(object: JsonObject): void {
  const spec = objectAt(object, 'spec');
  setDefault(spec, 'replicas', 1);
  completeTemplate(spec, String(object.kind));
  setDefault(spec, 'serviceName', '');
  setDefault(spec, 'podManagementPolicy', 'OrderedReady');
  const strategy = objectAt(spec, 'updateStrategy');
  setDefault(strategy, 'type', 'RollingUpdate');
  if (strategy.type === 'RollingUpdate') setDefault(objectAt(strategy, 'rollingUpdate'), 'partition', 0);
  setDefault(spec, 'revisionHistoryLimit', 10);
  const status = objectAt(object, 'status');
  setDefault(status, 'replicas', 0);
  setDefault(status, 'availableReplicas', 0);
}

export function completeDaemonSet(object: JsonObject): void {
  const spec = objectAt(object, 'spec');
  completeTemplate(spec, String(object.kind));
  const strategy = objectAt(spec, 'updateStrategy');
  setDefault(strategy, 'type', 'RollingUpdate');
  if (strategy.type === 'RollingUpdate') {
    const rolling = objectAt(strategy, 'rollingUpdate');
    setDefault(rolling, 'maxUnavailable', 1);
    setDefault(rolling, 'maxSurge', 0);
  }
  setDefault(spec, 'revisionHistoryLimit', 10);
  const status = objectAt(object, 'status');
  for (const field of [
    'currentNumberScheduled',
    'numberMisscheduled',
    'desiredNumberScheduled',
    'numberReady',
  ]) {
    setDefault(status, field, 0);
  }
  const annotations = objectAt(objectAt(object, 'metadata'), 'annotations');
  setDefault(annotations, 'deprecated.daemonset.template.generation', '1');
}

/** A Job's pods carry its uid, so that no other Job's selector matches them. */
export function completeJob(object: JsonObject): void {
  const metadata = objectAt(object, 'metadata');
  const spec = objectAt(object, 'spec');
  if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1;
  setDefault(spec, 'parallelism', 1);
  setDefault(spec, 'backoffLimit', 6);
  setDefault(spec, 'completionMode', 'NonIndexed');
  setDefault(spec, 'suspend', false);
  completeTemplate(spec, String(object.kind));
  setDefault(object, 'status', {});
  if (spec.manualSelector === true || metadata.uid === undefined) return;
  const identity = { 'controller-uid': metadata.uid, 'job-name': metadata.name };
  setDefault(spec, 'selector', { matchLabels: { 'controller-uid': metadata.uid } });
  const template = objectAt(spec, 'template');
  const templateMetadata = objectAt(template, 'metadata');
  templateMetadata.labels = {
    ...identity,
    ...(isJsonObject(templateMetadata.labels) ? templateMetadata.labels : {}),
  };
  if (!isJsonObject(metadata.labels)) metadata.labels = objectAt(templateMetadata, 'labels');
  setDefault(objectAt(metadata, 'annotations'), 'batch.kubernetes.io/job-tracking', '');
}

export function completeCronJob(object: JsonObject): void {
  const spec = objectAt(object, 'spec');
  setDefault(spec, 'concurrencyPolicy', 'Allow');
  setDefault(spec, 'suspend', false);
  setDefault(spec, 'successfulJobsHistoryLimit', 3);
  setDefault(spec, 'failedJobsHistoryLimit', 1);
  const jobTemplate = objectAt(spec, 'jobTemplate');
  jobTemplate.metadata = {
    creationTimestamp: null,
    ...(isJsonObject(jobTemplate.metadata) ? jobTemplate.metadata : {}),
  };
  completeTemplate(objectAt(jobTemplate, 'spec'), String(object.kind));
  setDefault(object, 'status', {});
}

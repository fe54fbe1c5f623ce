import { completePodSpec } from '@/sandbox/api/defaults/pod-defaults';
import { isRecord, type JsonRecord, recordAt, setDefault } from '@/sandbox/api/json';

function completeTemplate(holder: JsonRecord, kindName: string): void {
  const template = recordAt(holder, 'template');
  template.metadata = { creationTimestamp: null, ...(isRecord(template.metadata) ? template.metadata : {}) };
  completePodSpec(recordAt(template, 'spec'), kindName);
}

export function completeDeployment(object: JsonRecord): void {
  const spec = recordAt(object, 'spec');
  setDefault(spec, 'replicas', 1);
  completeTemplate(spec, String(object.kind));
  const strategy = recordAt(spec, 'strategy');
  setDefault(strategy, 'type', 'RollingUpdate');
  if (strategy.type === 'RollingUpdate') {
    const rolling = recordAt(strategy, 'rollingUpdate');
    setDefault(rolling, 'maxUnavailable', '25%');
    setDefault(rolling, 'maxSurge', '25%');
  }
  setDefault(spec, 'revisionHistoryLimit', 10);
  setDefault(spec, 'progressDeadlineSeconds', 600);
  setDefault(object, 'status', {});
}

export function completeReplicaSet(object: JsonRecord): void {
  const spec = recordAt(object, 'spec');
  setDefault(spec, 'replicas', 1);
  completeTemplate(spec, String(object.kind));
  setDefault(recordAt(object, 'status'), 'replicas', 0);
}

export function completeReplicationController(object: JsonRecord): void {
  completeReplicaSet(object);
  const spec = recordAt(object, 'spec');
  const template = recordAt(spec, 'template');
  const labels = isRecord(template.metadata) ? template.metadata.labels : undefined;
  if (isRecord(labels)) setDefault(spec, 'selector', { ...labels });
}

export function completeStatefulSet(object: JsonRecord): void {
  const spec = recordAt(object, 'spec');
  setDefault(spec, 'replicas', 1);
  completeTemplate(spec, String(object.kind));
  setDefault(spec, 'serviceName', '');
  setDefault(spec, 'podManagementPolicy', 'OrderedReady');
  const strategy = recordAt(spec, 'updateStrategy');
  setDefault(strategy, 'type', 'RollingUpdate');
  if (strategy.type === 'RollingUpdate') setDefault(recordAt(strategy, 'rollingUpdate'), 'partition', 0);
  setDefault(spec, 'revisionHistoryLimit', 10);
  const status = recordAt(object, 'status');
  setDefault(status, 'replicas', 0);
  setDefault(status, 'availableReplicas', 0);
}

export function completeDaemonSet(object: JsonRecord): void {
  const spec = recordAt(object, 'spec');
  completeTemplate(spec, String(object.kind));
  const strategy = recordAt(spec, 'updateStrategy');
  setDefault(strategy, 'type', 'RollingUpdate');
  if (strategy.type === 'RollingUpdate') {
    const rolling = recordAt(strategy, 'rollingUpdate');
    setDefault(rolling, 'maxUnavailable', 1);
    setDefault(rolling, 'maxSurge', 0);
  }
  setDefault(spec, 'revisionHistoryLimit', 10);
  const status = recordAt(object, 'status');
  for (const field of [
    'currentNumberScheduled',
    'numberMisscheduled',
    'desiredNumberScheduled',
    'numberReady',
  ]) {
    setDefault(status, field, 0);
  }
  const annotations = recordAt(recordAt(object, 'metadata'), 'annotations');
  setDefault(annotations, 'deprecated.daemonset.template.generation', '1');
}

/** A Job's pods carry its uid, so that no other Job's selector matches them. */
export function completeJob(object: JsonRecord): void {
  const metadata = recordAt(object, 'metadata');
  const spec = recordAt(object, 'spec');
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
  const template = recordAt(spec, 'template');
  const templateMetadata = recordAt(template, 'metadata');
  templateMetadata.labels = {
    ...identity,
    ...(isRecord(templateMetadata.labels) ? templateMetadata.labels : {}),
  };
  if (!isRecord(metadata.labels)) metadata.labels = recordAt(templateMetadata, 'labels');
  setDefault(recordAt(metadata, 'annotations'), 'batch.kubernetes.io/job-tracking', '');
}

export function completeCronJob(object: JsonRecord): void {
  const spec = recordAt(object, 'spec');
  setDefault(spec, 'concurrencyPolicy', 'Allow');
  setDefault(spec, 'suspend', false);
  setDefault(spec, 'successfulJobsHistoryLimit', 3);
  setDefault(spec, 'failedJobsHistoryLimit', 1);
  const jobTemplate = recordAt(spec, 'jobTemplate');
  jobTemplate.metadata = {
    creationTimestamp: null,
    ...(isRecord(jobTemplate.metadata) ? jobTemplate.metadata : {}),
  };
  completeTemplate(recordAt(jobTemplate, 'spec'), String(object.kind));
  setDefault(object, 'status', {});
}

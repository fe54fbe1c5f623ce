import type { PodTemplateSpec, Workload } from './types';

/** What new pods of a workload are made from; a CronJob has it within the template of its jobs. */
export function podTemplateOf({ spec }: Workload): PodTemplateSpec | undefined {
  return spec.jobTemplate?.spec?.template ?? spec.template;
}

/** How many pods one run of a CronJob has at a time. */
export function podsOfRun({ spec }: Workload): number {
  return spec.jobTemplate?.spec?.parallelism ?? 1;
}

import type { PodTemplateSpec, Workload } from './types';

/** The template of a workload's new pods; a CronJob has it in the template of its jobs. */
export function podTemplateOf({ spec }: Workload): PodTemplateSpec | undefined {
  return spec.jobTemplate?.spec?.template ?? spec.template;
}

/** How many pods one run of a CronJob has at a time. */
export function podsOfRun({ spec }: Workload): number {
  return spec.jobTemplate?.spec?.parallelism ?? 1;
}

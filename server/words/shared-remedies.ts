/** What to do about what several tables of words name: apart, so that a page takes no table for one remedy. */
export const SHARED_REMEDIES = {
  'database-unavailable':
    'Check that it runs, its disk space, its access rights and the password; Plumbline retries by itself. Recommending, admission and updating go on. What was to be stored waits in memory; a restart loses it.',
  'target-missing': 'Create the workload or correct spec.targetRef.',
  'target-not-topmost': 'Point spec.targetRef at the topmost controller.',
  'target-unsupported': 'Point spec.targetRef at a workload or at a resource with a scale subresource.',
} as const;

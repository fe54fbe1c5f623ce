import type { GitSource } from '../words/git-source';

export interface PatchFile {
  /** In the folder: `shop/deployment-web.yaml`. */
  path: string;
  text: string;
}

export interface PatchedWorkload {
  namespace: string;
  kind: string;
  name: string;
  vpa: string;
  path: string;
  /** What the patch states, a sentence per container. */
  states: string[];
  /** What holds an amount back, or leaves it to somebody else. */
  notes: string[];
  /** What keeps the workload as Git states it. */
  git?: GitSource;
}

/** GET /api/export?of=NAMESPACE/NAME&of=…, or with the filters of the list of workloads. */
export interface ExportView {
  files: PatchFile[];
  workloads: PatchedWorkload[];
  /** VPAs without a patch, and why. */
  leftOut: { namespace: string; vpa: string; why: string }[];
}

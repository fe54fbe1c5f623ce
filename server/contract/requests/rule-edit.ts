import type { PolicyEdit } from './policy-edit';

/** The parts of a policy that people write as YAML. */
export const WRITTEN_PARTS = ['calendar', 'approvals', 'graduation'] as const;

export type WrittenPart = (typeof WRITTEN_PARTS)[number];

/** What a policy leaves out, its selector as text. */
export interface WrittenExclusion {
  namespaces?: string[];
  names?: string[];
  selector?: string;
}

/** A policy as a form sends it, or a change of one; absent fields stay as they are, null removes one. */
export type RuleEdit = {
  /** The name of a new one. */
  name?: string;
  /** The generation of the policy that was edited: the edit is not saved over a newer one. */
  generation?: number;
  precedence?: number | null;
  /** Selectors as text: `env=prod,team in (shop,pay)`. */
  namespaceSelector?: string | null;
  workloadSelector?: string | null;
  kinds?: string[] | null;
  exclude?: WrittenExclusion[] | null;
  /** What the VPAs say, as a change of a VPA. */
  template?: PolicyEdit;
  /** Whether somebody confirmed that it takes every workload. */
  everything?: boolean;
} & { [Part in WrittenPart]?: string | null };

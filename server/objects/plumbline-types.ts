import type { Condition, KubeObject, LabelSelector, ResourceList } from './types';
import type { TargetRef, VerticalPodAutoscaler } from './vpa-types';

/** The group of our own kinds. A cluster may serve none of them. */
export const PLUMBLINE_GROUP = 'plumbline.dev';

/** What a policy leaves out; every stated part must match. */
export interface PolicyExclusion {
  namespaces?: string[];
  names?: string[];
  selector?: LabelSelector;
}

/** Everything of a VPA but its target. */
export interface VpaTemplate {
  metadata?: { labels?: Record<string, string>; annotations?: Record<string, string> };
  spec?: Omit<VerticalPodAutoscaler['spec'], 'targetRef'>;
}

/** A workload of a policy, as its status names it. */
export interface PolicyWorkload {
  namespace: string;
  kind: string;
  name: string;
}

/** One VPA per matching workload. */
export interface VerticalScalingPolicy extends KubeObject {
  spec: {
    /** Of several policies that match a workload, the one with the highest counts; 0 by default. */
    precedence?: number;
    namespaceSelector?: LabelSelector;
    workloadSelector?: LabelSelector;
    kinds?: string[];
    exclude?: PolicyExclusion[];
    template?: VpaTemplate;
    /** These three become annotations of its VPAs. */
    calendar?: object;
    approvals?: object;
    graduation?: object;
    /** What becomes of its VPAs once it is deleted; deletion waits while this is unset. */
    onDelete?: 'Keep' | 'Remove';
  };
  status?: {
    observedGeneration?: number;
    workloads?: number;
    vpas?: number;
    conflictCount?: number;
    /** The first of them. */
    conflicts?: (PolicyWorkload & { reason: string; with: string })[];
    editedCount?: number;
    /** VPAs with fields edited by hand, the first of them. */
    edited?: { namespace: string; name: string; fields: string[] }[];
    conditions?: Condition[];
  };
}

/** Pods by label, whatever owns them, as one target of a VPA. */
export interface PodGroup extends KubeObject {
  spec: { selector?: LabelSelector };
  status?: { observedGeneration?: number; selector?: string; replicas?: number; conditions?: Condition[] };
}

/** What a person decided about a change of a VPA. */
export interface ChangeApproval extends KubeObject {
  spec: {
    vpa: string;
    decision: 'Approved' | 'Rejected';
    containers?: { name: string; target?: ResourceList }[];
    reason?: string;
    by?: string;
    expiresAt?: string;
  };
}

/** The target of a VPA that names a `PodGroup`. */
export function isPodGroupRef({ apiVersion = '', kind }: TargetRef): boolean {
  return kind === 'PodGroup' && apiVersion.startsWith(`${PLUMBLINE_GROUP}/`);
}

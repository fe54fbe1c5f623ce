import type { Condition, KubeObject, ResourceList } from './object';

export interface Taint {
  key: string;
  value?: string;
  effect: string;
}

export interface Node extends KubeObject {
  spec?: { unschedulable?: boolean; taints?: Taint[]; [field: string]: unknown };
  status?: {
    capacity?: ResourceList;
    allocatable?: ResourceList;
    conditions?: Condition[];
    nodeInfo?: NodeInfo;
    /** Kubernetes 1.35 on. */
    declaredFeatures?: string[];
  };
}

interface NodeInfo {
  kubeletVersion?: string;
  operatingSystem?: string;
  swap?: { capacity?: number };
}

export interface Namespace extends KubeObject {
  status?: { phase?: string };
}

export interface KubeEvent extends KubeObject {
  involvedObject: {
    apiVersion?: string;
    kind?: string;
    name?: string;
    namespace?: string;
    uid?: string;
    fieldPath?: string;
  };
  reason?: string;
  message?: string;
  type?: string;
  count?: number;
  firstTimestamp?: string | null;
  lastTimestamp?: string | null;
  eventTime?: string | null;
  source?: { component?: string; host?: string };
  reportingComponent?: string;
  reportingInstance?: string;
  action?: string;
}

export interface PodMetrics extends KubeObject {
  timestamp: string;
  window: string;
  containers: { name: string; usage: ResourceList }[];
}

export interface Lease extends KubeObject {
  spec: {
    holderIdentity?: string;
    leaseDurationSeconds?: number;
    acquireTime?: string;
    renewTime?: string;
    leaseTransitions?: number;
  };
}

export interface LimitRange extends KubeObject {
  spec: {
    limits?:
      | {
          type: 'Container' | 'Pod' | 'PersistentVolumeClaim' | (string & {});
          max?: ResourceList;
          min?: ResourceList;
          default?: ResourceList;
          defaultRequest?: ResourceList;
          maxLimitRequestRatio?: ResourceList;
        }[]
      | null;
  };
}

interface ScopeSelector {
  matchExpressions?: { scopeName: string; operator: string; values?: string[] | null }[];
}

export interface ResourceQuota extends KubeObject {
  spec?: { hard?: ResourceList; scopes?: string[]; scopeSelector?: ScopeSelector };
  status?: { hard?: ResourceList; used?: ResourceList };
}

export interface ConfigMap extends KubeObject {
  data?: Record<string, string>;
}

export interface Secret extends KubeObject {
  type?: string;
  data?: Record<string, string>;
}

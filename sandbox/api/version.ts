import type { Node } from '@/server/objects/types';

/** The version of the API server and its nodes: the one whose in-place resize the kubelets simulate. */
export const KUBERNETES_VERSION = {
  major: '1',
  minor: '36',
  gitVersion: 'v1.36.0',
  gitCommit: '0000000000000000000000000000000000000000',
  gitTreeState: 'clean',
  buildDate: '2026-04-22T00:00:00Z',
  goVersion: 'go1.26.1',
  compiler: 'gc',
  platform: 'linux/amd64',
};

/** The minor version of a node's kubelet; undefined if it tells none. */
export function minorOf({ status }: Node): number | undefined {
  const minor = /^v1\.(\d+)\./.exec(status?.nodeInfo?.kubeletVersion ?? '')?.[1];
  return minor === undefined ? undefined : Number(minor);
}

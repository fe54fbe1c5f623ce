/** The version of the API server and its nodes: the one whose in-place resize the kubelets simulate. */
export const KUBERNETES_VERSION = {
  major: '1',
  minor: '35',
  gitVersion: 'v1.35.0',
  gitCommit: '0000000000000000000000000000000000000000',
  gitTreeState: 'clean',
  buildDate: '2025-12-17T00:00:00Z',
  goVersion: 'go1.25.5',
  compiler: 'gc',
  platform: 'linux/amd64',
};

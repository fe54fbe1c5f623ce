import * as z from 'zod';
import { fraction, list, numeric, positive, setting, text } from './setting';

export const CLUSTER_SETTINGS = {
  kubeconfig: setting(
    'KUBECONFIG',
    '',
    text,
    "Path of a kubeconfig; empty means KUBECONFIG, then the pod's service account, then ~/.kube/config.",
  ),
  kubeContext: setting('KUBE_CONTEXT', '', text, 'Context of the kubeconfig; empty means its current one.'),
  clusterName: setting(
    'CLUSTER_NAME',
    '',
    text,
    'Name of this cluster on the dashboard; empty means the context of the kubeconfig, else the address of the API server.',
  ),
  kubeApiQps: setting(
    'KUBE_API_QPS',
    '50',
    numeric(z.number().gt(0)),
    'Average requests per second to the API server (upstream: 50).',
  ),
  kubeApiBurst: setting(
    'KUBE_API_BURST',
    '100',
    positive,
    'Burst of requests to the API server (upstream: 100).',
  ),
  vpaObjectNamespace: setting(
    'VPA_OBJECT_NAMESPACE',
    '',
    text,
    'Serve only VPAs of this namespace; empty means all.',
  ),
  ignoredVpaObjectNamespaces: setting(
    'IGNORED_VPA_OBJECT_NAMESPACES',
    '',
    list,
    'Ignore VPAs of these namespaces.',
  ),
  namespaceShare: setting(
    'NAMESPACE_SHARE',
    '0.15',
    fraction,
    'How much the objects of one namespace may take, by their length, as a share of the heap that the process may have; further ones are left out, and those of all namespaces together may take 2.3 times as much. In memory an object takes about twice its length, so one tenant fills a third of the heap and two cannot end the process.',
  ),
} as const;

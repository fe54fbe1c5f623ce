import { AGE, NONE, orNone, type TableColumn, textColumn, wide } from '@/sandbox/api/table/column';
import { podStatusCells } from '@/sandbox/api/table/pod-status';

export const POD_COLUMNS: TableColumn[] = [
  textColumn(
    'Ready',
    (pod, now) => podStatusCells(pod, now)[0],
    'The aggregate readiness state of this pod for accepting traffic.',
  ),
  textColumn(
    'Status',
    (pod, now) => podStatusCells(pod, now)[1],
    'The aggregate status of the containers in this pod.',
  ),
  textColumn(
    'Restarts',
    (pod, now) => podStatusCells(pod, now)[2],
    'The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.',
  ),
  AGE,
  wide(
    'IP',
    orNone('status.podIP'),
    'IP address allocated to the pod. Routable at least within the cluster. Empty if not yet allocated.',
  ),
  wide(
    'Node',
    orNone('spec.nodeName'),
    'NodeName is a request to schedule this pod onto a specific node. If it is non-empty, the scheduler simply schedules this pod onto that node, assuming that it fits resource requirements.',
  ),
  wide(
    'Nominated Node',
    orNone('status.nominatedNodeName'),
    'nominatedNodeName is set only when this pod preempts other pods on the node, but it cannot be scheduled right away as preemption victims receive their graceful termination periods. This field does not guarantee that the pod will be scheduled on this node. Scheduler may decide to place the pod elsewhere if other nodes become available sooner. Scheduler may also decide to give the resources on this node to a higher priority pod that is created after preemption. As a result, this field may be different than PodSpec.nodeName when the pod is scheduled.',
  ),
  wide(
    'Readiness Gates',
    () => NONE,
    'If specified, all readiness gates will be evaluated for pod readiness. A pod is ready when all its containers are ready AND all conditions specified in the readiness gates have status equal to "True" More info: https://git.k8s.io/enhancements/keps/sig-network/580-pod-readiness-gates',
  ),
];

import { Button } from '@mantine/core';
import type { ClusterConnection } from '@/server/contract/status';
import { SHARED_REMEDIES } from '@/server/words/shared-remedies';
import { useStatus } from '../api/queries';
import {
  IconBarrierBlock,
  IconCloudOff,
  IconDatabaseOff,
  IconHourglass,
  IconLock,
  IconPlugConnected,
  IconPlugConnectedX,
  IconPuzzleOff,
  IconServerOff,
  IconStack2,
} from '../icons';
import { kubectl } from '../layout/kubectl';
import Link from '../navigation/link';
import { useWhereNone } from '../navigation/use-pages';
import { useClusterShown } from '../navigation/use-way';
import { Screen } from './screen';
import type { Blocking } from './screen-choice';
import { startWords } from './start-words';

/** No cluster is configured: nothing happens until someone acts. */
export function NotConnectedScreen({ cluster }: { cluster: Extract<ClusterConnection, { kind: 'none' }> }) {
  return (
    <Screen
      icon={IconPlugConnectedX}
      tone="bad"
      title="Not connected to a cluster"
      detail={cluster.message}
      remedy={cluster.remedy}
    >
      Plumbline has no cluster to watch.
    </Screen>
  );
}

/** A cluster is configured and does not answer yet: Plumbline keeps trying. */
export function ConnectingScreen({
  cluster,
}: {
  cluster: Extract<ClusterConnection, { kind: 'connecting' }>;
}) {
  return (
    <Screen
      icon={IconPlugConnected}
      tone="busy"
      title="Connecting to the cluster"
      detail={cluster.message}
      remedy={cluster.remedy}
    >
      Asking {cluster.server || 'the API server'} until it answers
    </Screen>
  );
}

interface BlockedScreenProps {
  by: Blocking;
  headingLevel?: 1 | 2;
}

/** Connected, and the first pass cannot run until someone acts. */
export function BlockedScreen({ by: [first, ...others], headingLevel }: BlockedScreenProps) {
  return (
    <Screen
      icon={IconBarrierBlock}
      tone="bad"
      headingLevel={headingLevel}
      title={first.sentence}
      detail={[first, ...others].map(({ message }) => message).join('\n')}
      remedy={first.remedy}
      actions={
        <Button component={Link} href="/settings" variant="default">
          To settings and diagnostics
        </Button>
      }
    >
      Plumbline is connected but cannot run its first pass, so there is nothing to show yet. It continues by
      itself once this is fixed.
    </Screen>
  );
}

/** The pods of the embedded cluster come up. */
export function FillingScreen() {
  const status = useStatus().data;
  return (
    <Screen icon={IconHourglass} tone="busy" title="The cluster of the demo is starting">
      {status && startWords(status)} Workloads appear here once all of them do.
    </Screen>
  );
}

/** Connected, and the first pass is still running. */
export function StartingScreen() {
  const status = useStatus().data;
  return (
    <Screen icon={IconHourglass} tone="busy" title="The first pass is running">
      Plumbline reads VPAs, pods and checkpoints; they appear here after the first pass.{' '}
      {status && startWords(status)}
    </Screen>
  );
}

/** The process answers, but is not ready. */
export function NotReadyScreen() {
  return (
    <Screen icon={IconHourglass} tone="busy" title="Plumbline is starting">
      The server is getting ready. This page updates by itself.
    </Screen>
  );
}

interface EmptyScreenProps {
  title?: string;
  headingLevel?: 1 | 2;
}

/** Connected, passes run, and there is no VPA. */
export function EmptyScreen({ title = 'No VerticalPodAutoscaler yet', headingLevel }: EmptyScreenProps) {
  const kubeconfig = useStatus().data?.kubeconfig;
  return (
    <Screen
      icon={IconStack2}
      title={title}
      headingLevel={headingLevel}
      command={kubectl(`apply -f - <<'EOF'\n${EXAMPLE_VPA}\nEOF`, kubeconfig)}
      remedy="Apply one like this for one of your workloads; mode Off only recommends."
    >
      Plumbline recommends for workloads that a VPA targets, and {useWhereNone()} no VPA.
    </Screen>
  );
}

const EXAMPLE_VPA = `apiVersion: autoscaling.k8s.io/v1
kind: VerticalPodAutoscaler
metadata:
  name: my-app
spec:
  targetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: my-app
  updatePolicy:
    updateMode: "Off"`;

/** The dashboard's own server has never answered. */
export function ServerAwayScreen() {
  return (
    <Screen
      icon={IconServerOff}
      tone="bad"
      title="The Plumbline server does not answer"
      remedy="Check that the process runs. This page keeps trying; meanwhile the Stop button shows how to stop with kubectl."
    >
      Running pods keep their requests; new pods start with the requests of their template.
    </Screen>
  );
}

/** The server answered with an error of its own. */
export function RefusedScreen({ message }: { message: string }) {
  return (
    <Screen
      icon={IconCloudOff}
      tone="bad"
      title="The server answered with an error"
      detail={message}
      remedy="Check the log of the Plumbline process. This page keeps trying."
    />
  );
}

/** A cluster of a hub is away, or answers with something else. */
export function ClusterAwayScreen({ message }: { message: string }) {
  return (
    <Screen
      icon={IconPlugConnectedX}
      tone="bad"
      title={`${useClusterShown() ?? 'The cluster'} cannot be shown`}
      detail={message}
      remedy="This page keeps trying. A stop on the page Clusters is brought to it once it is back."
      actions={
        <Button component={Link} href="/clusters" variant="default">
          To all clusters
        </Button>
      }
    >
      The hub asked it for you. The other clusters can be looked at meanwhile.
    </Screen>
  );
}

/** The person may not read what the page shows. */
export function ForbiddenScreen({ message }: { message: string }) {
  return (
    <Screen
      icon={IconLock}
      title="You may not see this page"
      detail={message}
      remedy="Ask those who run this cluster for the right that the message names. It counts here within half a minute."
    >
      Lists and sums show what is in the namespaces that you may read. Nodes, rules and the settings belong to
      no namespace and take rights in the whole cluster.
    </Screen>
  );
}

/** What the page shows is in the database, which is away. */
export function DatabaseAwayScreen() {
  return (
    <Screen
      icon={IconDatabaseOff}
      tone="bad"
      title="The database does not answer"
      remedy={SHARED_REMEDIES['database-unavailable']}
    >
      What this page shows is kept there. The page keeps trying.
    </Screen>
  );
}

/** A page over many clusters, in a process that shows one. */
export function NoHubScreen({ message }: { message: string }) {
  return (
    <Screen
      icon={IconStack2}
      title="This is no hub"
      detail={message}
      remedy="Write a file that names the clusters, as in docs/clusters.md, and start a hub with it; or set PLUMBLINE_CLUSTERS here and restart."
      command="npm run hub -- --clusters clusters.yaml"
      actions={
        <Button component={Link} href="/" variant="default">
          To this cluster
        </Button>
      }
    >
      A hub shows many clusters side by side; this process shows the one that it runs in.
    </Screen>
  );
}

/** This process does not run the role that the page needs. */
export function RoleAwayScreen({ message }: { message: string }) {
  return (
    <Screen
      icon={IconPuzzleOff}
      title="Not in this process"
      detail={message}
      remedy="Open the dashboard of a process that runs this role, or add it with PLUMBLINE_ROLES."
    >
      Roles can run in separate processes; this process does not run the role that this page needs.
    </Screen>
  );
}

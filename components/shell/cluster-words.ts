import type { ClusterConnection, PassView, StatusView } from '@/server/recommender/views';
import { countOf } from '@/server/words/counts';

/** The connection to the cluster in a few words. */
export function connectionWords(cluster: ClusterConnection): string {
  switch (cluster.kind) {
    case 'none':
      return 'No cluster';
    case 'connecting':
      return 'Connecting';
    case 'connected':
      return cluster.name ?? (cluster.sandbox ? 'Embedded cluster' : hostOf(cluster.server));
  }
}

function hostOf(server: string): string {
  return server.replace(/^https?:\/\//, '').replace(/\/+$/, '');
}

/** `simulated, 360× real time`; undefined if the cluster runs in real time. */
export function speedWords(status: Pick<StatusView, 'clockSpeed'>): string | undefined {
  return status.clockSpeed === 1 ? undefined : `simulated, ${status.clockSpeed}× real time`;
}

/** What the last pass did, for the strip's tooltip. */
export function recommenderPassWords(pass: PassView): string {
  return [
    `${countOf(pass.vpas, 'VPA')}, ${countOf(pass.containers, 'container')} and ${countOf(pass.samples, 'new sample')}`,
    `in ${Math.max(1, Math.round(pass.durationMs))} ms;`,
    `wrote ${countOf(pass.statusWrites, 'status', 'statuses')} and ${countOf(pass.checkpointWrites, 'checkpoint')}.`,
  ].join(' ');
}

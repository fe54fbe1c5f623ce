import type { EventWriter } from '@/sandbox/controllers/event-writer';
import type { LifecycleNote } from '@/sandbox/kubelet/lifecycle';
import type { PodRun } from '@/sandbox/kubelet/pod-run';
import type { ResizeNote } from '@/sandbox/kubelet/resizer';
import type { Node } from '@/server/objects/types';

/** The kubelets' events about pods and nodes, in their own words. */
export class KubeletEvents {
  constructor(private readonly writer: EventWriter) {}

  lifecycle(run: PodRun, note: LifecycleNote): void {
    const { container } = note;
    const pod = run.pod.metadata;
    switch (note.kind) {
      case 'started':
        this.tell(
          run,
          container.name,
          'Pulled',
          `Container image "${container.image}" already present on machine`,
        );
        this.tell(run, container.name, 'Created', `Created container: ${container.name}`);
        this.tell(run, container.name, 'Started', `Started container ${container.name}`);
        return;
      case 'backing-off': {
        const where = `${container.name} in pod ${pod.name}_${pod.namespace}(${pod.uid})`;
        this.tell(run, container.name, 'BackOff', `Back-off restarting failed container ${where}`, 'Warning');
        return;
      }
      case 'killing':
        this.tell(run, container.name, 'Killing', note.message);
    }
  }

  resize({ run, type, reason, message }: ResizeNote): void {
    this.writer.write(sourceOf(run), { object: run.pod, type, reason, message });
  }

  evicted(run: PodRun, message: string, annotations: Record<string, string>): void {
    const note = { object: run.pod, type: 'Warning', reason: 'Evicted', message, annotations } as const;
    this.writer.write(sourceOf(run), note);
  }

  preempted(run: PodRun, message: string): void {
    this.writer.write(sourceOf(run), { object: run.pod, type: 'Warning', reason: 'Preempting', message });
  }

  systemOom(node: Node | undefined, process: string): void {
    if (!node) return;
    const message = `System OOM encountered, victim process: ${process}, pid: 1`;
    const source = { component: 'kubelet', host: node.metadata.name };
    this.writer.write(source, { object: node, type: 'Warning', reason: 'SystemOOM', message });
  }

  private tell(
    run: PodRun,
    container: string,
    reason: string,
    message: string,
    type: 'Normal' | 'Warning' = 'Normal',
  ): void {
    const isInit = run.containers.some(({ name, role }) => name === container && role !== 'main');
    const fieldPath = `spec.${isInit ? 'initContainers' : 'containers'}{${container}}`;
    this.writer.write(sourceOf(run), { object: run.pod, type, reason, message, fieldPath });
  }
}

function sourceOf(run: PodRun): { component: string; host: string } {
  return { component: 'kubelet', host: run.nodeName };
}

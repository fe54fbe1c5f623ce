import { createHash } from 'node:crypto';
import { containerRefs } from './population';

const DAY_SECONDS = 86_400;
const PAGE_BYTES = 4096;
const NODES = 200;
/** The end of the past, Unix seconds: a whole day. */
export const PAST_END_SECONDS = Date.UTC(2026, 2, 2) / 1000;

/**
 * One day of this many containers of the population before `end`, in the OpenMetrics format, with the labels that
 * kubelets give; both ends included.
 */
export function* pastText(
  containers: number,
  day: number,
  days: number,
  stepSeconds: number,
  end = PAST_END_SECONDS,
): Generator<string> {
  const refs = containerRefs(containers);
  const from = end - (days - day) * DAY_SECONDS;
  const isLast = day === days - 1;
  const to = from + DAY_SECONDS - (isLast ? 0 : stepSeconds);
  const labelsOf = ({ namespace, pod, container }: (typeof refs)[number], index: number) => {
    const id = createHash('sha256').update(pod).digest('hex');
    return [
      `namespace="${namespace}",pod="${pod}",container="${container}",name="${id}"`,
      `id="/kubepods.slice/kubepods-burstable.slice/cri-containerd-${id}.scope",job="kubelet"`,
      `image="registry.example.com/${namespace}/app@sha256:${id.slice(32)}${id.slice(0, 32)}"`,
      `node="node-${index % NODES}",instance="10.0.${index % NODES}.1:10250",metrics_path="/metrics/cadvisor"`,
    ].join();
  };
  yield '# TYPE container_cpu_usage_seconds counter\n';
  for (const [index, ref] of refs.entries()) {
    const series = `container_cpu_usage_seconds_total{cpu="total",${labelsOf(ref, index)}} `;
    let text = '';
    for (let at = from; at <= to; at += stepSeconds) {
      const steps = (at - end) / stepSeconds + 1e6;
      // Rises by 0.05 to 0.95 cores, in waves.
      const used = (0.05 + (index % 900) / 1000) * steps * stepSeconds + 300 * Math.sin(at / 7000 + index);
      text += `${series}${used.toFixed(3)} ${at}\n`;
    }
    yield text;
  }
  yield '# TYPE container_memory_working_set_bytes gauge\n';
  for (const [index, ref] of refs.entries()) {
    const series = `container_memory_working_set_bytes{${labelsOf(ref, index)}} `;
    let text = '';
    for (let at = from; at <= to; at += stepSeconds) {
      // Kernels count whole pages.
      const pages = Math.round((30e6 + (index % 700) * 1e6 + 2e7 * Math.sin(at / 5000 + index)) / PAGE_BYTES);
      text += `${series}${pages * PAGE_BYTES} ${at}\n`;
    }
    yield text;
  }
  yield '# EOF\n';
}

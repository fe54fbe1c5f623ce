import { isKubeError, type KubeClient, MERGE_PATCH } from '@/server/kube/client';
import type { ProblemReporter } from '@/server/kube/problems';
import { errorText } from '@/server/lib/report/errors';
import { fewAtATime } from '@/server/lib/time/few-at-a-time';
import { API_RESOURCES, pathOf } from '@/server/objects/resources';
import { aboutVpa } from '@/server/words/object-fault';
import type { ProblemCode } from '@/server/words/problems';
import type { ServedVpa } from '../vpas/served-vpa';

const WRITES_AT_ONCE = 4;
/** What says nothing of the VPA: the next pass tries again. */
const LATER = ['conflict', 'too-many', 'unreachable', 'timeout', 'unauthorized', 'not-leading'] as const;

/** What the recommender writes on VPAs beside their status. */
export interface WrittenAnnotation {
  readonly annotation: string;
  /** What is reported while it cannot be written. */
  readonly problem: ProblemCode;
  /** What it should become; `null` removes it, undefined leaves it. */
  textDue(served: ServedVpa): string | null | undefined;
}

/** Writes annotations on VPAs, where updater and admission read them. */
export class AnnotationWriter {
  constructor(
    private readonly client: Pick<KubeClient, 'request'>,
    private readonly problems: ProblemReporter,
    /** Asked before each write: whether this process is the one that writes. */
    private readonly mayWrite: () => boolean,
    private readonly written: WrittenAnnotation,
  ) {}

  /** Writes what changed, and takes back what is no longer asked for; what cannot be written follows with the next pass. */
  async write(servedVpas: Iterable<ServedVpa>, stopping: AbortSignal): Promise<void> {
    const due: { served: ServedVpa; text: string | null }[] = [];
    for (const served of servedVpas) {
      const text = this.written.textDue(served);
      if (text !== undefined) due.push({ served, text });
    }
    await fewAtATime(due, (one) => this.writeOne(one.served, one.text), {
      atOnce: WRITES_AT_ONCE,
      goesOn: () => !stopping.aborted && this.mayWrite(),
    });
  }

  private async writeOne({ namespace, name, vpa }: ServedVpa, text: string | null): Promise<void> {
    const { annotation, problem } = this.written;
    const about = aboutVpa({ namespace, name });
    try {
      await this.client.request('PATCH', pathOf(API_RESOURCES.vpas, namespace, name), {
        body: { metadata: { uid: vpa.metadata.uid, annotations: { [annotation]: text } } },
        contentType: MERGE_PATCH,
      });
      this.problems.clear(problem, about);
    } catch (error) {
      if (isKubeError(error, 'not-found', 'gone')) this.problems.clear(problem, about);
      else if (!isKubeError(error, ...LATER)) this.problems.report(problem, about, errorText(error));
    }
  }
}

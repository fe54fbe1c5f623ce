import { isKubeError, type KubeClient, MERGE_PATCH } from '../kube/client';
import { isRefusal } from '../kube/failures';
import { errorText } from '../lib/report/errors';
import type { Clock } from '../lib/time/clock';
import { API_RESOURCES, pathOf } from '../objects/resources';
import type { VerticalPodAutoscaler } from '../objects/vpa-types';
import type { ChangeRecord, JournalWriter } from '../store';
import type { ChangeKind } from '../words/records';
import type { RemovalCause, RuleStep } from './step';

/** `moved`: somebody was faster, and the watch shows what is there now. */
export type WriteOutcome = { kind: 'done' } | { kind: 'moved' } | { kind: 'refused'; why: string };

interface HandParts {
  client: Pick<KubeClient, 'request'>;
  clock: Clock;
  recorder: Pick<JournalWriter, 'begin'>;
}

const CHANGES: Record<RuleStep['kind'], ChangeKind> = {
  create: 'policy-vpa-made',
  patch: 'policy-vpa-changed',
  release: 'policy-vpa-released',
  remove: 'policy-vpa-removed',
};

const WHY_REMOVED: Record<RemovalCause, string> = {
  'workload-gone': 'the workload is gone',
  'no-policy': 'no policy matches the workload any more',
  'opted-out': 'the workload or its namespace opted out',
  'not-topmost': 'another controller owns the workload',
  'has-own-vpa': 'the workload has a VPA of its own',
  second: 'the workload has another VPA of a policy',
  'policy-deleted': 'the policy was deleted',
};

/** Does one step at a time, each only on the version of the VPA that was judged, and records it. */
export class RulesActuator {
  constructor(private readonly parts: HandParts) {}

  /** @throws KubeError if the API server does not answer, or this process no longer leads */
  async take(step: RuleStep): Promise<WriteOutcome> {
    const { clock, recorder } = this.parts;
    const record = recorder.begin();
    const change = recordOf(step, clock.now());
    try {
      await this.send(step);
      record(change);
      return { kind: 'done' };
    } catch (thrown) {
      // What is there already, or gone already, or newer, is judged again once the watch shows it.
      const isMoved = isKubeError(thrown, 'not-found', 'conflict');
      const isUndone = isMoved || isKubeError(thrown, 'not-leading');
      record(...(isUndone ? [] : [{ ...change, ...failure(thrown) }]));
      if (isMoved) return { kind: 'moved' };
      // A webhook that fails for one namespace is answered as a fault of the server.
      if (isKubeError(thrown, 'invalid', 'forbidden', 'server'))
        return { kind: 'refused', why: errorText(thrown) };
      throw thrown;
    }
  }

  private send(step: RuleStep): Promise<unknown> {
    const { client } = this.parts;
    const { namespace, name, uid, resourceVersion } = step.vpa.metadata;
    const path = pathOf(API_RESOURCES.vpas, namespace, step.kind === 'create' ? undefined : name);
    switch (step.kind) {
      case 'create':
        return client.request<VerticalPodAutoscaler>('POST', path, { body: step.vpa });
      case 'patch':
      case 'release':
        return client.request('PATCH', path, { body: step.patch, contentType: MERGE_PATCH });
      case 'remove':
        return client.request('DELETE', path, {
          body: {
            kind: 'DeleteOptions',
            apiVersion: 'v1',
            preconditions: { uid, ...(isGone(step) ? {} : { resourceVersion }) },
          },
        });
    }
  }
}

/** A VPA without its workload goes whatever its status says by now. */
function isGone(step: RuleStep): boolean {
  return step.kind === 'remove' && step.why === 'workload-gone';
}

function failure(thrown: unknown): Pick<ChangeRecord, 'outcome' | 'detail'> {
  return { outcome: isRefusal(thrown) ? 'refused' : 'unavailable', detail: errorText(thrown) };
}

function recordOf(step: RuleStep, atMs: number): ChangeRecord {
  const { namespace = '', name } = step.vpa.metadata;
  return {
    kind: 'change',
    atMs,
    who: `policy ${step.policy}`,
    change: CHANGES[step.kind],
    namespace,
    name,
    outcome: 'done',
    detail: step.kind === 'remove' ? WHY_REMOVED[step.why] : '',
    before: step.kind === 'create' ? null : step.vpa.spec,
    after: step.kind === 'create' ? step.vpa.spec : step.kind === 'patch' ? (step.patch.spec ?? null) : null,
  };
}

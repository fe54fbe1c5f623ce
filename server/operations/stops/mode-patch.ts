import {
  FORMER_MODE_ANNOTATION,
  type FormerMode,
  formerModeFrom,
  formerModeText,
} from '../../decide/pods/mode-before-stop';
import { isServedNamespace } from '../../decide/pods/served-namespaces';
import { isStopped, type StopState } from '../../decide/pods/stop';
import type { PodUpdatePolicy, UpdateMode, VerticalPodAutoscaler } from '../../objects/vpa-types';

export interface ModePatch {
  kind: 'stop' | 'restore';
  from: UpdateMode | undefined;
  to: UpdateMode | undefined;
  /** A JSON merge patch, valid only for the version of the VPA it was made from. */
  body: object;
}

/** Whether the mode of a VPA, or its saved mode, does not match the stops in force. */
export function needsPatch({ metadata, spec }: VerticalPodAutoscaler, state: StopState): boolean {
  const { namespace = '', name } = metadata;
  if (!isServedNamespace(state.reach, namespace)) return false;
  return isStopped(state, namespace, name)
    ? spec?.updatePolicy?.updateMode !== 'Off'
    : metadata.annotations?.[FORMER_MODE_ANNOTATION] !== undefined;
}

/** What must change in a VPA so that its mode matches the stops in force; undefined if it does. */
export function modePatch(vpa: VerticalPodAutoscaler, state: StopState): ModePatch | undefined {
  if (!needsPatch(vpa, state)) return undefined;
  const { namespace = '', name, resourceVersion, annotations } = vpa.metadata;
  const policy = vpa.spec?.updatePolicy;
  if (isStopped(state, namespace, name)) {
    const former: FormerMode = { mode: policy?.updateMode ?? null, policy: policy !== undefined };
    return {
      kind: 'stop',
      from: policy?.updateMode,
      to: 'Off',
      body: {
        metadata: { resourceVersion, annotations: { [FORMER_MODE_ANNOTATION]: formerModeText(former) } },
        spec: { updatePolicy: { updateMode: 'Off' } },
      },
    };
  }
  const metadata = { resourceVersion, annotations: { [FORMER_MODE_ANNOTATION]: null } };
  const former = formerModeFrom(annotations?.[FORMER_MODE_ANNOTATION] ?? '');
  // Someone chose another mode since, or the note is not ours: nothing to restore.
  if (!former || policy?.updateMode !== 'Off')
    return { kind: 'restore', from: policy?.updateMode, to: policy?.updateMode, body: { metadata } };
  return {
    kind: 'restore',
    from: 'Off',
    to: former.mode ?? undefined,
    body: { metadata, spec: { updatePolicy: restored(policy, former) } },
  };
}

function restored(policy: PodUpdatePolicy, former: FormerMode): { updateMode: UpdateMode | null } | null {
  const isOnlyMode = Object.keys(policy).every((field) => field === 'updateMode');
  return !former.policy && isOnlyMode ? null : { updateMode: former.mode };
}

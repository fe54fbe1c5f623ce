import { type CompiledVpa, compileVpa, recommendationIn } from '@/server/decide/pods/compiled-vpa';
import type { VerticalPodAutoscaler } from '@/server/objects/vpa-types';

/** The VPA with all that its status recommends: the reference counts containers that its policy turns off, too. */
export function asTheReference(vpa: VerticalPodAutoscaler): CompiledVpa {
  return { ...compileVpa(vpa), recommendation: recommendationIn(vpa) };
}

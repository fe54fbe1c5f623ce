import type { ChangeTexts } from '../../contract/operations';
import { EDITED_ANNOTATIONS } from '../../decide/features/edits';
import { heldMode } from '../../decide/pods/mode-before-stop';
import { type JsonObject, plain } from '../../objects/json-object';
import { API_RESOURCES, apiVersionOf } from '../../objects/resources';
import type { VerticalPodAutoscaler } from '../../objects/vpa-types';
import { yamlText, yamlTextLike } from '../../words/yaml';
import { mergeDifference } from './merge-difference';

const IDENTITY = { apiVersion: apiVersionOf(API_RESOURCES.vpas), kind: API_RESOURCES.vpas.kind };
const HELM_KEY = 'verticalPodAutoscaler';

/** A change of a VPA as texts, to be made elsewhere than here. */
export function changeTexts(before: VerticalPodAutoscaler, after: VerticalPodAutoscaler): ChangeTexts {
  const [was, is] = [shownPart(before), shownPart(after)];
  const { name, namespace = '' } = before.metadata;
  const { metadata = {}, ...difference } = mergeDifference(was, is) as { metadata?: JsonObject };
  const patch = { ...(Object.keys(metadata).length > 0 && { metadata }), ...difference };
  const { targetRef: _target, ...values } = is.spec;
  return {
    yaml: {
      before: yamlText({ ...IDENTITY, ...was }),
      after: yamlTextLike({ ...IDENTITY, ...is }, { ...IDENTITY, ...was }),
    },
    kubectl: `kubectl patch ${API_RESOURCES.vpas.plural} ${name} -n ${namespace} --type=merge -p ${shellText(patch)}`,
    kustomize: yamlText({ ...IDENTITY, metadata: { name, namespace, ...metadata }, ...difference }),
    helm: `# For a chart whose template writes these values into the spec of the VPA.\n${yamlText({ [HELM_KEY]: { ...(is.metadata.annotations && { annotations: is.metadata.annotations }), ...values } })}`,
  };
}

/** What of a VPA people state, with the mode that they want if a stop holds it back. */
function shownPart(vpa: VerticalPodAutoscaler): {
  metadata: JsonObject & { annotations?: JsonObject };
  spec: JsonObject;
} {
  const { namespace, name, annotations = {} } = vpa.metadata;
  const kept = Object.entries(annotations).filter(([key]) => EDITED_ANNOTATIONS.includes(key));
  const held = heldMode(vpa);
  const spec = held
    ? { ...vpa.spec, updatePolicy: { ...vpa.spec.updatePolicy, updateMode: held.mode } }
    : vpa.spec;
  return plain({
    metadata: { name, namespace, ...(kept.length > 0 && { annotations: Object.fromEntries(kept) }) },
    spec: { ...spec },
  });
}

function shellText(value: object): string {
  return `'${JSON.stringify(value).replaceAll("'", "'\\''")}'`;
}

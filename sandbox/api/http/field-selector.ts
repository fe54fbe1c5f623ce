import { badRequest } from '@/sandbox/api/api-error';
import { isJsonObject } from '@/sandbox/api/json';
import type { Kind } from '@/sandbox/api/kinds/kind';
import { kindKey } from '@/sandbox/api/kinds/kind';
import type { KubeObject } from '@/server/objects/types';

interface Term {
  path: string[];
  equal: boolean;
  value: string;
}

/** The fields besides metadata.name and metadata.namespace that a kind can be selected by. */
const SELECTABLE: Record<string, string[]> = {
  pods: [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'spec.hostNetwork',
    'status.phase',
    'status.podIP',
    'status.nominatedNodeName',
  ],
  events: [
    'involvedObject.kind',
    'involvedObject.namespace',
    'involvedObject.name',
    'involvedObject.uid',
    'involvedObject.apiVersion',
    'involvedObject.resourceVersion',
    'involvedObject.fieldPath',
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
  nodes: ['spec.unschedulable'],
  namespaces: ['status.phase'],
  secrets: ['type'],
  'replicasets.apps': ['status.replicas'],
  replicationcontrollers: ['status.replicas'],
  'jobs.batch': ['status.successful'],
};

type FieldFilter = (object: KubeObject) => boolean;

/** @throws ApiError 400 for a malformed selector or an unsupported field */
export function fieldFilter(kind: Kind, text: string | null): FieldFilter | undefined {
  if (!text) return undefined;
  const terms = text.split(',').filter(Boolean).map(parseTerm);
  const known = new Set(['metadata.name', 'metadata.namespace', ...(SELECTABLE[kindKey(kind)] ?? [])]);
  for (const term of terms) {
    const label = term.path.join('.');
    if (!known.has(label)) {
      throw badRequest(
        `Unable to find "${kind.group ? `${kind.group}/` : ''}${kind.version}, Resource=${kind.plural}" that match label selector "", field selector "${text}": field label not supported: ${label}`,
      );
    }
  }
  return (object) => terms.every((term) => (textAt(object, term.path) === term.value) === term.equal);
}

function parseTerm(text: string): Term {
  const match = /^([^!=]+)(!=|==|=)(.*)$/.exec(text);
  if (!match)
    throw badRequest(`invalid field selector: invalid selector: '${text}'; can't understand '${text}'`);
  const [, path = '', operator, value = ''] = match;
  return { path: path.trim().split('.'), equal: operator !== '!=', value };
}

function textAt(object: unknown, path: string[]): string {
  let value = object;
  for (const key of path) value = isJsonObject(value) ? value[key] : undefined;
  if (path.length === 1 && path[0] === 'source' && isJsonObject(value)) value = value.component;
  if (value === undefined || value === null)
    return path.at(-1) === 'unschedulable' || path.at(-1) === 'hostNetwork' ? 'false' : '';
  return String(value);
}

import {
  BOOST_FIELDS,
  CONTAINER_FIELDS,
  type PolicyField,
  REQUIREMENT_FIELDS,
  VPA_FIELDS,
} from '@/server/contract/policy-fields';
import { isEmptyAt } from '../edit/empty-places';
import type { PolicyFields } from './form-values';

/** The input for a path of the API, or a list there; undefined if it has none. */
function placeIn(fields: readonly PolicyField[], path: string): string | undefined {
  if (path.startsWith('startupBoost.cpu.')) {
    const place = placeIn(BOOST_FIELDS, path.slice('startupBoost.cpu.'.length));
    return place && `boost.${place}`;
  }
  const [root] = path.split('.');
  const field = fields.find((one) => one.path === path) ?? fields.find((one) => one.path === root);
  return field?.kind === 'boost' || field?.kind === 'requirements' ? undefined : field?.place;
}

/** The input of a server's error, as the form library names it; undefined if it has none. */
export function inputOf(field: string): string | undefined {
  const path = field
    .replaceAll(/\[([^\]]+)\]/g, '.$1')
    .replace(/^spec\./, '')
    .replace(/^(updatePolicy|resourcePolicy)\./, '');
  const [, list, index, rest = ''] =
    /^(containerPolicies|evictionRequirements)\.(\d+)\.?(.*)$/.exec(path) ?? [];
  if (
    path === 'calendar' ||
    path === 'scope' ||
    path === 'memoryLimit' ||
    path === 'limits' ||
    path === 'memoryFollows' ||
    path === 'firstChangeAfter' ||
    path === 'recommender' ||
    path === 'parameters' ||
    path.startsWith('parameters.')
  )
    return path;
  switch (list) {
    case 'containerPolicies': {
      const place = rest === 'containerName' ? rest : placeIn(CONTAINER_FIELDS, rest);
      return place && `containers.${index}.${place}`;
    }
    case 'evictionRequirements': {
      const place = placeIn(REQUIREMENT_FIELDS, rest);
      return place && `requirements.${index}.${place}`;
    }
    default:
      return placeIn(VPA_FIELDS, path);
  }
}

/** Whether the input is empty; names of parameters may contain dots. */
export function isEmptyInput(values: PolicyFields, input: string): boolean {
  const [, parameter] = /^parameters\.(.+)$/.exec(input) ?? [];
  return parameter === undefined ? isEmptyAt(values, input) : !values.parameters[parameter];
}

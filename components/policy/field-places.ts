const PLACES: Record<string, string> = {
  updateMode: 'updateMode',
  minReplicas: 'minReplicas',
  evictAfterOOMSeconds: 'evictAfterOomSeconds',
};

const CONTAINER_PLACES: Record<string, string> = {
  containerName: 'containerName',
  mode: 'mode',
  'minAllowed.cpu': 'minCpu',
  'minAllowed.memory': 'minMemory',
  'maxAllowed.cpu': 'maxCpu',
  'maxAllowed.memory': 'maxMemory',
  controlledResources: 'controlled',
  controlledValues: 'limits',
  oomBumpUpRatio: 'oomRatio',
  oomMinBumpUp: 'oomLeast',
  memoryAggregationIntervalSeconds: 'intervalSeconds',
  memoryAggregationIntervalCount: 'intervals',
};

const BOOST_PLACES: Record<string, string> = {
  type: 'boost.kind',
  factor: 'boost.factor',
  quantity: 'boost.quantity',
  durationSeconds: 'boost.durationSeconds',
};

const REQUIREMENT_PLACES: Record<string, string> = { resources: 'resources', changeRequirement: 'change' };

function boostPlace(path: string): string | undefined {
  const cpu = /^startupBoost\.cpu\.(\w+)$/.exec(path);
  return cpu ? BOOST_PLACES[cpu[1] ?? ''] : undefined;
}

/** The input a server's complaint is about, as the form library names it; undefined when it has none. */
export function inputOf(field: string): string | undefined {
  const path = field
    .replaceAll(/\[([^\]]+)\]/g, '.$1')
    .replace(/^spec\./, '')
    .replace(/^(updatePolicy|resourcePolicy)\./, '');
  const [, list, index, rest = ''] =
    /^(containerPolicies|evictionRequirements)\.(\d+)\.?(.*)$/.exec(path) ?? [];
  if (list === 'containerPolicies') {
    const place = CONTAINER_PLACES[rest] ?? CONTAINER_PLACES[rest.split('.')[0] ?? ''] ?? boostPlace(rest);
    return place && `containers.${index}.${place}`;
  }
  if (list === 'evictionRequirements') {
    const place = REQUIREMENT_PLACES[rest.split('.')[0] ?? ''];
    return place && `requirements.${index}.${place}`;
  }
  return PLACES[path] ?? boostPlace(path);
}

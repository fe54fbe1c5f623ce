/** Where in the form a field of an edit is typed; undefined if nowhere. */
const PLACES: readonly [RegExp, string][] = [
  [/^(minReplicas|maxReplicas)$/, '$1'],
  [/^(metrics\.\d+)\.(?:resource|containerResource)\.name$/, '$1.resource'],
  [/^(metrics\.\d+)\.containerResource\.container$/, '$1.container'],
  [/^(metrics\.\d+)\.(?:pods|object|external)\.metric(?:\..*|Name)?$/, '$1.metric'],
  [/^(metrics\.\d+)\.object\.describedObject\.apiVersion$/, '$1.objectApiVersion'],
  [/^(metrics\.\d+)\.object\.describedObject\.kind$/, '$1.objectKind'],
  [/^(metrics\.\d+)\.object\.describedObject\.name$/, '$1.objectName'],
  [/^(metrics\.\d+)\.\w+\.target(?:\..*)?$/, '$1.target'],
  [/^(metrics\.\d+)\.type$/, '$1.type'],
  [/^behavior\.scale(Up|Down)\.stabilizationWindowSeconds$/, '$1.window'],
  [/^behavior\.scale(Up|Down)\.selectPolicy$/, '$1.select'],
  [/^behavior\.scale(Up|Down)\.tolerance$/, '$1.tolerance'],
  [/^behavior\.scale(Up|Down)\.(policies\.\d+\.\w+)$/, '$1.$2'],
];

export function hpaInputOf(field: string): string | undefined {
  const place = PLACES.find(([pattern]) => pattern.test(field));
  return place && field.replace(...place).replace(/^(Up|Down)/, (direction) => direction.toLowerCase());
}

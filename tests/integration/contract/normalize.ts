/**
 * Takes out of an answer what differs between any two clusters: times, uids, resource versions, random names,
 * hashes, addresses, ages. What a server newer than the recorded one adds to pods goes too, and of a running
 * pod's status only the phase stays, since a stand-in kubelet wrote the recorded ones.
 */
export function normalize(value: unknown): unknown {
  if (typeof value === 'string') return normalizeText(value);
  if (Array.isArray(value)) return value.map(normalize);
  if (!isJsonObject(value)) return value;
  if (value.kind === 'Table') return normalizeTable(value);
  const pod = isPod(value) ? withoutKubelet(value) : isPodMetadata(value) ? withoutGeneration(value) : value;
  const entries = Object.entries(pod)
    .filter(([key]) => key !== 'managedFields' && key !== 'selfLink')
    .map(([key, each]): [string, unknown] => [key, OPAQUE.has(key) ? `<${key}>` : normalize(each)]);
  return Object.fromEntries(entries);
}

const OPAQUE = new Set(['resourceVersion', 'uid', 'continue', 'controller-uid', 'nodeName', 'caBundle']);
const RANDOM = '[bcdfghjklmnpqrstvwxz2456789]';

function normalizeText(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>')
    .replace(/\b(web|db|agent|once|tick)\.[0-9a-z]{5,17}\b/g, '$1.<event>')
    .replace(/\b(huge)\.[0-9a-f]{16}\b/g, '$1.<event>')
    .replace(
      new RegExp(`\\b(web|db|agent|once|tick)-[0-9a-z]{8,10}-${RANDOM}{5}\\b`, 'g'),
      '$1-<hash>-<random>',
    )
    .replace(/\b(web|db)-[0-9a-z]{8,10}\b/g, '$1-<hash>')
    .replace(new RegExp(`\\b(agent|once)-${RANDOM}{5}\\b`, 'g'), '$1-<random>')
    .replace(/^(?=[a-z0-9]*\d)[bcdf-hj-np-tv-xz0-9]{8,10}$/, '<hash>')
    .replace(/^default-scheduler-[a-z]+$/, 'default-scheduler-<host>')
    .replace(/\bnode-\d\b/g, '<node>')
    .replace(/(must specify .*)/, (said) => said.replaceAll(/ for: [^;]+/g, '').replaceAll('; ', ','))
    .replace(/(less than or equal to \w+ limit) of [\w.]+/g, '$1')
    .replace(/(127\.0\.0\.1|192\.0\.2\.2):\d+/g, '<address>')
    .replace(/\b10\.\d+\.\d+\.\d+\b/g, '<ip>');
}

function normalizeTable(table: Record<string, unknown>): unknown {
  const { kind: _kind, rows, ...rest } = table;
  const cells = (row: Record<string, unknown>) =>
    (row.cells as unknown[]).map((cell) =>
      typeof cell === 'string' && /^(\d+[smhdy])+$/.test(cell) ? '<age>' : normalize(cell),
    );
  return {
    ...(normalize(rest) as object),
    rows: (rows as Record<string, unknown>[]).map((row) => ({
      ...(normalize(row) as object),
      cells: cells(row),
    })),
  };
}

function isPod(value: Record<string, unknown>): boolean {
  const { spec } = value;
  return isJsonObject(spec) && Array.isArray(spec.containers) && isJsonObject(value.metadata);
}

/** What stands for a pod in a table or a list of metadata. */
function isPodMetadata(value: Record<string, unknown>): boolean {
  const { metadata } = value;
  return (
    value.kind === 'PartialObjectMetadata' && isJsonObject(metadata) && metadata.generateName !== undefined
  );
}

function withoutGeneration(value: Record<string, unknown>): Record<string, unknown> {
  const { generation: _generation, ...metadata } = value.metadata as Record<string, unknown>;
  return { ...value, metadata };
}

function withoutKubelet(pod: Record<string, unknown>): Record<string, unknown> {
  const { generation: _generation, ...metadata } = pod.metadata as Record<string, unknown>;
  const status = isJsonObject(pod.status) ? { phase: pod.status.phase, qosClass: pod.status.qosClass } : {};
  return { ...pod, metadata, status };
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

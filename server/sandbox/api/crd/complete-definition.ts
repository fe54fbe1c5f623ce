import { isRecord, type JsonRecord } from '../json';

/** What a server fills into a definition. */
export function completeDefinition(object: JsonRecord): void {
  const spec = isRecord(object.spec) ? object.spec : {};
  if (isRecord(spec.names)) {
    spec.names.singular ??= String(spec.names.kind ?? '').toLowerCase();
    spec.names.listKind ??= `${String(spec.names.kind ?? '')}List`;
  }
  spec.conversion ??= { strategy: 'None' };
}

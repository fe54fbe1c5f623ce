/** What takes the place of a plain value in a manifest once it is a template. */
type Slot =
  /** Text of a value, on its line. */
  | { kind: 'value'; text: string }
  /** A value that is JSON; its whole line is left out if the value is empty. */
  | { kind: 'optional'; path: string }
  /** Lines in place of a key or of an item of a list; those that begin with `{{-` stay at the margin. */
  | { kind: 'lines'; lines: readonly string[] };

const PLACE = /TEMPLATE\((\d+)\)/;

/** Values of manifests that become expressions of Go templates. */
export class Slots {
  private readonly slots: Slot[] = [];

  value(text: string): string {
    return this.add({ kind: 'value', text });
  }

  /** The value at a path such as `.Values.tolerations`, or nothing. */
  optional(path: string): string {
    return this.add({ kind: 'optional', path });
  }

  /** The value at a path, or this one if it is empty. */
  orElse(key: string, path: string, value: unknown): string {
    return this.lines(
      `{{- if ${path} }}`,
      `${key}: {{ template "plumbline.json" ${path} }}`,
      '{{- else }}',
      `${key}: ${JSON.stringify(value)}`,
      '{{- end }}',
    );
  }

  lines(...lines: string[]): string {
    return this.add({ kind: 'lines', lines });
  }

  /** The text of a template, from YAML whose values were made here. */
  fill(yaml: string): string {
    return yaml
      .replaceAll('{{', '{{ "{{" }}')
      .split('\n')
      .flatMap((line) => this.filled(line))
      .join('\n');
  }

  private add(slot: Slot): string {
    return `TEMPLATE(${this.slots.push(slot) - 1})`;
  }

  private filled(line: string): string[] {
    const slot = this.slots[Number(PLACE.exec(line)?.[1] ?? -1)];
    if (!slot) return [line];
    if (slot.kind === 'value') return this.filled(line.replace(PLACE, () => slot.text));
    const indent = /^ */.exec(line)?.[0] ?? '';
    if (slot.kind === 'lines') return slot.lines.map((one) => (one.startsWith('{{-') ? one : indent + one));
    const filled = line.replace(PLACE, () => `{{ template "plumbline.json" ${slot.path} }}`);
    return [`{{- if ${slot.path} }}`, filled, '{{- end }}'];
  }
}

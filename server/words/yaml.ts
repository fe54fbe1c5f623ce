import { Document, type Scalar, stringify, visit } from 'yaml';
import { isJsonObject } from '../objects/json-object';

/**
 * What programs written in Go read as a number where YAML 1.1 has a text, once underscores are left out: `0X1F`, `0O17`,
 * `1e_3` (sigs.k8s.io/yaml v1.4.0 `goyaml.v2/resolve.go`, by strconv.ParseInt with base 0).
 */
const NUMBER_IN_GO = /^[-+]?(0x[\da-f]+|0b[01]+|0o?[0-7]+|(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?)$/i;

function isNumberInGo(text: string): boolean {
  return NUMBER_IN_GO.test(text.replaceAll('_', ''));
}

/**
 * An object as YAML that kubectl reads as it was meant: it goes by YAML 1.1, where `Off` and `22:00` without
 * quotes are no texts.
 */
export function yamlText(value: object): string {
  const document = new Document(value, { compat: 'yaml-1.1' });
  visit(document, {
    Scalar: (_, node: Scalar) => {
      if (typeof node.value === 'string' && isNumberInGo(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString();
}

/** The same as `yamlText`, with the keys in the order in which another object has them; what that has not comes last. */
export function yamlTextLike(value: object, other: object): string {
  return yamlText(inOrderOf(value, other) as object);
}

/** The items of a list are compared with those of the same name, or else of the same place. */
function inOrderOf(value: unknown, other: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(other))
    return value.map((item: unknown, index) => {
      const name = nameOf(item);
      const named = name === undefined ? undefined : other.find((one) => nameOf(one) === name);
      return inOrderOf(item, named ?? other[index]);
    });
  if (!isJsonObject(value) || !isJsonObject(other)) return value;
  const keys = [...Object.keys(other).filter((key) => Object.hasOwn(value, key)), ...Object.keys(value)];
  return Object.fromEntries([...new Set(keys)].map((key) => [key, inOrderOf(value[key], other[key])]));
}

function nameOf(item: unknown): unknown {
  return isJsonObject(item) ? (item.containerName ?? item.name) : undefined;
}

/** One text on one line, for the same readers. Writing records line by line with it is fast. */
export function yamlScalar(text: string): string {
  // Quoted singly it could span lines.
  if (text.includes('\n') || isNumberInGo(text)) return JSON.stringify(text);
  return stringify(text, { compat: 'yaml-1.1', lineWidth: 0, blockQuote: false }).replace(/\n$/, '');
}

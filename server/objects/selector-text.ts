import { byKey, type Requirement, type Selector, SelectorError } from './requirement';

const LABEL_NAME = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const TOKEN = /\s*(?:(==|!=|[=!(),<>])|([^\s=!(),<>]+))/y;

type Token = { kind: 'symbol' | 'word'; text: string; at: number };

/**
 * Parses the text form of API queries: `a=b`, `a==b`, `a!=b`, `a in (b,c)`, `a notin (b,c)`, `a`, `!a`,
 * `a>1`, `a<1`, joined by commas. An empty text matches everything.
 * @throws SelectorError naming the text and the position
 */
export function parseSelector(text: string): Selector {
  return new SelectorReader(text).read();
}

class SelectorReader {
  private readonly tokens: Token[];
  private position = 0;

  constructor(private readonly text: string) {
    this.tokens = tokenize(text);
  }

  read(): Selector {
    if (this.tokens.length === 0) return [];
    const requirements = [this.requirement()];
    while (this.position < this.tokens.length) {
      this.expect(',');
      requirements.push(this.requirement());
    }
    return requirements.sort(byKey);
  }

  private requirement(): Requirement {
    if (this.accept('!')) return { key: this.key(), operator: 'DoesNotExist', values: [] };
    const key = this.key();
    const next = this.tokens[this.position];
    if (!next || next.text === ',') return { key, operator: 'Exists', values: [] };
    this.position++;
    switch (next.text) {
      case '=':
      case '==':
        return { key, operator: 'In', values: [this.value()] };
      case '!=':
        return { key, operator: 'NotIn', values: [this.value()] };
      case 'in':
        return { key, operator: 'In', values: this.valueSet() };
      case 'notin':
        return { key, operator: 'NotIn', values: this.valueSet() };
      case '>':
        return { key, operator: 'GreaterThan', values: [this.integer()] };
      case '<':
        return { key, operator: 'LessThan', values: [this.integer()] };
      default:
        throw this.fault(next, 'expected an operator (=, !=, in, notin, <, >)');
    }
  }

  private key(): string {
    const token = this.word('a label key');
    const slash = token.text.indexOf('/');
    const name = token.text.slice(slash + 1);
    if (slash === 0 || name.length > 63 || !LABEL_NAME.test(name))
      throw this.fault(token, 'is not a label key');
    return token.text;
  }

  private value(): string {
    const next = this.tokens[this.position];
    if (!next || next.text === ',' || next.text === ')') return '';
    const token = this.word('a label value');
    if (token.text.length > 63 || !LABEL_NAME.test(token.text))
      throw this.fault(token, 'is not a label value');
    return token.text;
  }

  private integer(): string {
    const token = this.word('a whole number');
    if (!/^[+-]?\d+$/.test(token.text)) throw this.fault(token, 'is not a whole number');
    return token.text;
  }

  private valueSet(): string[] {
    this.expect('(');
    const values = [this.value()];
    while (this.accept(',')) values.push(this.value());
    this.expect(')');
    return [...new Set(values)].sort();
  }

  private word(what: string): Token {
    const token = this.tokens[this.position];
    if (token?.kind !== 'word') throw this.fault(token, `expected ${what}`);
    this.position++;
    return token;
  }

  private accept(symbol: string): boolean {
    const token = this.tokens[this.position];
    if (token?.kind !== 'symbol' || token.text !== symbol) return false;
    this.position++;
    return true;
  }

  private expect(symbol: string): void {
    if (!this.accept(symbol)) throw this.fault(this.tokens[this.position], `expected "${symbol}"`);
  }

  private fault(token: Token | undefined, why: string): SelectorError {
    const place = token ? `at "${token.text}" (character ${token.at + 1})` : 'at its end';
    return new SelectorError(`Selector "${this.text}" cannot be read ${place}: ${why}`);
  }
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const match = TOKEN.exec(text);
    if (!match) break;
    const [, symbol, word = ''] = match;
    const found = symbol ?? word;
    tokens.push({ kind: symbol ? 'symbol' : 'word', text: found, at: TOKEN.lastIndex - found.length });
  }
  return tokens;
}

/** The text form, sorted by key: `app=web,!canary,tier in (a,b)`. */
export function formatSelector(selector: Selector): string {
  return [...selector].sort(byKey).map(formatRequirement).join(',');
}

function formatRequirement({ key, operator, values }: Requirement): string {
  switch (operator) {
    case 'In':
      return values.length === 1 ? `${key}=${values[0]}` : `${key} in (${[...values].sort().join(',')})`;
    case 'NotIn':
      return values.length === 1 ? `${key}!=${values[0]}` : `${key} notin (${[...values].sort().join(',')})`;
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
    case 'GreaterThan':
      return `${key}>${values[0]}`;
    case 'LessThan':
      return `${key}<${values[0]}`;
  }
}

import * as z from 'zod';

/** What requests cost on a node, in the currency of the table. */
export interface Price {
  /** Per core and hour. */
  readonly cpu: number;
  /** Per GiB and hour. */
  readonly memory: number;
}

type NodeLabels = Readonly<Record<string, string>>;

/** The prices of a cluster. The first entry that fits a node counts. */
export interface PriceTable {
  /** Three letters, as in ISO 4217. */
  readonly currency: string;
  /** On nodes that no rule fits; absent if these have no price. */
  readonly base?: Price;
  readonly rules: readonly { readonly labels: NodeLabels; readonly price: Price }[];
  /** Nodes that cost only a share, from 0 to 1, of their price. */
  readonly spot: readonly { readonly labels: NodeLabels; readonly share: number }[];
}

/**
 * What is assumed where nobody stated prices: on-demand list price of N2 machines of Google Compute Engine in us-central1
 * (cloud.google.com/compute/vm-instance-pricing, January 2021).
 */
export const ASSUMED_PRICES: PriceTable = {
  currency: 'USD',
  base: { cpu: 0.031611, memory: 0.004237 },
  rules: [],
  spot: [],
};
export const ASSUMED_FROM =
  'the on-demand list price of Google Compute Engine N2 in us-central1 of January 2021';

/** More than any core or GiB costs, in any currency. */
export const HIGHEST_PRICE = 1_000_000;
const NUMBER = /^\d+(\.\d+)?(e-?\d{1,2})?$/i;
const LABEL = /^[A-Za-z0-9]([\w./-]*[A-Za-z0-9])?=[A-Za-z0-9]([\w.-]*[A-Za-z0-9])?$/;
const EXAMPLE = 'currency=USD cpu=0.0316 memory=0.0042';

class PriceFault extends Error {}

/**
 * Prices as people write them, entries separated by `;` or line ends, `#` before a comment:
 * `currency=USD cpu=0.0316 memory=0.0042; node.kubernetes.io/instance-type=m5.large: cpu=0.05 memory=0.006;
 * spot karpenter.sh/capacity-type=spot: 0.35`. Empty means no prices.
 */
export const priceTable = z.string().transform((text, context): PriceTable | undefined => {
  try {
    return readPrices(text);
  } catch (thrown) {
    if (!(thrown instanceof PriceFault)) throw thrown;
    context.addIssue({ code: 'custom', message: thrown.message });
    return z.NEVER;
  }
});

/** The same table as text, which `priceTable` reads back. */
export function pricesText({ currency, base, rules, spot }: PriceTable): string {
  const labels = (of: NodeLabels) =>
    Object.entries(of)
      .map(([name, value]) => `${name}=${value}`)
      .join(', ');
  const amounts = ({ cpu, memory }: Price) => `cpu=${cpu} memory=${memory}`;
  return [
    `currency=${currency}${base ? ` ${amounts(base)}` : ''}`,
    ...rules.map(({ labels: of, price }) => `${labels(of)}: ${amounts(price)}`),
    ...spot.map(({ labels: of, share }) => `spot ${labels(of)}: ${share}`),
  ].join('\n');
}

function readPrices(text: string): PriceTable | undefined {
  const entries = text
    .split('\n')
    .map((line) => line.replace(/#.*$/, ''))
    .join(';')
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.length === 0) return undefined;
  let currency: string | undefined;
  let base: Price | undefined;
  const rules: { labels: NodeLabels; price: Price }[] = [];
  const spot: { labels: NodeLabels; share: number }[] = [];
  const seen = new Set<string>();
  for (const entry of entries) {
    const colon = entry.indexOf(':');
    const head = colon < 0 ? '' : entry.slice(0, colon).trim();
    const once = colon < 0 ? 'the entry without labels' : `the entry "${head}"`;
    if (seen.has(once)) throw new PriceFault(`${once} is there twice; keep one`);
    seen.add(once);
    const body = entry.slice(colon + 1).trim();
    if (colon < 0) {
      const { currency: stated, ...price } = fieldsOf(entry, ['currency', 'cpu', 'memory']);
      currency = stated;
      if (price.cpu !== undefined || price.memory !== undefined) base = priceOf(price, entry);
    } else if (/^spot\s/.test(head)) {
      spot.push({ labels: labelsOf(head.replace(/^spot\s+/, ''), entry), share: shareOf(body, entry) });
    } else
      rules.push({ labels: labelsOf(head, entry), price: priceOf(fieldsOf(body, ['cpu', 'memory']), entry) });
  }
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency))
    throw new PriceFault(
      `currency ${currency === undefined ? 'is missing' : `"${currency}" is none`}; state three letters, as in "${EXAMPLE}"`,
    );
  if (!base && rules.length === 0)
    throw new PriceFault(
      `cpu and memory are missing; state what a core and a GiB cost in an hour, as in "${EXAMPLE}"`,
    );
  return { currency, ...(base && { base }), rules, spot };
}

function fieldsOf<Name extends string>(body: string, names: readonly Name[]): Partial<Record<Name, string>> {
  const fields: Partial<Record<Name, string>> = {};
  for (const word of body.split(/\s+/)) {
    const [, stated, value] = /^([^=]+)=(.+)$/.exec(word) ?? [];
    const name = names.find((one) => one === stated);
    if (name === undefined || value === undefined)
      throw new PriceFault(
        `"${word}" is not understood; an entry takes ${names.map((one) => `${one}=…`).join(' ')}, and labels end with a colon`,
      );
    if (fields[name] !== undefined) throw new PriceFault(`${name} is there twice in "${body}"; keep one`);
    fields[name] = value;
  }
  return fields;
}

function priceOf({ cpu, memory }: { cpu?: string; memory?: string }, entry: string): Price {
  return { cpu: amountOf('cpu', cpu, entry), memory: amountOf('memory', memory, entry) };
}

function amountOf(name: string, text: string | undefined, entry: string): number {
  const remedy = `write ${name}= and a number from 0 to ${HIGHEST_PRICE.toLocaleString('en-US')}, per ${name === 'cpu' ? 'core' : 'GiB'} and hour`;
  if (text === undefined) throw new PriceFault(`${name} is missing in "${entry}"; ${remedy}`);
  const value = Number(text);
  if (!NUMBER.test(text) || value > HIGHEST_PRICE)
    throw new PriceFault(`${name}=${text} in "${entry}" is no price; ${remedy}`);
  return value;
}

function shareOf(text: string, entry: string): number {
  const share = Number(text);
  if (NUMBER.test(text) && share <= 1) return share;
  throw new PriceFault(
    `the share "${text}" in "${entry}" is none; write a number from 0 to 1, such as 0.35 for 35 % of the price`,
  );
}

function labelsOf(text: string, entry: string): NodeLabels {
  const labels: Record<string, string> = {};
  for (const label of text.split(',').map((one) => one.trim())) {
    if (!LABEL.test(label))
      throw new PriceFault(
        `the label "${label}" in "${entry}" is none; write it as node.kubernetes.io/instance-type=m5.large, several separated by commas`,
      );
    const at = label.indexOf('=');
    labels[label.slice(0, at)] = label.slice(at + 1);
  }
  return labels;
}

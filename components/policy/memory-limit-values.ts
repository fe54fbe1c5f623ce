/** What the form offers of the annotation `plumbline.dev/memory-limit`. */
export interface LimitChoices {
  readonly isApart: boolean;
  readonly setsMissing: boolean;
  readonly allowsBurstable: boolean;
}

export function limitChoices(text: string): LimitChoices {
  const words = text.split(/[\s,]+/);
  return {
    isApart: !words.includes('in-proportion'),
    setsMissing: words.includes('set-missing'),
    allowsBurstable: words.includes('allow-burstable'),
  };
}

/** Empty for what counts without the annotation. */
export function limitWords({ isApart, setsMissing, allowsBurstable }: LimitChoices): string {
  if (!isApart) return 'in-proportion';
  const words = [setsMissing && 'set-missing', allowsBurstable && 'allow-burstable'];
  return words.filter((word) => word !== false).join(', ');
}

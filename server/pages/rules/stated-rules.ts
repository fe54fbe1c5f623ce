import { MOST_STATED, type StatedRulesView } from '../../contract/stated-rules';
import { canonicalText, ruleMark, type StatedRule } from '../../decide/pods/stated-rule';
import { ofKey } from '../../lib/memo/of-key';
import type { Sliced } from '../../lib/time/slices';
import type { RulesHandle } from '../../rules/handle';
import { compareTexts } from '../../words/natural-order';

type Policies = Pick<RulesHandle, 'policies' | 'policy'>;

/** Objects in caches are replaced, never changed. */
const marks = new WeakMap<object, Omit<StatedRule, 'spec'>>();

/** What the rules state, the first by name; those that are too long with no more than what they are compared by. */
export function* statedRules(followed: Policies): Sliced<Pick<StatedRulesView, 'all' | 'rules'>> {
  const named = followed
    .policies()
    .filter(({ builtIn }) => !builtIn)
    .map(({ name }) => name)
    .sort(compareTexts);
  const rules: StatedRule[] = [];
  let bytes = 0;
  for (const name of named.slice(0, MOST_STATED.rules)) {
    yield;
    const spec = followed.policy(name)?.spec;
    if (!spec) continue;
    const mark = ofKey(marks, spec, () => ruleMark(name, canonicalText(spec)));
    const isSent = mark.bytes <= MOST_STATED.bytesOfOne && bytes + mark.bytes <= MOST_STATED.bytes;
    if (isSent) bytes += mark.bytes;
    rules.push({ ...mark, ...(isSent && { spec }) });
  }
  return { all: named.length, rules };
}

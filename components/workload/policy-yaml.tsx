import { Code } from '@mantine/core';
import type { PolicyView as Policy } from '@/server/contract/recommendations';
import classes from '../lists/fact-table.module.css';
import { policyText } from './policy-text';

/** The policy in the object. */
export function PolicyYaml({ policy }: { policy: Policy }) {
  const { updatePolicy, startupBoost, resourcePolicy, recommender, controlledSignals, scope } = policy;
  const { named, annotation } = recommender;
  const text = policyText({
    annotations: {
      'plumbline.dev/recommender': annotation,
      'plumbline.dev/controlled-signals': controlledSignals,
      'plumbline.dev/scope': scope,
    },
    recommenders: named === undefined ? [] : [{ name: named }],
    updatePolicy,
    startupBoost,
    resourcePolicy,
  });
  if (!text)
    return (
      <p className={classes.nothing}>No policy: every container gets a recommendation without bounds.</p>
    );
  return (
    <Code block tabIndex={0} aria-label="Policy as YAML">
      {text}
    </Code>
  );
}

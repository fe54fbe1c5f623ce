import { Code } from '@mantine/core';
import { policyText } from './policy-text';

/** The policy as it stands in the object. */
export function PolicyView({ policy }: { policy: unknown }) {
  const text = policyText(policy);
  return (
    <Code block tabIndex={0} aria-label="Policy as YAML">
      {text || 'No policy: every container is recommended for, without limits of its own.'}
    </Code>
  );
}

import { DELIVERIES } from '@/server/words/messages';
import type { useTestMessage } from '../api/message-actions';
import { IconAlertTriangle, IconCircleCheck } from '../icons';
import { Callout } from '../layout/callout';

export function TestResult({ test }: { test: ReturnType<typeof useTestMessage> }) {
  const results = test.data?.results ?? [];
  const failed = results.filter(({ outcome }) => outcome !== 'delivered');
  return (
    <div role="status">
      {test.error && (
        <Callout
          icon={IconAlertTriangle}
          tone="danger"
          title="The test message was not sent"
          detail={test.error.message}
        />
      )}
      {results.length > 0 && (
        <Callout
          icon={failed.length > 0 ? IconAlertTriangle : IconCircleCheck}
          tone={failed.length > 0 ? 'warning' : 'neutral'}
          title={
            failed.length > 0 ? 'The test message did not arrive everywhere' : 'The test message arrived'
          }
          detail={results.map(({ host, outcome }) => `${host}: ${DELIVERIES[outcome]}`).join(' ')}
        />
      )}
    </div>
  );
}

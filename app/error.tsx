'use client';

import { Button } from '@mantine/core';
import { IconBug } from '@/components/icons';
import { Screen } from '@/components/screens/screen';

export default function PageError({ error, retry }: { error: Error; retry: () => void }) {
  return <CrashScreen message={error.message} onRetry={retry} />;
}

interface CrashScreenProps {
  message: string;
  onRetry: () => void;
}

/** A page failed in the browser; the rest of the product is not affected. */
function CrashScreen({ message, onRetry }: CrashScreenProps) {
  return (
    <Screen
      icon={IconBug}
      tone="bad"
      title="This page failed"
      detail={message}
      actions={<Button onClick={onRetry}>Try again</Button>}
    >
      Only the page is affected: recommending and updating continue.
    </Screen>
  );
}

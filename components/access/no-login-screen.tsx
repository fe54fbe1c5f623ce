import { Button } from '@mantine/core';
import { IconUserOff } from '../icons';
import Link from '../navigation/link';
import { Screen } from '../screens/screen';

/** Where nobody signs in: a proxy names people, or nobody asks who they are. */
export function NoLoginScreen({ byProxy }: { byProxy: boolean }) {
  return (
    <Screen
      icon={IconUserOff}
      title="Nobody signs in here"
      remedy={byProxy ? 'Open the dashboard at the address of the proxy.' : undefined}
      actions={
        <Button component={Link} href="/" variant="default">
          To the dashboard
        </Button>
      }
    >
      {byProxy
        ? 'A proxy in front of Plumbline says who people are. Your request did not come through it, or it named nobody.'
        : 'This dashboard does not ask who people are.'}
    </Screen>
  );
}

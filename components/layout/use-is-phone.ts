import { useMediaQuery } from '@mantine/hooks';

const PHONE = '(max-width: 480px)';

/** Whether the page is as narrow as a phone, where two pictures have no room beside each other. */
export function useIsPhone(): boolean {
  return useMediaQuery(PHONE) ?? false;
}

import { NoSuchPageScreen } from '@/components/screens/not-found-screens';

export default function NotFound() {
  return <NoSuchPageScreen />;
}

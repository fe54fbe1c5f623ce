import { type Access, type Person, RIGHTS } from '../../access';
import type { StopsView, StopView } from '../../operations/views';
import type { StatusAnswer } from './views';

/** A status, without what is about namespaces that the person may not read. */
export async function statusFor(
  status: StatusAnswer,
  guard: Access | undefined,
  person: Person,
): Promise<StatusAnswer> {
  if (!guard || (await guard.mayDo(person, RIGHTS.read()))) return status;
  const { stops, ...rest } = status;
  return {
    ...rest,
    problems: 0,
    needy: 0,
    awaiting: 0,
    blocking: [],
    ...(stops && {
      stops: await stopsFor(stops, (namespace) => guard.mayDo(person, RIGHTS.read(namespace))),
    }),
  };
}

async function stopsFor(
  { stops }: StopsView,
  mayRead: (namespace: string) => Promise<boolean>,
): Promise<StopsView> {
  const isShown = ({ scope }: StopView) => scope.kind === 'all' || mayRead(scope.namespace);
  const shown = await Promise.all(stops.map(isShown));
  return {
    stops: stops.filter((_, index) => shown[index]),
    progress: { affected: 0, done: 0, restoring: 0, failed: 0 },
    outOfReach: [],
  };
}

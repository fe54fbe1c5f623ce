import type { RoleHandle } from '../kube/role-context';
import type { TellingView, TestView } from './views';

/** The running role as the rest of the process sees it. */
export interface TellingHandle extends RoleHandle {
  view(): TellingView;
  /**
   * Sends a test message to every receiver, once.
   * @throws AppError `not-found` without a receiver, `busy` while another test runs
   */
  test(): Promise<TestView>;
}

import type { MessagesView, TestView } from '../contract/messages';
import type { RoleHandle } from '../kube/role-context';
import type { Covers } from './view';

/** The running role as the rest of the process sees it. */
export interface MessagesHandle extends RoleHandle {
  /** What is told about objects that `covers` has the namespaces of: undefined for what is in none. */
  view(covers?: Covers): MessagesView;
  /**
   * Sends a test message to every receiver, once.
   * @throws AppError `not-found` without a receiver, `busy` while another test runs
   */
  test(): Promise<TestView>;
}

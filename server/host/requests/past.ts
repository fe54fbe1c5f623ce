import { PastAnswers } from '../../pages/past/past-answers';

/** How the past of a container is read. */
export const pastAnswers = new PastAnswers();

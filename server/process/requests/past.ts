/** How the past of a container is read. */
export { readPast } from '../pages/past/read-past';

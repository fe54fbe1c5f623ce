/** How recommendation queries are read. */
export { readQuery } from '../../admission/recommendation-query';

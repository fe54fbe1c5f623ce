export { BASE_PATH_HEADER, belowBase, withoutBase } from '../lib/http/base-path';

import type { Call, ServerContext } from './context';
import { sendText } from './respond';

export function handleOpenApi(_context: ServerContext, call: Call): void {
  sendText(call.response, 404, '404 page not found\n');
}

/**
 * Loaded into a process and all that it starts: what asks another machine reaches nobody, and the address is noted in the
 * file that `ASKED_ADDRESSES` names.
 */
const { appendFileSync } = require('node:fs');
const net = require('node:net');

const LOOPBACK = /^(localhost|127\.|::1$)/;
const NOBODY = { host: '127.0.0.1', port: 1 };
const { connect } = net.Socket.prototype;

net.Socket.prototype.connect = function (...args) {
  const normalized = Array.isArray(args[0]) ? args[0] : net._normalizeArgs(args);
  const { path, host = 'localhost', port } = normalized[0];
  if (!path && !LOOPBACK.test(host)) {
    appendFileSync(process.env.ASKED_ADDRESSES, `${host}:${port}\n`);
    Object.assign(normalized[0], NOBODY);
  }
  return connect.call(this, normalized);
};

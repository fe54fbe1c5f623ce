#!/usr/bin/env node
/** `plumbline COMMAND`, or `kubectl plumbline COMMAND` where a link kubectl-plumbline to this file is on PATH. */
import { pathToFileURL } from 'node:url';
import { commandLineFile, orSay, setUp } from './setup.mjs';

await orSay(() => setUp({ commandLine: true }));
await import(pathToFileURL(commandLineFile).href);

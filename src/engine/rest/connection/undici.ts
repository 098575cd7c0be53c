/**
 * The part of undici that the gateway uses. The whole package also loads `fetch`, WebSockets,
 * caches and mocks: four times as many modules, which take a twelfth of a start.
 */
// oxlint-disable-next-line typescript/triple-slash-reference -- it declares modules, and is none
/// <reference path="./undici-module.d.ts" />
import api from 'undici/lib/api/index.js';
import buildConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';

// As in the main module of undici: `request` and other methods.
Object.assign(Dispatcher.prototype, api);

export { buildConnector, Client, Pool };

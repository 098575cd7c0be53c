/**
 * The values that the gateway needs of `node:http`. An `import` reads all exports of a module. Here
 * this would load the WebSocket client of Node, which takes 20 ms of each start.
 */
export const { createServer, request, ServerResponse, STATUS_CODES } =
  process.getBuiltinModule('node:http');

/** The inspector of a process that runs with `--inspect`. */
import { once } from 'node:events';
import { WebSocket } from 'ws';

interface Inspector {
  /** Removes all objects that are not in use. */
  readonly collectGarbage: () => Promise<void>;
  readonly close: () => void;
}

/** @param url of the line "Debugger listening on" that the process prints */
export async function connectInspector(url: string): Promise<Inspector> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  let id = 0;
  return {
    collectGarbage: async () => {
      id += 1;
      socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }));
      await once(socket, 'message');
    },
    close: () => socket.terminate(),
  };
}

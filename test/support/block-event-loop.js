/**
 * Loaded into a process of the gateway by `--import`: from the first SIGUSR2 on, its event loop is
 * blocked again and again, for 300 to 900 ms, as by the work of many requests. It sleeps meanwhile:
 * other tests need the processor.
 */
const never = new Int32Array(new SharedArrayBuffer(4));

function block() {
  Atomics.wait(never, 0, 0, 300 + 600 * Math.random());
  setTimeout(block, 10 * Math.random());
}

process.once('SIGUSR2', block);

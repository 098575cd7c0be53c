/**
 * Loaded into a process of the gateway by `--import`: from the first SIGUSR2 on, its event loop is
 * blocked again and again, for 300 to 900 ms, as by the work of many requests.
 */
function block() {
  const end = performance.now() + 300 + 600 * Math.random();
  while (performance.now() < end);
  setTimeout(block, 10 * Math.random());
}

process.once('SIGUSR2', block);

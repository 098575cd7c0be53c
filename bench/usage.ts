/** A measured process tells its parent its address, and on demand the CPU and memory it has used. */
export function report(port: number): void {
  let peak = 0;
  let watch: NodeJS.Timeout | undefined;
  process.send!({ port });
  process.on('message', (asked) => {
    const { user, system } = process.cpuUsage();
    const rss = process.memoryUsage.rss();
    // Looked at from inside: a parent that is busy sending asks too late.
    if (asked === 'watch')
      watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
    else clearInterval(watch);
    const MiB = 1024 * 1024;
    process.send!({ cpuMs: (user + system) / 1000, rssMb: rss / MiB, peakMb: peak / MiB });
    peak = rss;
  });
  process.on('disconnect', () => process.exit(0));
}

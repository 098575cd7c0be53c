/** A measured process tells its parent its address, and on demand the CPU and memory it has used. */
export function report(port: number): void {
  process.send!({ port });
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send!({ cpuMs: (user + system) / 1000, rssMb: process.memoryUsage().rss / 1024 / 1024 });
  });
  process.on('disconnect', () => process.exit(0));
}

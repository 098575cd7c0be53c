/**
 * `npm run soak -- 30`: runs the mixed load for minutes, and ends with code 1 if it finds problems.
 */
import { soak } from './soak.ts';

const minutes = Number(process.argv[2] ?? 30);

if (!(minutes > 0)) {
  console.error(`soak: minutes: "${process.argv[2]}" is not a number; expected for example 30`);
  process.exit(1);
}

const { problems, ...figures } = await soak({
  minutes,
  faultShare: 0.02,
  onProgress: (line) => console.log(line),
});

console.log(figures);
console.log(problems.length === 0 ? 'No problems.' : problems.slice(0, 50).join('\n'));
process.exitCode = problems.length === 0 ? 0 : 1;
